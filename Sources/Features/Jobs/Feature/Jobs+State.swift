package import Domain
import MVICore

extension Jobs {
    package struct State: Equatable, Sendable {
        package enum Phase: Equatable, Sendable {
            /// Before `start`. Next: `recoveringJobs`.
            case idle
            /// Reads unfinished jobs, with retries until the database answers. Next: `running`.
            case recoveringJobs
            /// Next: `draining`.
            case running
            /// Starts nothing new. Final.
            case draining
        }

        /// The maximum number of active jobs of a service that shares its work with no other. Further drops stay in their
        /// watch folders.
        package static let capacity = 512
        /// The number of waiting, held and unknown jobs that are kept in addition to `capacity`: jobs waiting for one
        /// backend must not block other jobs from the same folder.
        package static let waitingCapacity = 4_096

        package internal(set) var phase = Phase.idle
        /// The unfinished jobs, by identifier.
        package internal(set) var entries: [JobID: Entry] = [:]
        /// The maximum number of jobs that stage or deliver concurrently.
        package let stagings: Int
        /// The maximum number of active jobs, those in progress or ready to be.
        package let capacity: Int
        /// Whether other services work on the same jobs. Then new jobs are unowned, and only those that `adopt` brings are
        /// this service's.
        package let isShared: Bool
        /// The last job of the most recent page of unfinished jobs; `nil` when no further page is left to read.
        package internal(set) var pageEnd: JobID?
        /// The time at which reading unfinished jobs is retried after a database failure, since system start.
        var recoveryRetryAt: Duration?
        /// The time for which the timer is set, since system start.
        var timerAt: Duration?
        /// Drops with a job that has just ended. A query finds out whether all their jobs have ended.
        package internal(set) var tallies: [DropID: Tally] = [:]
        /// The users' requests about each job, such as a retry. The first is in progress, the others wait for it.
        var requests: [JobID: [PendingRequest]] = [:]
        /// Jobs whose requested cancellation has not taken effect yet.
        var cancelling: Set<JobID> = []
        /// The submissions that are being stored, by ticket: without their pictures.
        var submitting: [Ticket: NewJobs] = [:]
        /// Unfinished drops whose files are gone. Their jobs that were not submitted yet are cancelled.
        var withdrawn: Set<DropID> = []
        /// No new job starts until a user resumes the service.
        package internal(set) var isPaused = false
        /// What closed gates keep from starting.
        package internal(set) var closures = GateClosures.none
        /// `true` once the gates have been heard of.
        var knowsGates = false
        /// `true` if the database may have jobs whose gates are open.
        var seeksGated = false
        /// The time at which looking for them is retried after a database failure, since system start.
        var gatedRetryAt: Duration?
        /// The number of jobs that wait for gates, up to about a thousand. They have no entries.
        package internal(set) var parkedCount = 0
        /// The jobs that have ended since this store was created.
        package internal(set) var finished = EndedJobs()

        package static func initial(
            stagings: Int = 16, capacity: Int = Self.capacity, isShared: Bool = false
        ) -> State {
            State(stagings: stagings, capacity: capacity, isShared: isShared)
        }
    }

    /// An unfinished job and its current activity.
    package struct Entry: Equatable, Sendable {
        /// Boxed, because every step iterates over all entries and must not copy the jobs.
        private var boxed: Boxed<Job>
        package internal(set) var activity: Activity
        /// How far the backend is with the picture that the job awaits; not stored.
        package internal(set) var progress: GenerationProgress?
        /// A state that failed to be written and is written later.
        var unwrittenState: JobState?
        /// A user cancelled the job. It ends as soon as its current activity has finished.
        package internal(set) var isCancelled = false
        /// The cancellation is being stored in the job's row.
        package internal(set) var isRecordingCancel = false
        /// According to the database a call for the job may have been sent, so it continues even without the file that
        /// it came from.
        var isSubmitted = false
        /// The backend was released while the job's `waiting` state was still being written.
        var isReleased = false

        init(job: Job, activity: Activity, isCancelled: Bool = false) {
            boxed = Boxed(job)
            self.activity = activity
            self.isCancelled = isCancelled
        }

        package internal(set) var job: Job {
            get { boxed.value }
            set { boxed.value = newValue }
        }

        /// `true` if nothing happens to the job until a user acts or a spending cap resets.
        package var isAtRest: Bool { activity == .awaitingUser || isHeld }

        /// `true` if the job is held and no action on it is in progress.
        var isHeld: Bool {
            switch (job.state, activity) {
            case (.held, .sleeping), (.held, .awaitingUser): true
            default: false
            }
        }
    }

    package enum Activity: Equatable, Sendable {
        /// Waits to be started.
        case queued
        /// Handed over to Backends for its picture.
        case awaitingPicture
        case staging
        case delivering
        /// A state is being written to the database.
        case moving
        /// Waits until this time since system start.
        case sleeping(until: Duration)
        /// Waits for a user's decision.
        case awaitingUser
    }

    /// The progress of the query whether a drop has open jobs.
    package enum Tally: Equatable, Sendable {
        case running
        /// The query failed and is repeated at this time since system start.
        case retryScheduled(at: Duration)
    }
}

extension Jobs.State {
    /// The number of further jobs that are accepted: 0 while an earlier run's jobs are still being read or the service
    /// is paused.
    package var remainingCapacity: Int {
        phase == .running && pageEnd == nil && !isPaused ? freeSlots : 0
    }

    /// `true` if one more job fits and all jobs of earlier runs have been read.
    package var hasFreeSlot: Bool { hasRoom(for: 1) }

