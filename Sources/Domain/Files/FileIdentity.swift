/// Which state of which file a claim speaks of.
public struct FileIdentity: Hashable, Sendable, Codable {
    /// Relative to the watch folder.
    public let name: FileName
    public let inode: UInt64
    /// In bytes.
    public let size: Int64
    /// Nanoseconds since 1970.
    public let modified: Int64

    public init(name: FileName, inode: UInt64, size: Int64, modified: Int64) {
        self.name = name
        self.inode = inode
        self.size = size
        self.modified = modified
    }
}
