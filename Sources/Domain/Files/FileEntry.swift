/// What one `lstat` says of a directory entry.
public struct FileEntry: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case file
        case folder
        case link
        /// A FIFO, a socket or a device.
        case special
    }

    public let name: FileName
    public let kind: Kind
    public let device: UInt64
    public let inode: UInt64
    /// In bytes.
    public let size: Int64
    /// Last change of the content, nanoseconds since 1970.
    public let modified: Int64
    /// Last change of the inode, nanoseconds since 1970.
    public let changed: Int64

    public init(
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
    public func named(_ name: FileName) -> FileEntry {
        FileEntry(
            name: name, kind: kind, device: device, inode: inode, size: size, modified: modified, changed: changed)
    }

    /// What a claim remembers. Device and ctime change on a remount, so they only serve while a file settles.
    public var identity: FileIdentity {
        FileIdentity(name: name, inode: inode, size: size, modified: modified)
    }
}
