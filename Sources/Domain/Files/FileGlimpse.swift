/// What going through a folder says of an entry before anything else is asked about it.
package struct FileGlimpse: Hashable, Sendable {
    /// In its own folder.
    package let name: FileName
    /// As the folder has it: at a place where something is mounted, and on some stacked file systems, `lstat` says
    /// another.
    package let inode: UInt64

    package init(name: FileName, inode: UInt64) {
        self.name = name
        self.inode = inode
    }
}
