import Domain

/// A picture on the web, as a person wrote it.
struct PictureAddress {
    /// Whole, as it is asked for.
    let text: String

    /// `nil` for what is a file's name.
    init?(_ path: FilePath) {
        let text = String(decoding: path.bytes, as: UTF8.self)
        let start = text.prefix(8).lowercased()
        guard start.hasPrefix("https://") || start.hasPrefix("http://") else { return nil }
        self.text = text
    }

    /// Without what may be a key: a name and password before the host, and everything behind the path.
    var shown: String {
        let scheme = text.prefix { $0 != ":" }
        let rest = text.dropFirst(scheme.count + 3)
        let host = rest.prefix { !"/?#".contains($0) }
        let path = rest.dropFirst(host.count).prefix { !"?#".contains($0) }
        let server = host.lastIndex(of: "@").map { host[host.index(after: $0)...] } ?? host
        return FileName("\(scheme)://\(server)\(path)").shown
    }

    /// What art of it is named after: the path's last part, else the server.
    var name: FileName {
        let parts = shown.split(separator: "/")
        return FileName(String(parts.last ?? "picture"))
    }
}
