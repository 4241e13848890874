package import Domain

/// What one look into a watch folder, and those below it, found.
package struct FolderListing: Equatable, Sendable {
    /// So many files are told at most, the oldest: the others wait in their folder.
    package static let most = 4096

    /// In no order, with their names from the watch folder on.
    package let entries: [FileEntry]
    /// Of more files than are told the last that is; `nil` when all are told.
    package let last: FileEntry?
    /// When the folder was first used, milliseconds since 1970; `nil` when that isn't known.
    package let since: Int64?
    /// Of the disk that holds the state, `nil` when it can't be told.
    package let space: DiskSpace?
    /// Whether the folder lies on a network file system.
    package let isRemote: Bool
    /// The folders below it that were gone through.
    package let subfolders: [FileName]
    /// Those that could not be: what lies in them is not known.
    package let unread: [FileName: SubfolderTrouble]
    /// What keeps everything in it from being taken.
    package let fault: FolderFault?

    package init(
        entries: [FileEntry], space: DiskSpace?, since: Int64? = nil, isRemote: Bool = false,
        subfolders: [FileName] = [], unread: [FileName: SubfolderTrouble] = [:], last: FileEntry? = nil,
        fault: FolderFault? = nil
    ) {
        self.entries = entries
        self.space = space
        self.since = since
        self.isRemote = isRemote
        self.subfolders = subfolders
        self.unread = unread
        self.last = last
        self.fault = fault
    }

    /// Whether this file, were it there, would have been told.
    func covers(_ file: FileIdentity) -> Bool {
        if let last, (last.modified, last.name) < (file.modified, file.name) { return false }
        return !unread.keys.contains { file.name.isBelow($0) }
    }
}

extension FileEntry {
    /// Whether it is taken before another: older files first, then by name.
    package func isTaken(before other: FileEntry) -> Bool { (modified, name) < (other.modified, other.name) }
}
