internal import Domain

/// Where a blob lies beneath `blobs`: 256 shelves by the first byte, so that no folder grows too large.
struct BlobPlace {
    let shelf: FileName
    let name: FileName

    init(_ digest: Digest) {
        let hex = Array(digest.hex.utf8)
        shelf = FileName(bytes: Array(hex[..<2]))
        name = FileName(bytes: Array(hex[2...]))
    }

    /// The other way round; `nil` for what is no blob's name.
    static func digest(_ shelf: FileName, _ name: FileName) -> Digest? {
        Digest(hex: shelf.shown + name.shown)
    }
}
