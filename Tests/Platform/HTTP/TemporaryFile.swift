import TestFolders

/// A file in a folder of its own, removed with this value.
struct TemporaryFile {
    let path: String
    private let folder: TemporaryFolder

    /// Without content only the path is reserved; the file doesn't exist yet.
    init(_ bytes: [UInt8]? = nil) throws {
        folder = try TemporaryFolder()
        path = folder.filePath("file")
        if let bytes { try folder.write(bytes, to: "file") }
    }
}
