import Domain
import MVICore

/// Subfolders of a watch folder: its watch covers them, and each listing goes through all of them.
extension Intake {
    /// Watches new subfolders and stops watching those that are gone. A network file system reports no changes, so nothing
    /// is watched there.
    static func updateSubfolders(_ folder: inout Folder, _ listing: FolderListing) -> [Command<Self>] {
        folder.unread = listing.unread
        let found = Set(listing.isRemote ? [] : listing.subfolders)
        let kept = folder.subfolders.filter { found.contains($0.key) }
        let isSame = kept.count == folder.subfolders.count && kept.count == found.count
        let isUnchanged = isSame && !kept.values.contains(.off)
        folder.subfolders = kept
        return isUnchanged ? [] : watchSubfolders(&folder, found)
    }

    /// Tries again to watch the subfolders that could not be watched.
    static func watchAgain(_ folder: inout Folder) -> [Command<Self>] {
        if folder.subfolders.values.allSatisfy(\.isOpen) { return [] }
        return watchSubfolders(&folder, Set(folder.subfolders.keys))
    }

    static func unwatchSubfolders(_ folder: inout Folder) -> [Command<Self>] {
        folder.subfolders.isEmpty ? [] : watchSubfolders(&folder, [])
    }

    private static func watchSubfolders(_ folder: inout Folder, _ names: Set<FileName>) -> [Command<Self>] {
        if names.isEmpty { folder.subfolders = [:] }
        for name in names where folder.subfolders[name]?.isOpen != true { folder.subfolders[name] = .starting }
        let name = folder.settings.name
        return [.run(.watchSubfolders(folder: name, names), as: .watchSubfolders(name), ifRunning: .replaceInTurn)]
    }

    static func hint(
        _ folder: inout Folder, _ change: FolderChange, below name: FileName, _ now: Duration
    ) -> [Command<Self>] {
        // A late report about a folder that is no longer watched.
        guard folder.subfolders[name] != nil else { return [] }
        switch change {
        case .watching:
            folder.subfolders[name] = .watching
            return look(&folder, .now, now)
        case .arrived(let entry):
            folder.arrivals.insert(name.appending(entry))
            return look(&folder, .now, now)
        case .closed, .changed:
            return look(&folder, .soon, now)
        case .lost:
            folder.subfolders[name] = .starting
            return look(&folder, .now, now)
        case .unavailable(let code):
            // One that is gone (ENOENT) is forgotten by the next listing, unless another has come in its place.
            folder.subfolders[name] = code == 2 ? .off : .polling(code: code)
            return []
        }
    }
}
