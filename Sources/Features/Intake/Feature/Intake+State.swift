package import Domain
import MVICore

extension Intake {
    package enum Phase: Equatable, Sendable {
        /// Next: `recovering`.
        case idle
        /// Reads the drops that an earlier run left. Next: `running`, `idle`.
        case recovering
        /// Next: `stopped`.
        case running
        /// Picks up nothing new. Next: `running`.
        case stopped
    }

    package struct State: Equatable, Sendable {
        package internal(set) var phase = Phase.idle
        /// In the order of the configuration.
        package internal(set) var folders: [Folder]
        /// Every drop whose source is, or may be, still in its folder.
        package internal(set) var drops: [DropID: TrackedDrop] = [:]
        package internal(set) var reading = WorkQueue(width: 4)
        package internal(set) var disposing = WorkQueue(width: 4)
        /// Drops whose next step is retried when their folder is checked next.
        var postponed: [DropID] = []
        var early: [EarlyDropEnd] = []
        /// The number of jobs that may still be created.
        package internal(set) var remainingCapacity: Int
        /// What closed gates keep from starting.
        package internal(set) var closures = GateClosures.none
        /// The reason why nothing is picked up for now.
        package internal(set) var waiting: IntakeFailure?

        /// `own`: folders that the service writes into, besides those of the watch folders.
        package static func initial(folders: [WatchFolder], own: [FolderPath] = [], remainingCapacity: Int) -> State {
            let own = own + folders.flatMap(\.targets)
            return State(folders: folders.map { Folder(settings: $0, own: own) }, remainingCapacity: remainingCapacity)
        }
    }
}

extension Intake.State {
    /// `true` if no work is running that must not be interrupted.
    package var isIdle: Bool {
        reading.running.isEmpty && disposing.running.isEmpty && disposing.waiting.isEmpty
            && !drops.values.contains { $0.claiming != nil }
    }

    /// `true` if everything in the folders has been processed, except sources that can't be moved away.
    package var isFullyProcessed: Bool {
        phase == .running && drops.values.allSatisfy { $0.stuck != nil } && folders.allSatisfy(\.isFullyProcessed)
    }

    /// Drops whose sources can't be moved away, oldest first.
    package var stuck: [TrackedDrop] {
        drops.values.filter { $0.stuck != nil }.sorted { $0.drop.id < $1.drop.id }
    }

    func index(of folder: String) -> Int? {
        folders.firstIndex { $0.settings.name == folder }
    }

    /// The number of drops that may be claimed now. Every drop that has not been read yet will need room for at least
    /// one job.
    var free: Int {
        remainingCapacity <= 0 ? 0 : max(0, remainingCapacity - drops.values.count { $0.phase == .claimed })
    }
}

extension Intake.State {
    /// Whether Intake has nothing left to do for now: every file has become jobs, can't be listed, or waits for
    /// a slot, disk space or the database. Jobs in progress don't count.
    package var isQuiet: Bool {
        switch phase {
        case .idle, .stopped: false
        case .recovering: waiting != nil
        case .running: isAtRest && drops.values.allSatisfy(isAtRest) && folders.indices.allSatisfy { isQuiet($0) }
        }
    }

    private var isAtRest: Bool {
        isIdle && reading.waiting.isEmpty
            && (waiting != nil || postponed.allSatisfy { isAway($0) || drops[$0]?.stuck != nil })
    }

    private func isAtRest(_ tracked: TrackedDrop) -> Bool {
        tracked.stuck != nil || tracked.drop.phase == .read
            || (waiting != nil || isAway(tracked.drop.id)) && postponed.contains(tracked.drop.id)
    }

    /// `true` if the drop's folder, or the subfolder that it is in, has to become available first.
    private func isAway(_ id: DropID) -> Bool {
        guard let drop = drops[id]?.drop, let index = index(of: drop.folder) else { return false }
        let folder = folders[index]
        return folder.health != .fine || folder.unread.keys.contains { drop.identity.name.isBelow($0) }
    }

