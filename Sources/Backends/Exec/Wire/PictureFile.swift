import BackendKit
import Domain

/// A picture that a plugin says it has made: a file in the job's folder.
struct PictureFile: Equatable {
    private static let scheme = "job:"

    /// The job's folder.
    let folder: String
    let name: String
    let bytes: Int64?
    let digest: Digest?

    /// Throws `.badResponse` for a name that leads elsewhere, or a digest that is none.
    init(_ value: JSONValue, in folder: String, quoting: Quoting) throws(BackendFailure) {
        guard let name = value["path"]?.text else { throw .badResponse(said: "a picture without a path") }
        guard Self.isPlain(name) else {
            throw .badResponse(
                said: "a picture outside the job's folder: " + quoting.quoted(name, limit: 60))
        }
        let said = value["sha256"]?.text
        digest = said.flatMap { Digest(hex: Substring($0.lowercased())) }
        if said != nil, digest == nil { throw .badResponse(said: "a sha256 that is none") }
        bytes = value["bytes"]?.integer
        self.folder = folder
        self.name = name
    }

    /// What is stored of it, so that it can be fetched after a crash.
    var address: String {
        var members: [String: JSONValue] = ["folder": .text(folder), "name": .text(name)]
        if let bytes { members["bytes"] = .integer(bytes) }
        if let digest { members["sha256"] = .text(digest.hex) }
        return Self.scheme + String(decoding: JSONBody.bytes(.object(members)) ?? [], as: UTF8.self)
    }

    /// `nil` for what is no such address.
    init?(address: String) {
        guard address.hasPrefix(Self.scheme) else { return nil }
        let value = JSONBody.value(Array(address.utf8.dropFirst(Self.scheme.utf8.count)))
        guard let folder = value?["folder"]?.text, let name = value?["name"]?.text else { return nil }
        guard JobFolder.isPlain(folder), Self.isPlain(name) else { return nil }
        self.folder = folder
        self.name = name
        bytes = value?["bytes"]?.integer
        digest = value?["sha256"]?.text.flatMap { Digest(hex: Substring($0)) }
    }

    /// One entry of the folder itself.
    private static func isPlain(_ name: String) -> Bool {
        let isEntry = !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 255
        return isEntry && !name.utf8.contains { $0 == 47 || $0 == 0 }
    }
}

/// The name of a job's folder.
enum JobFolder {
    /// The job's own name where it can be a folder's, else something that is made from it and can.
    static func name(of key: String, _ digest: @Sendable ([UInt8]) -> Digest) -> String {
        isPlain(key) ? key : digest(Array(key.utf8)).hex
    }

    static func isPlain(_ name: String) -> Bool {
        let isWord = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 48...57: true
            default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
        }
        return isWord && 1...200 ~= name.utf8.count
    }
}
