package import Domain

extension Intake {
    /// What is known of one watch folder.
    package struct Folder: Equatable, Sendable {
        /// When to list again after the listing that runs.
        enum Again: Comparable, Sendable {
            case no
            /// Something changed that has to settle anyway: after a pause.
            case soon
            case now
        }

        package let settings: IntakeFolder
        package internal(set) var health = FolderHealth.unknown
        package internal(set) var watch = WatchState.off
        /// The folders below it, and whether the kernel tells of changes in them.
        package internal(set) var subfolders: [FileName: WatchState] = [:]
        /// Those that the last listing could not go through.
        var unread: [FileName: SubfolderTrouble] = [:]
        /// Whether it lies on a network file system, as its last listing found.
        package internal(set) var isRemote = false
        /// Whether it holds more files than its last listing told.
        var hasMore = false
        /// How many files it holds that can't be moved away: they take no place of those that are to be taken.
        var stuck = 0
        /// When the listing that runs began.
        var listingSince: Duration?
        /// The files of drops that ended since then: it may have seen them before they were moved away.
        var ended: Set<FileIdentity> = []
        var again = Again.no
        /// Whether something happened that no listing has answered: the next one is owed to more than the interval.
        var isBehind = false
        /// When the last listing ended, and how long it took.
        var lastEnd: Duration?
        var lastTook = Duration.zero
        /// When the timer rings, if one runs.
        var wakeAt: Duration?
        /// Names that arrived by a rename from outside and are not listed yet.
        var arrivals: Set<FileName> = []
        /// Pictures that lacked their end when they were read, as they were then.
        var cut: Set<FileIdentity> = []
        /// Entries that are not known to be complete.
        package internal(set) var settling: [FileName: Settling] = [:]
        /// Complete entries that wait for room, the next one last.
        package internal(set) var ready: [FileEntry] = []
        /// The complete files beside those of them that are pictures, by the pictures' names.
        var sidecars: [FileName: FileEntry] = [:]
        /// Files that lie beside no picture, or beside one that was taken already: they wait for the next.
        package internal(set) var lone: [FileName: Settling] = [:]
        /// Whether what is ready came with too many prompts at once.
        var isCrowded = false
        /// When the folder was first used, milliseconds since 1970.
        var since: Int64?
        /// Whether a claim of its entries is being written.
        var isClaiming = false

        init(settings: IntakeFolder) {
            self.settings = settings
        }

        /// When the last listing that ended began, since the machine's start.
        package var listedAt: Duration? { lastEnd.map { $0 - lastTook } }

        /// The folders below it in which something is not seen, or late.
        package var troubles: [FileName: SubfolderTrouble] {
            let unwatched = subfolders.compactMapValues { watch -> SubfolderTrouble? in
                if case .polling(let code) = watch { return .unwatched(code: code) }
                return nil
            }
            return unread.merging(unwatched) { one, _ in one }
        }

        /// The longest time between two listings.
        var interval: Duration { isRemote ? settings.remote.interval : settings.interval }

        /// The longest time until something that is wrong is looked at again.
        var troubledInterval: Duration { min(interval, .seconds(30)) }

        /// How long this entry has to stay the same.
        func settle(_ entry: FileEntry) -> Duration {
            let needs = settings.settle(entry.name, isRemote: isRemote)
            return cut.contains(entry.identity) ? max(needs, Intake.patience) : needs
        }

        var isWorkedOff: Bool {
            health == .fine && listingSince == nil && arrivals.isEmpty && settling.isEmpty && ready.isEmpty && !hasMore
        }
    }

    /// An entry that has to stay the same for a while.
    package struct Settling: Equatable, Sendable {
        package internal(set) var entry: FileEntry
        /// Since when it has looked like this.
        package internal(set) var since: Duration
        /// Since when this file has been seen.
        package internal(set) var firstSeen: Duration
        /// Whether it was told that it takes long.
        var isTold = false
        /// Whether it is complete, and only waits for what belongs to it.
        var isComplete = false
    }
}
