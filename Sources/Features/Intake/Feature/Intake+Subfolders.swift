import Domain
import MVICore

/// Subfolders of a watch folder: its watch covers them, and each listing goes through all of them.
extension Intake {
    /// Watches what came and leaves what went. Where the kernel tells of nothing there is nothing to watch.
    static func tend(_ folder: inout Folder, _ listing: FolderListing) -> [Command<Self>] {
        folder.unread = listing.unread
        let found = Set(listing.isRemote ? [] : listing.subfolders)
        let kept = folder.subfolders.filter { found.contains($0.key) }
        let isTended = kept.count == folder.subfolders.count && kept.count == found.count && !kept.values.contains(.off)
        folder.subfolders = kept
        return isTended ? [] : watchBelow(&folder, found)
    }

    /// Tries once more to watch those that could not be.
    static func watchAgain(_ folder: inout Folder) -> [Command<Self>] {
        if folder.subfolders.values.allSatisfy(\.isOpen) { return [] }
        return watchBelow(&folder, Set(folder.subfolders.keys))
    }

    static func leaveBelow(_ folder: inout Folder) -> [Command<Self>] {
        folder.subfolders.isEmpty ? [] : watchBelow(&folder, [])
    }

    private static func watchBelow(_ folder: inout Folder, _ names: Set<FileName>) -> [Command<Self>] {
        if names.isEmpty { folder.subfolders = [:] }
        for name in names where folder.subfolders[name]?.isOpen != true { folder.subfolders[name] = .starting }
        let watched = folder.settings.name
        return [.run(.watchBelow(folder: watched, names), as: .watchBelow(watched), ifRunning: .replaceInTurn)]
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
