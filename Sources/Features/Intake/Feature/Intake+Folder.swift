package import Domain

extension Intake {
    /// The state of one watch folder.
    package struct Folder: Equatable, Sendable {
        /// The urgency of the next listing after the running one.
        enum Urgency: Comparable, Sendable {
            case none
            /// After a pause, because the change has to settle anyway.
            case soon
            case now
        }

        package let settings: WatchFolder
        /// Names of entries that lead to the service's own folders, such as `failed`. They are never drops.
        let own: Set<FileName>
        package internal(set) var health = FolderHealth.unknown
        package internal(set) var watch = WatchState.off
        /// The subfolders and the states of their watches.
        package internal(set) var subfolders: [FileName: WatchState] = [:]
        /// Subfolders that the last listing could not read.
        var unread: [FileName: SubfolderFailure] = [:]
        /// `true` if the folder was on a network file system at its last listing.
        package internal(set) var isRemote = false
        /// `true` if the folder holds more files than its last listing returned.
        var hasMore = false
        /// The number of files that can't be moved away. Listings return that many more, so that these files don't
        /// displace others.
        var stuck = 0
        /// The start of the running listing, since system start.
        var listingSince: Duration?
        /// The files of drops that ended during the running listing, which may have seen them before they were moved
        /// away.
        var ended: Set<FileIdentity> = []
        var relisting = Urgency.none
        /// `true` if something happened that no listing covers yet, so that the next one is more than a regular poll.
        var isBehind = false
        /// The end of the last listing since system start, and its duration.
        var lastEnd: Duration?
        var lastTook = Duration.zero
        /// The time for which the timer is set, since system start.
        var wakeAt: Duration?
        /// Names that arrived complete, by a rename from outside or as a closed picture, and are not listed yet.
        var arrivals: Set<FileName> = []
        /// Pictures that were truncated when they were read, with the identities that they had then.
        var cut: Set<FileIdentity> = []
        /// Entries that may be incomplete.
        package internal(set) var settling: [FileName: Settling] = [:]
        /// Complete entries that wait for room; the next one to claim is last.
        package internal(set) var ready: [FileEntry] = []
        /// The complete sidecars of `ready`, by the names of their pictures.
        var sidecars: [FileName: FileEntry] = [:]
        /// Sidecars without a picture, or whose picture was already claimed: they wait for the next picture of that name.
        package internal(set) var unpairedSidecars: [FileName: Settling] = [:]
        /// Files that share their stem with another file of the last listing.
        var twins: Set<FileName> = []
        /// `true` if the ready entries came with too many prompts at once.
        var hasBulkDrop = false
        /// The folder's first use.
        var since: UTCMillis?
        /// `true` while a claim of the folder's entries is being written.
        var isClaiming = false

        /// `own`: the folders that the service writes into, wherever they are.
        init(settings: WatchFolder, own: [FolderPath] = []) {
            self.settings = settings
            self.own = Set(own.compactMap { $0.firstName(below: settings.path) })
        }

        /// The start of the last completed listing, since system start.
        package var listedAt: Duration? { lastEnd.map { $0 - lastTook } }

        /// Subfolders whose files are not seen or are seen late.
        package var troubles: [FileName: SubfolderFailure] {
            let unwatched = subfolders.compactMapValues { watch -> SubfolderFailure? in
                if case .polling(let code) = watch { return .unwatched(code: code) }
                return nil
            }
            return unread.merging(unwatched) { one, _ in one }
        }

        /// The longest time between two listings.
        var interval: Duration { pace.interval }

        private var pace: WatchRules.Pace { isRemote ? settings.rules.remotePace : settings.rules.pace }

        /// The longest time until a problem is checked again.
        var troubledInterval: Duration {
            // Another node on this machine gives the folder up once it knows that it was declared dead.
            if case .unreadable(.served) = health { return min(interval, .seconds(5)) }
            return min(interval, .seconds(30))
        }

        /// The time for which an entry has to stay unchanged.
        func settle(_ entry: FileEntry) -> Duration {
            let needs = entry.name.isText ? pace.settle.prompt : pace.settle.picture
            return cut.contains(entry.identity) ? max(needs, Intake.patience) : needs
        }

        var isFullyProcessed: Bool {
            health == .fine && listingSince == nil && arrivals.isEmpty && settling.isEmpty && ready.isEmpty && !hasMore
        }
    }

    /// An entry that has to stay unchanged for a while.
    package struct Settling: Equatable, Sendable {
        package internal(set) var entry: FileEntry
        /// The time at which the entry was first seen in this state, since system start.
        package internal(set) var since: Duration
        /// The time at which the file was first seen, since system start.
        package internal(set) var firstSeen: Duration
        /// `true` if the long wait has been reported.
        var isReported = false
        /// `true` if the file is complete and only waits for its sidecar or its picture.
        var isComplete = false
    }
}

/// The availability of a watch folder.
package enum FolderHealth: Equatable, Sendable {
    /// Not listed yet.
    case unknown
    case fine
    /// Doesn't exist. Checked again at every interval.
    case missing
    /// The folder's marker is missing, so its disk is not mounted. Checked again at every interval.
    case unmounted
    /// Another node takes its drops; the name of its machine. Checked again at every interval, and when that node ends.
    case elsewhere(String)
    /// Can't be listed. Checked again at every interval.
    case unreadable(FileFailure)
    /// The folder's `.textify.toml` is unusable, so the requests of its drops are unknown. Checked again at every
    /// interval.
    case misconfigured(FolderConfigFailure)

    /// The health of a folder whose listing failed.
    init(_ failure: FileFailure) {
        switch failure {
        case .missing: self = .missing
        case .unmounted: self = .unmounted
        case .heldElsewhere(let node): self = .elsewhere(node)
        default: self = .unreadable(failure)
        }
    }
}

/// The state of a folder's kernel watch.
package enum WatchState: Equatable, Sendable {
    /// Next: `starting`.
    case off
    /// Next: `watching`, `polling`, `off`.
    case starting
    /// Next: `starting` after a loss, `polling`, `off`.
    case watching
    /// The kernel can't watch the folder, so it is listed at its interval only. Next: `starting`.
    case polling(code: Errno)

    /// `true` if the folder is watched or about to be.
    var isOpen: Bool { self == .starting || self == .watching }
}

/// The reason why files in a subfolder are not seen or are seen late.
package enum SubfolderFailure: Equatable, Sendable {
    case unreadable(FileFailure)
    /// The subfolder's `.textify.toml` is unusable, so nothing is picked up from it.
    case misconfigured(FolderConfigFailure)
    /// The subfolder is nested too deeply and is not read.
    case tooDeep(levels: Int)
    /// The kernel can't watch the subfolder. Changes are seen when the watch folder is listed.
    case unwatched(code: Errno)
}

extension FolderPath {
    /// The first component of the path from `folder` to this folder; `nil` if this folder is not inside `folder`.
    fileprivate func firstName(below folder: FolderPath) -> FileName? {
        let start = folder.bytes + (folder.bytes == [47] ? [] : [47])
        guard bytes.count > start.count, bytes.starts(with: start) else { return nil }
        return FileName(bytes: Array(bytes.dropFirst(start.count).prefix { $0 != 47 }))
    }
}

extension FileName {
    fileprivate var isText: Bool { DropKind(ending: ending)?.isText == true }
}
