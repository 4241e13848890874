import Domain

/// A picture's web address, as written on the command line.
struct PictureAddress {
    /// The whole address, as requested.
    let text: String

    /// `nil` for file names.
    init?(_ path: FilePath) {
        let text = String(decoding: path.bytes, as: UTF8.self)
        let start = text.prefix(8).lowercased()
        guard start.hasPrefix("https://") || start.hasPrefix("http://") else { return nil }
        self.text = text
    }

    /// The address without parts that may contain a key: user name and password, query and fragment.
    var shown: String {
        let scheme = text.prefix { $0 != ":" }
        let rest = text.dropFirst(scheme.count + 3)
        let host = rest.prefix { !"/?#".contains($0) }
        let path = rest.dropFirst(host.count).prefix { !"?#".contains($0) }
        let server = host.lastIndex(of: "@").map { host[host.index(after: $0)...] } ?? host
        return FileName("\(scheme)://\(server)\(path)").shown
    }

    /// The name that the art is saved under: the last component of the path, or the server's name.
    var name: FileName {
        let parts = shown.split(separator: "/")
        return FileName(String(parts.last ?? "picture"))
    }
}
