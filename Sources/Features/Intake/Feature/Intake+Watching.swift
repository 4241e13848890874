import Domain
import MVICore

/// Scheduling of listings: events cause early ones, the timer guarantees one.
extension Intake {
    static func watch(_ folder: inout Folder) -> [Command<Self>] {
        folder.watch = .starting
        return [.run(.watch(folder: folder.settings.name), as: .watch(folder.settings.name))]
    }

    /// Handles a reported change in a watch folder, or in its subfolder `below`.
    static func noteChange(
        _ folder: inout Folder, _ change: FolderChange, below name: FileName?, _ now: Duration
    ) -> [Command<Self>] {
        // A late report about a subfolder that is no longer watched.
        if let name, folder.subfolders[name] == nil { return [] }
        switch change {
        case .watching:
            folder.setWatch(.watching, below: name)
            return list(&folder, .now, now)
        case .arrived(let entry):
            folder.arrivals.insert(name.map { $0.appending(entry) } ?? entry)
            return list(&folder, .now, now)
        case .closed, .changed:
            return list(&folder, .soon, now)
        case .lost:
            // The watch either restarts on its own or reports that it can't.
            folder.setWatch(.starting, below: name)
            return list(&folder, .now, now)
        case .unavailable(let code):
            // A subfolder that is gone (ENOENT) is forgotten by the next listing, unless another has come in its place.
            folder.setWatch(name != nil && code == .noEntry ? .off : .polling(code: code), below: name)
            return name == nil && folder.health == .unknown ? list(&folder, .now, now) : []
        }
    }

    static func endWatch(_ folder: inout Folder) -> [Command<Self>] {
        if folder.hasWatch { folder.watch = .off }
        return []
    }

    /// Lists now, after the running listing, or after a pause: a growing file must not cause constant listing.
    static func list(
        _ folder: inout Folder, _ urgency: Folder.Urgency, _ now: Duration, every: Int = 1
    ) -> [Command<Self>] {
        if folder.listingSince != nil {
            folder.relisting = max(folder.relisting, urgency)
            return []
        }
        let due = folder.earliest(urgency)
        folder.isBehind = due > now
        if due > now { return setTimer(&folder, at: due, now) }
        folder.listingSince = now
        let name = folder.settings.name
        let most = FolderListing.most + folder.stuck
        return [.run(.list(folder: name, most: most, every: every), as: .list(name))]
    }

    /// Makes sure that the timer fires at `due` or earlier.
    static func setTimer(_ folder: inout Folder, at due: Duration, _ now: Duration) -> [Command<Self>] {
        if let wakeAt = folder.wakeAt, wakeAt <= due { return [] }
        folder.wakeAt = due
        let name = folder.settings.name
        return [.run(.wake(folder: name, after: max(.zero, due - now)), as: .timer(name))]
    }

    /// Makes sure that postponed work waits for at most `troubledInterval`, however rarely its folder is listed.
    static func scheduleRetryListing(_ folder: inout Folder, _ now: Duration) -> [Command<Self>] {
        folder.troubledInterval < folder.interval ? setTimer(&folder, at: now + folder.troubledInterval, now) : []
    }

    /// Lists a folder on request. Also retries its postponed drops, unless the folder is unavailable.
    static func listNow(_ state: inout State, _ name: String, _ stamp: Stamp) -> [Command<Self>] {
        let isThere = state.index(of: name).map { state.folders[$0].health == .fine } == true
        let retried = isThere ? retry(&state, name, stamp) : []
        return retried + inFolder(name, &state) { list(&$0, .now, stamp.now) }
    }

    /// Handles the timer: retries postponed drops and lists the folder.
    static func wake(_ state: inout State, _ name: String, _ stamp: Stamp) -> [Command<Self>] {
        let retried = retry(&state, name, stamp)
        return inFolder(name, &state) { folder in
            folder.wakeAt = nil
            // The running listing sets the timer again when it ends.
            if folder.listingSince != nil { return [] }
            let watched = folder.health == .fine && !folder.hasWatch ? watch(&folder) : []
            let every = folder.isCalm ? folder.turns : 1
            return watched + rewatchSubfolders(&folder) + list(&folder, .now, stamp.now, every: every)
        } + retried
    }

    /// Cancels everything that runs for a folder, except claims, reads and disposals.
    static func close(_ folder: inout Folder) -> [Command<Self>] {
        let name = folder.settings.name
        let commands: [Command<Self>] =
            (folder.hasWatch ? [.cancel(.watch(name))] : [])
            + (folder.listingSince == nil ? [] : [.cancel(.list(name))])
            + (folder.wakeAt == nil ? [] : [.cancel(.timer(name))])
            + unwatchSubfolders(&folder)
        var closed = Folder(settings: folder.settings)
        closed.health = folder.health
        closed.isClaiming = folder.isClaiming
        folder = closed
        return commands
    }
}

extension Intake.Folder {
    /// `true` if the watch task is running.
    var hasWatch: Bool { watch.isOpen }

    /// Sets the state of the folder's watch, or of that of its subfolder `below`.
    fileprivate mutating func setWatch(_ state: WatchState, below name: FileName?) {
        if let name { subfolders[name] = state } else { watch = state }
    }

    /// `true` if there is no reason for a listing but the timer.
    fileprivate var isCalm: Bool { health == .fine && !isBehind && arrivals.isEmpty }

    /// The number of listings within which each unchanged file is examined once.
    fileprivate var turns: Int { max(1, Int(Intake.maxSkipInterval / max(interval, .seconds(1)))) }

    /// The earliest start of the next listing. The pause grows with a listing's duration, so that listing never takes
    /// all the time. How long one took to fail says nothing about the folder.
    func earliest(_ urgency: Urgency) -> Duration {
        guard let lastEnd else { return .zero }
        let took = health == .fine ? lastTook : .zero
        return lastEnd + (urgency == .soon ? max(.milliseconds(100), took * 16) : took)
    }
}

/// Subfolders of a watch folder: its watch covers them, and each listing goes through all of them.
extension Intake {
    /// Watches new subfolders and stops watching those that are gone. A network file system doesn't report changes, so
    /// nothing is watched there.
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
    private static func rewatchSubfolders(_ folder: inout Folder) -> [Command<Self>] {
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
}
