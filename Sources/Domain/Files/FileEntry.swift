/// A directory entry, as `lstat` reports it.
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
    /// The size in bytes.
    package let size: Int64
    /// The time of the last change of the content.
    package let modified: UTCNanos
    /// The time of the last change of the inode.
    package let changed: UTCNanos

    package init(
        name: FileName, kind: Kind, device: UInt64, inode: UInt64, size: Int64, modified: UTCNanos, changed: UTCNanos
    ) {
        self.name = name
        self.kind = kind
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    /// Returns the same entry under a name relative to another folder.
    package func named(_ name: FileName) -> FileEntry {
        FileEntry(
            name: name, kind: kind, device: device, inode: inode, size: size, modified: modified, changed: changed)
    }

    /// The part of the entry that a claim stores. Device and ctime change on a remount, so they are only compared while
    /// a file settles.
    package var identity: FileIdentity {
        FileIdentity(name: name, inode: inode, size: size, modified: modified)
    }
}

/// Identifies a state of a file: which file, with which content.
package struct FileIdentity: Hashable, Sendable, Codable {
    /// The path relative to the watch folder.
    package let name: FileName
    package let inode: UInt64
    /// The size in bytes.
    package let size: Int64
    package let modified: UTCNanos

    package init(name: FileName, inode: UInt64, size: Int64, modified: UTCNanos) {
        self.name = name
        self.inode = inode
        self.size = size
        self.modified = modified
    }

    /// The same file under another name.
    package func named(_ name: FileName) -> FileIdentity {
        FileIdentity(name: name, inode: inode, size: size, modified: modified)
    }
}

/// A directory entry as `readdir` reports it, before any `lstat`.
package struct DirectoryEntry: Hashable, Sendable {
    /// The name relative to the directory being read.
    package let name: FileName
    /// The inode in the directory. At mount points, and on some stacked file systems, `lstat` reports another one.
    package let inode: UInt64

    package init(name: FileName, inode: UInt64) {
        self.name = name
        self.inode = inode
    }
}
