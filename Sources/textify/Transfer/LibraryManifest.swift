import ControlAPI
import Domain

/// The first file of an export: what the others are.
struct LibraryManifest: Codable, Equatable {
    /// The version of the files' form. It grows when an earlier program could not read them.
    static let currentVersion = 1
    static let expectedFormat = "textify-library"

    static let fileName = "manifest.json"
    /// One artwork a line, in the order in which they were made.
    static let recordsName = "artworks.jsonl"

    var format = Self.expectedFormat
    var version = Self.currentVersion
    let artworks: Int
    /// The number of pictures, each stored once, and their size together in bytes.
    let pictures: Int
    let bytes: Int64
    /// The SHA-256 of the file of artworks.
    let sha256: String
}

extension JobDetail.Picture {
    /// The picture's path in an export.
    var path: String { "pictures/\(digest.prefix(2))/\(digest).\(format)" }

    /// The digest of the picture at a path of an export; `nil` if it is none.
    static func digest(ofPath path: String) -> Digest? {
        let parts = path.split(separator: "/").drop { $0 == "." }
        guard parts.count == 3, parts.first == "pictures", let name = parts.last,
            let digest = Digest(hex: name.prefix { $0 != "." }), name == digest.hex + name.dropFirst(64),
            !name.hasSuffix(XMPSidecar.ending)
        else { return nil }
        return digest
    }
}
