/// What one `lstat` says of a directory entry.
package struct FileEntry: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case file
        case folder
        case link
        /// A FIFO, a socket or a device.
        case special
    }

    package let name: FileName
    package let kind: Kind
    package let device: UInt64
    package let inode: UInt64
    /// In bytes.
    package let size: Int64
    /// Last change of the content, nanoseconds since 1970.
    package let modified: Int64
    /// Last change of the inode, nanoseconds since 1970.
    package let changed: Int64

    package init(
        name: FileName, kind: Kind, device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64
    ) {
        self.name = name
        self.kind = kind
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    /// The same entry, seen from another folder.
    package func named(_ name: FileName) -> FileEntry {
        FileEntry(
            name: name, kind: kind, device: device, inode: inode, size: size, modified: modified, changed: changed)
    }

    /// What a claim remembers. Device and ctime change on a remount, so they only serve while a file settles.
    package var identity: FileIdentity {
        FileIdentity(name: name, inode: inode, size: size, modified: modified)
    }
}
