import Domain
import MVICore

/// When a folder is looked into: hints come early, the timer comes for certain.
extension Intake {
    static func watch(_ folder: inout Folder) -> [Command<Self>] {
        folder.watch = .starting
        return [.run(.watch(folder: folder.settings.name), as: .watch(folder.settings.name))]
    }

    static func hint(_ folder: inout Folder, _ change: FolderChange, _ now: Duration) -> [Command<Self>] {
        switch change {
        case .watching:
            folder.watch = .watching
            return look(&folder, .now, now)
        case .arrived(let name):
            folder.arrivals.insert(name)
            return look(&folder, .now, now)
        case .closed, .changed:
            return look(&folder, .soon, now)
        case .lost:
            // The watch is set up anew by itself, or says that it can't be.
            folder.watch = .starting
            return look(&folder, .now, now)
        case .unavailable(let code):
            folder.watch = .polling(code: code)
            return folder.health == .unknown ? look(&folder, .now, now) : []
        }
    }

    static func endWatch(_ folder: inout Folder) -> [Command<Self>] {
        if folder.hasWatch { folder.watch = .off }
        return []
    }

    /// Lists now, or after the listing that runs, or after a pause: a file that grows must not keep us listing.
    static func look(
        _ folder: inout Folder, _ wish: Folder.Again, _ now: Duration, every: Int = 1
    ) -> [Command<Self>] {
        if folder.listingSince != nil {
            folder.again = max(folder.again, wish)
            return []
        }
        let due = folder.earliest(wish)
        folder.isBehind = due > now
        if due > now { return ring(&folder, at: due, now) }
        folder.listingSince = now
        let name = folder.settings.name
        let most = FolderListing.most + folder.stuck
        return [.run(.list(folder: name, most: most, every: every), as: .list(name))]
    }

    /// Sees to it that the timer rings at `due` or before.
    static func ring(_ folder: inout Folder, at due: Duration, _ now: Duration) -> [Command<Self>] {
        if let rings = folder.wakeAt, rings <= due { return [] }
        folder.wakeAt = due
        let name = folder.settings.name
        return [.run(.wake(folder: name, after: max(.zero, due - now)), as: .timer(name))]
    }

    /// What was put off waits no longer than that, however seldom its folder is listed.
    static func lookSooner(_ folder: inout Folder, _ now: Duration) -> [Command<Self>] {
        folder.troubledInterval < folder.interval ? ring(&folder, at: now + folder.troubledInterval, now) : []
    }

    /// Somebody asks: what was put off is tried again too, unless its folder is away.
    static func lookNow(_ state: inout State, _ name: String, _ stamp: Stamp) -> [Command<Self>] {
        let isThere = state.index(of: name).map { state.folders[$0].health == .fine } == true
        let retried = isThere ? retry(&state, name, stamp) : []
        return retried + inFolder(name, &state) { look(&$0, .now, stamp.now) }
    }

    /// The timer rang: what was put off is tried again, and the folder is listed.
    static func wake(_ state: inout State, _ name: String, _ stamp: Stamp) -> [Command<Self>] {
        let retried = retry(&state, name, stamp)
        return inFolder(name, &state) { folder in
            folder.wakeAt = nil
            // The end of the listing that runs sets the timer anew.
            if folder.listingSince != nil { return [] }
            let watched = folder.health == .fine && !folder.hasWatch ? watch(&folder) : []
            let every = folder.isCalm ? folder.turns : 1
            return watched + watchAgain(&folder) + look(&folder, .now, stamp.now, every: every)
        } + retried
    }

    /// Ends all that waits for a folder.
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
    /// Whether the task that watches runs.
    var hasWatch: Bool { watch.isOpen }

    /// Whether nothing but the timer asks for a listing.
    fileprivate var isCalm: Bool { health == .fine && !isBehind && arrivals.isEmpty }

    /// In so many listings each file at rest is looked at once.
    fileprivate var turns: Int { max(1, Int(Intake.restingInterval / max(interval, .seconds(1)))) }

    /// When the next listing may begin: never so often that listing is all we do.
    func earliest(_ wish: Again) -> Duration {
        guard let lastEnd else { return .zero }
        return lastEnd + (wish == .soon ? max(.milliseconds(100), lastTook * 16) : lastTook)
    }
}
