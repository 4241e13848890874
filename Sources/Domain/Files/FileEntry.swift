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
