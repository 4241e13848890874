import Domain
import MVICore

/// The folders below a watch folder: each has a watch of its own, and the listing goes through all of them.
extension Intake {
    /// Watches what came and leaves what went. Where the kernel tells of nothing there is nothing to watch.
    static func tend(_ folder: inout Folder, _ listing: FolderListing) -> [Command<Self>] {
        folder.unread = listing.unread
        let found = Set(listing.isRemote ? [] : listing.subfolders)
        let gone = folder.subfolders.keys.filter { !found.contains($0) }.sorted()
        let commands = gone.flatMap { leave(&folder, $0) }
        let unwatched = found.filter { folder.subfolders[$0, default: .off] == .off }.sorted()
        return commands + unwatched.map { watch(&folder, below: $0) }
    }

    /// Tries once more to watch those that could not be.
    static func watchAgain(_ folder: inout Folder) -> [Command<Self>] {
        folder.subfolders.filter { !$0.value.isOpen }.keys.sorted().map { watch(&folder, below: $0) }
    }

    private static func watch(_ folder: inout Folder, below name: FileName) -> Command<Self> {
        folder.subfolders[name] = .starting
        let watched = folder.settings.name
        return .run(.watch(folder: watched, below: name), as: .watch(watched, below: name))
    }

    static func leave(_ folder: inout Folder, _ name: FileName) -> [Command<Self>] {
        let isOpen = folder.subfolders.removeValue(forKey: name)?.isOpen == true
        return isOpen ? [.cancel(.watch(folder.settings.name, below: name))] : []
    }

    static func hint(
        _ folder: inout Folder, _ change: FolderChange, below name: FileName, _ now: Duration
    ) -> [Command<Self>] {
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

    static func endWatch(_ folder: inout Folder, below name: FileName) -> [Command<Self>] {
        if folder.subfolders[name]?.isOpen == true { folder.subfolders[name] = .off }
        return []
    }
}
