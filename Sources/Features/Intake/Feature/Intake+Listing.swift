package import Domain
import MVICore

/// Handling of listings.
extension Intake {
    static func listed(
        _ state: inout State, _ name: String, _ listing: FolderListing, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard let index = state.index(of: name) else { return [] }
        let takenOver = listing.left.filter { state.drops[$0.drop.id] == nil }.flatMap { add(&state, $0) }
        if let fault = listing.fault {
            return takenOver + checkSpace(&state, listing.space)
                + markUnavailable(&state.folders[index], .misconfigured(fault), stamp.now)
        }
        let (own, comparing) = compare(&state, name, listing)
        let tracked = state.drops.values.filter { $0.drop.folder == name }.flatMap(\.identities)
        let wasAway = state.folders[index].health != .fine
        var commands = takenOver + checkSpace(&state, listing.space)
        commands += markAvailable(&state.folders[index])
        commands += setRemote(&state.folders[index], listing.isRemote)
        commands += updateSubfolders(&state.folders[index], listing)
        state.folders[index].since = listing.since
        state.folders[index].twins = listing.twins
        state.folders[index].hasMore = listing.last != nil
        state.folders[index].stuck = state.drops.values.count { $0.stuck != nil && $0.drop.folder == name }
        let hasPostponed = state.postponed.contains { state.drops[$0]?.drop.folder == name }
        let excluded = own.union(tracked).union(state.folders[index].ended)
        commands += state.folders[index].sort(listing.entries, excluding: excluded, now: stamp.now)
        commands += scheduleNext(&state.folders[index], stamp.now, hasPostponed: hasPostponed)
        commands += comparing + (wasAway ? retry(&state, name, stamp) : [])
        return commands + work(&state, stamp, retrying: true)
    }

    /// Handles a folder that can't be listed or whose `.textify.toml` is unusable. Its entries have to settle again
    /// from the start once it is back.
    static func markUnavailable(_ folder: inout Folder, _ health: FolderHealth, _ now: Duration) -> [Command<Self>] {
        let events = setHealth(&folder, health)
        folder.noteEnd(now)
        folder.settling = [:]
        folder.unpairedSidecars = [:]
        folder.ready = []
        folder.arrivals = []
        folder.unread = [:]
        return events + unwatchSubfolders(&folder) + scheduleNext(&folder, now)
    }

    /// Blocks Intake while the disk that holds the state is nearly full.
    private static func checkSpace(_ state: inout State, _ space: DiskSpace?) -> [Command<Self>] {
        guard case .lowDisk = state.waiting else {
            guard let space, space.isLow else { return [] }
            return wait(&state, .lowDisk(space))
        }
        guard let space, space.isLow else { return wait(&state, nil) }
        // Reported once: the free space differs at nearly every listing.
        state.waiting = .lowDisk(space)
        return []
    }

    private static func markAvailable(_ folder: inout Folder) -> [Command<Self>] {
        let isBack = folder.health != .fine && folder.health != .unknown
        let events = setHealth(&folder, .fine)
        return isBack && !folder.hasWatch ? events + watch(&folder) : events
    }

    private static func setRemote(_ folder: inout Folder, _ isRemote: Bool) -> [Command<Self>] {
        let isNew = isRemote && !folder.isRemote
        folder.isRemote = isRemote
        return isNew ? [.emit(.folderRemote(folder: folder.settings.name, interval: folder.interval))] : []
    }

    private static func setHealth(_ folder: inout Folder, _ health: FolderHealth) -> [Command<Self>] {
        let before = folder.health
        folder.health = health
        if before == health || before == .unknown && health == .fine { return [] }
        return [.emit(.folderChanged(folder: folder.settings.name, health))]
    }

    /// After a listing, lists again if something happened meanwhile. Otherwise sets the timer, earlier if there is a
    /// problem.
    private static func scheduleNext(
        _ folder: inout Folder, _ now: Duration, hasPostponed: Bool = false
    ) -> [Command<Self>] {
        let urgency = folder.relisting
        folder.relisting = .none
        folder.isBehind = urgency != .none
        if urgency != .none, folder.earliest(urgency) <= now { return list(&folder, urgency, now) }
        folder.wakeAt = nil
        let regular = now + (folder.health == .fine && !hasPostponed ? folder.interval : folder.troubledInterval)
        let requested = urgency == .none ? regular : folder.earliest(urgency)
        let settled = folder.settling.values.compactMap { $0.due(folder, now) }
        return setTimer(&folder, at: settled.reduce(min(regular, requested), min), now)
    }
}

/// The result of listing a watch folder and its subfolders.
package struct FolderListing: Equatable, Sendable {
    /// The maximum number of files in a listing. The oldest are listed, the others wait in their folder.
    package static let most = 4096

    /// Unordered, with names relative to the watch folder.
    package let entries: [FileEntry]
    /// The last file listed if there are more; `nil` if all are listed.
    package let last: FileEntry?
    /// The folder's first use; `nil` if unknown.
    package let since: UTCMillis?
    /// The space on the disk that holds the state; `nil` if unknown.
    package let space: DiskSpace?
    /// `true` if the folder is on a network file system.
    package let isRemote: Bool
    /// The subfolders that were read.
    package let subfolders: [FileName]
    /// The subfolders that could not be read and whose content is unknown.
    package let unread: [FileName: SubfolderFailure]
    /// The reason why nothing in the folder can be picked up.
    package let fault: FolderConfigFailure?
    /// The listed files whose outputs could be confused with those of another file, because the stems are the same.
    package let twins: Set<FileName>
    /// The drops that another service has left in the folder, when this one has just taken it over.
    package let left: [RecoveredDrop]

    package init(
        entries: [FileEntry], space: DiskSpace?, since: UTCMillis? = nil, isRemote: Bool = false,
        subfolders: [FileName] = [], unread: [FileName: SubfolderFailure] = [:], last: FileEntry? = nil,
        fault: FolderConfigFailure? = nil, twins: Set<FileName> = [], left: [RecoveredDrop] = []
    ) {
        self.entries = entries
        self.space = space
        self.since = since
        self.isRemote = isRemote
        self.subfolders = subfolders
        self.unread = unread
        self.last = last
        self.fault = fault
        self.twins = twins
        self.left = left
    }

    /// `true` if the listing would contain the file if it existed.
    func covers(_ file: FileIdentity) -> Bool {
        if let last, (last.modified, last.name) < (file.modified, file.name) { return false }
        return !unread.keys.contains { file.name.isBelow($0) }
    }
}

extension FileEntry {
    /// `true` if this file is picked up before `other`: older files first, then by name.
    package func isTaken(before other: FileEntry) -> Bool { (modified, name) < (other.modified, other.name) }
}