    private func isQuiet(_ index: Int) -> Bool {
        let folder = folders[index]
        let isListed = folder.health != .unknown && folder.listingSince == nil && !folder.isBehind
        let mayClaim = !folder.ready.isEmpty && waiting == nil && share(of: index, remainingCapacity) > 0
        let isClaimed = !folder.isClaiming && !mayClaim
        return isListed && folder.arrivals.isEmpty && folder.settling.isEmpty && isClaimed
    }
}

/// A drop from its claim until its source is gone.
package struct TrackedDrop: Equatable, Sendable {
    /// Boxed, because every step iterates over all drops and must not copy them whole.
    private var boxed: Boxed<Drop>
    /// The entry while its claim is being written. If that fails it is claimed again.
    var claiming: FileEntry?
    /// The sidecar of that entry.
    var beside: FileEntry?
    /// The reason why the source could not be moved away. Retried when the folder is checked next, or at the next start
    /// if the folder is no longer configured.
    package internal(set) var stuck: FileFailure?

    /// A file of the same name whose content is being compared with the drop's.
    var comparing: FileIdentity?
    /// A file of the same name with different content.
    var other: FileIdentity?
    /// The last change of the drop's file that was seen while the source was disposed of.
    var rewrite: SourceRewrite?
    /// `true` if the drop has been reported as withdrawn.
    var isWithdrawn = false

    init(drop: Drop, claiming: FileEntry? = nil, beside: FileEntry? = nil, stuck: FileFailure? = nil) {
        boxed = Boxed(drop)
        self.claiming = claiming
        self.beside = beside
        self.stuck = stuck
    }

    package internal(set) var drop: Drop {
        get { boxed.value }
        set { boxed.value = newValue }
    }

    /// Read for all drops at every step, so it must not copy the drop.
    var phase: Drop.Phase { boxed.value.phase }

    /// The files that belong to the drop.
    var identities: [FileIdentity] { [drop.identity] + [drop.sidecar].compactMap(\.self) }
}

/// A drop's file that is being rewritten in place. It may end up as it was, for example while `cp -a` restores a
/// backup, and then it must not be picked up and paid again.
struct SourceRewrite: Equatable, Sendable {
    /// The time without a change after which the file counts as another one. It is measured here and not by the file's
    /// times, because the clock of either machine may be set.
    static let settle = Duration.seconds(5)

    let identity: FileIdentity
    /// When this identity was first seen.
    let since: Duration

    /// The file's identity if it has settled; otherwise `nil`.
    func settled(at now: Duration) -> FileIdentity? { now - since >= Self.settle ? identity : nil }
}

/// A queue of drops for one kind of work. Up to `width` of them are worked on concurrently.
package struct WorkQueue: Equatable, Sendable {
    package internal(set) var waiting: [DropID] = []
    package internal(set) var running: Set<DropID> = []
    let width: Int

    /// Removes and returns the drops that may start now.
    mutating func start() -> [DropID] {
        let next = Array(waiting.prefix(max(0, width - running.count)))
        waiting.removeFirst(next.count)
        running.formUnion(next)
        return next
    }
}

/// The end of a drop, reported before Intake knew that the drop had been read.
struct EarlyDropEnd: Equatable, Sendable {
    let drop: DropID
    let failure: DropFailure?
}

/// A drop that an earlier run left unfinished.
package struct RecoveredDrop: Equatable, Sendable {
    package let drop: Drop
    /// The state of its jobs; only for a drop in `read`.
    package let tally: DropProgress?

    package init(drop: Drop, tally: DropProgress?) {
        self.drop = drop
        self.tally = tally
    }
}

/// The reason why Intake picks up nothing for now. It continues automatically when the reason is gone.
package enum IntakeFailure: Equatable, Sendable {
    case lowDisk(DiskSpace)
    case repository(RepositoryFailure)
    /// Blobs can't be written, or the system is short of descriptors or memory.
    case storage(FileFailure)
}
