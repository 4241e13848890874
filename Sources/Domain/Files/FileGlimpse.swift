/// What going through a folder says of an entry before anything else is asked about it.
public struct FileGlimpse: Hashable, Sendable {
    /// In its own folder.
    public let name: FileName
    /// As the folder has it: at a place where something is mounted, and on some stacked file systems, `lstat` says
    /// another.
    public let inode: UInt64

    public init(name: FileName, inode: UInt64) {
        self.name = name
        self.inode = inode
    }
}