    /// `true` if that many jobs fit and all jobs of earlier runs have been read.
    /// Shared work has room in the database.
    func hasRoom(for jobs: Int) -> Bool { isShared || pageEnd == nil && freeSlots >= reservedSlots + jobs }

    /// `true` if a job that has ended, and for which a slot is reserved, fits. While unfinished jobs of earlier runs are
    /// still being read, a later page would contain it a second time.
    var hasRoomForEnded: Bool { hasRoom(for: 0) }

    /// The number of slots that submissions, retries and repeated deliveries in progress are going to take.
    var reservedSlots: Int {
        submitting.values.reduce(0) { $0 + $1.count } + requests.values.count { $0.first?.request.takesSlot == true }
    }

    /// The number of jobs that can be added.
    var freeSlots: Int {
        let waiting = waitingCount
        return max(0, capacity - (entries.count - waiting) - max(0, waiting - Self.waitingCapacity))
    }

    /// `true` if reading the unfinished jobs failed and is to be retried.
    package var isStalled: Bool { recoveryRetryAt != nil }

    /// `true` if a job is in progress or ready to be.
    package var isBusy: Bool {
        entries.count > waitingCount
    }

    /// Jobs whose pictures are generated but not yet fetched, oldest first. `next` is the time of the next attempt.
    package var unfetched: [(job: Job, next: UTCMillis, fetch: ResultFetch)] {
        ordered.compactMap { entry in
            guard case .waiting(let next, .unfetched(let fetch)) = entry.job.state else { return nil }
            return (entry.job, next, fetch)
        }
    }

    /// The number of jobs that wait, are held or are unknown: they won't end by themselves, or not soon.
    package var waitingCount: Int {
        entries.values.count { entry in
            switch entry.activity {
            case .awaitingUser, .sleeping: true
            default: false
            }
        }
    }

    /// The number of jobs that need a picture from a backend, and therefore wait while the backend is failing. Jobs
    /// that wait for a user's decision don't count.
    package func count(needing backend: String) -> Int {
        entries.values.count { entry in
            !entry.isAtRest && entry.job.needsPicture && entry.job.state.fetch == nil
                && entry.job.request?.generation.backend == backend
        }
    }

    /// All entries, oldest job first.
    var ordered: [Jobs.Entry] {
        entries.values.sorted { $0.job.id < $1.job.id }
    }

    /// Queued entries by priority, then by age.
    var queued: [Jobs.Entry] { inTurn(queued { _ in true }) }

    /// The queued entries that may start now, in the order of their turns: all that need no staging slot, and the
    /// first `slots` of those that do. Many jobs may be waiting for a slot, so they are not sorted while none is free.
    func next(slots: Int, where mayContinue: (Jobs.Entry) -> Bool) -> [Jobs.Entry] {
        var waiting: [Turn] = []
        let free = queued { entry in
            guard mayContinue(entry) else { return false }
            guard needsStagingSlot(entry) else { return true }
            if slots > 0 { waiting.append(Turn(entry)) }
            return false
        }
        if slots == 1, let first = waiting.min() { return inTurn(free + [first]) }
        return inTurn(free + waiting.sorted().prefix(max(slots, 0)))
    }

    private func needsStagingSlot(_ entry: Jobs.Entry) -> Bool {
        entry.unwrittenState == nil && !isWithdrawn(entry) && !entry.job.needsPicture
    }

    private func queued(where isIncluded: (Jobs.Entry) -> Bool) -> [Turn] {
        var turns: [Turn] = []
        for entry in entries.values where entry.activity == .queued && isIncluded(entry) { turns.append(Turn(entry)) }
        return turns
    }

    private func inTurn(_ turns: [Turn]) -> [Jobs.Entry] { turns.sorted().compactMap { entries[$0.id] } }

    /// A sort key, much smaller than an entry.
    private struct Turn: Comparable {
        let priority: JobPriority
        let id: JobID

        init(_ entry: Jobs.Entry) {
            priority = entry.job.request?.priority ?? .normal
            id = entry.job.id
        }

        static func < (one: Turn, other: Turn) -> Bool { (one.priority, one.id) < (other.priority, other.id) }
    }

    var stagingCount: Int {
        entries.values.count { $0.activity == .staging || $0.activity == .delivering }
    }

    /// The time at which the first wait ends, since system start.
    var nextWake: Duration? {
        let wakes = entries.values.compactMap { entry in
            if case .sleeping(let until) = entry.activity { until } else { nil }
        }
        let tallies = self.tallies.values.compactMap { tally in
            if case .retryScheduled(let moment) = tally { moment } else { nil }
        }
        return (wakes + tallies + [recoveryRetryAt, gatedRetryAt].compactMap(\.self)).min()
    }
}

extension Jobs.State {
    /// Whether the progress of a job's picture is known from now on, or no longer.
    func takesProgress(of id: JobID, _ progress: GenerationProgress?) -> Bool {
        guard let entry = entries[id], entry.activity == .awaitingPicture else { return false }
        return entry.progress != progress
    }
}

extension Job {
    /// `true` if the job's picture comes from a backend and has not been generated yet.
    var needsPicture: Bool {
        guard request?.source.task != nil else { return false }
        return picture == nil && outputs.isEmpty
    }

    /// `true` if part of the job's result exists already, so that it doesn't count as new work.
    var isBegun: Bool {
        guard request?.source.task != nil else { return !outputs.isEmpty }
        return !needsPicture || state.fetch != nil
    }
}
