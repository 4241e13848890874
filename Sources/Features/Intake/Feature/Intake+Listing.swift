package import Domain
import MVICore

/// Handling of listings.
extension Intake {
    static func take(
        _ state: inout State, _ name: String, _ listing: FolderListing, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard let place = state.index(of: name) else { return [] }
        if let fault = listing.fault {
            return judge(&state, listing.space) + lose(&state.folders[place], .misconfigured(fault), stamp.now)
        }
        let (own, comparing) = compare(&state, name, listing)
        let held = state.drops.values.filter { $0.drop.folder == name }.flatMap(\.identities)
        let wasAway = state.folders[place].health != .fine
        var commands = judge(&state, listing.space)
        commands += welcome(&state.folders[place])
        commands += notice(&state.folders[place], isRemote: listing.isRemote)
        commands += updateSubfolders(&state.folders[place], listing)
        state.folders[place].since = listing.since
        state.folders[place].hasMore = listing.last != nil
        state.folders[place].stuck = state.drops.values.count { $0.stuck != nil && $0.drop.folder == name }
        let isPutOff = state.postponed.contains { state.drops[$0]?.drop.folder == name }
        let passed = own.union(held).union(state.folders[place].ended)
        commands += state.folders[place].sort(listing.entries, held: passed, now: stamp.now)
        commands += lookAgain(&state.folders[place], stamp.now, isPutOff: isPutOff)
        commands += comparing + (wasAway ? retry(&state, name, stamp) : [])
        return commands + work(&state, stamp, retrying: true)
    }

    /// Handles a folder that can't be listed or whose `.textify.toml` is unusable. Its entries have to settle again
    /// from the start once it is back.
    static func lose(_ folder: inout Folder, _ health: FolderHealth, _ now: Duration) -> [Command<Self>] {
        let told = turn(&folder, health)
        folder.noteEnd(now)
        folder.settling = [:]
        folder.lone = [:]
        folder.ready = []
        folder.arrivals = []
        folder.unread = [:]
        return told + unwatchSubfolders(&folder) + lookAgain(&folder, now)
    }

    private static func judge(_ state: inout State, _ space: DiskSpace?) -> [Command<Self>] {
        if let space, space.isLow { return wait(&state, .lowDisk(space)) }
        if case .lowDisk = state.waiting { return wait(&state, nil) }
        return []
    }

    private static func welcome(_ folder: inout Folder) -> [Command<Self>] {
        let isBack = folder.health != .fine && folder.health != .unknown
        let told = turn(&folder, .fine)
        return isBack && !folder.hasWatch ? told + watch(&folder) : told
    }

    private static func notice(_ folder: inout Folder, isRemote: Bool) -> [Command<Self>] {
        let isNews = isRemote && !folder.isRemote
        folder.isRemote = isRemote
        return isNews ? [.emit(.folderRemote(folder: folder.settings.name, interval: folder.interval))] : []
    }

    private static func turn(_ folder: inout Folder, _ health: FolderHealth) -> [Command<Self>] {
        let before = folder.health
        folder.health = health
        if before == health || before == .unknown && health == .fine { return [] }
        return [.emit(.folderChanged(folder: folder.settings.name, health))]
    }

    /// After a listing, lists again if something happened meanwhile. Otherwise sets the timer, earlier if there is a
    /// problem.
    private static func lookAgain(
        _ folder: inout Folder, _ now: Duration, isPutOff: Bool = false
    ) -> [Command<Self>] {
        let wish = folder.again
        folder.again = .no
        folder.isBehind = wish != .no
        if wish != .no, folder.earliest(wish) <= now { return look(&folder, wish, now) }
        folder.wakeAt = nil
        let regular = now + (folder.health == .fine && !isPutOff ? folder.interval : folder.troubledInterval)
        let asked = wish == .no ? regular : folder.earliest(wish)
        let settled = folder.settling.values.compactMap { $0.due(folder, now) }
        return ring(&folder, at: settled.reduce(min(regular, asked), min), now)
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

    package init(
        entries: [FileEntry], space: DiskSpace?, since: UTCMillis? = nil, isRemote: Bool = false,
        subfolders: [FileName] = [], unread: [FileName: SubfolderFailure] = [:], last: FileEntry? = nil,
        fault: FolderConfigFailure? = nil
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
