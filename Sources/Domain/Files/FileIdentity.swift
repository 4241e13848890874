/// Which state of which file a claim speaks of.
package struct FileIdentity: Hashable, Sendable, Codable {
    /// Relative to the watch folder.
    package let name: FileName
    package let inode: UInt64
    /// In bytes.
    package let size: Int64
    /// Nanoseconds since 1970.
    package let modified: Int64

    package init(name: FileName, inode: UInt64, size: Int64, modified: Int64) {
        self.name = name
        self.inode = inode
        self.size = size
        self.modified = modified
    }
}
