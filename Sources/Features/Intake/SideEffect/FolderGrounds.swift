import Domain

/// What tells folders that are to be gone into from others.
struct FolderGrounds {
    struct Place: Hashable {
        let device: UInt64
        let inode: UInt64

        init(_ entry: FileEntry) {
            device = entry.device
            inode = entry.inode
        }
    }

    /// The folders that the service writes into.
    let own: Set<Place>
    /// Of the watch folder; `nil` when that can't be told.
    let device: UInt64?

    func allow(_ folder: FileEntry, in source: IntakeSource) -> Bool {
        if own.contains(Place(folder)) || source.own.contains(source.path.appending(folder.name)) { return false }
        return device == nil || folder.device == device
    }
}
