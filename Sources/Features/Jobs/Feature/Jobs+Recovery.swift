import Domain
import MVICore

/// Recovery of unfinished jobs from earlier runs, and timed waits.
extension Jobs {
    /// Jobs that services share are claimed one by one instead of being recovered at the start.
    static func start(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        if state.isShared {
            state.phase = .running
            return advanceAndReport(&state, stamp)
        }
        state.phase = .recoveringJobs
        return [claimUnfinished(after: nil, limit: state.capacity, stamp)]
    }

    /// Continues with jobs that this service has claimed, in whatever state they are.
    static func adopt(_ state: inout State, _ jobs: [Job], _ stamp: Stamp) -> [Command<Self>] {
        jobs.flatMap { resume(&state, $0, stamp) } + advanceAndReport(&state, stamp)
    }

    static func claimUnfinished(after: JobID?, limit: Int = State.capacity, _ stamp: Stamp) -> Command<Self> {
        .run(
            .claimUnfinished(limit: limit, after: after, token: stamp.utc.milliseconds, utc: stamp.utc),
            as: .recoveringJobs, ifRunning: .keep)
    }

    static func claimedUnfinished(
        _ state: inout State, _ answer: Result<[Job], RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        switch answer {
        case .failure(let failure):
            state.recoveryRetryAt = stamp.now + .milliseconds(retryAfter)
            return [.emit(.storageFailed(failure))] + timer(&state, stamp)
        case .success(let jobs):
            if state.phase == .recoveringJobs { state.phase = .running }
            let cancellations = jobs.flatMap { resume(&state, $0, stamp) }
            state.pageEnd = jobs.count < state.capacity ? nil : jobs.last?.id
            return [.emit(.resumedJobs(jobs.count))] + cancellations + advanceAndReport(&state, stamp)
        }
    }

    /// Adds a recovered job. If it was being cancelled when the earlier run stopped, the cancellation is completed.
    private static func resume(_ state: inout State, _ job: Job, _ stamp: Stamp) -> [Command<Self>] {
        let isNew = state.entries[job.id] == nil
        add(&state, job, recoveredActivity(of: job, stamp))
        // The claim gave its token also to jobs that Intake has added meanwhile.
        state.entries[job.id]?.job.raiseToken(to: job.token)
        guard isNew, job.isCancelRequested else { return [] }
        state.entries[job.id]?.isCancelled = true
        return write(&state, job.id, .cancelled)
    }

    /// The activity with which a recovered job continues. A job that waited for a backend is queued at once, because
    /// the backend may have recovered or a pending fetch may be allowed by now. So is a job held for a budget that has
    /// not reset yet, because the budget may have been changed.
    private static func recoveredActivity(of job: Job, _ stamp: Stamp) -> Activity {
        switch job.state {
        case .waiting(_, .backend), .waiting(_, .unfetched), .waiting(_, .gate): .queued
        // No other wait is longer than this, so the clock was set back.
        case .waiting(let until, _) where until.milliseconds(since: stamp.utc) > retryAfter: .queued
        case .held(.budget(let stop, _)) where stop.resetsAt > stamp.utc: .queued
        default: activity(for: job, stamp)
        }
    }

    /// The activity of a job that has entered its state.
    static func activity(for job: Job, _ stamp: Stamp) -> Activity {
        switch job.state {
        case .waiting(let until, _), .held(.budget(_, let until)):
            .sleeping(until: stamp.now + .milliseconds(max(0, until.milliseconds(since: stamp.utc))))
        case .held(.approval), .unknown, .done, .failed, .cancelled: .awaitingUser
        case .queued, .submitting, .submitted, .generated, .staged: .queued
        }
    }

    static func woke(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        state.timerAt = nil
        return continueDue(&state, stamp)
    }

    /// Continues with everything whose wait is over.
    private static func continueDue(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        for entry in state.ordered {
            if case .sleeping(let until) = entry.activity, until <= stamp.now {
                state.entries[entry.job.id]?.activity = .queued
            }
        }
        let tallies = retryTallies(&state, stamp)
        let isDue = state.recoveryRetryAt.map { $0 <= stamp.now } == true
        if isDue { state.recoveryRetryAt = nil }
        if let retry = state.gatedRetryAt, retry <= stamp.now { state.gatedRetryAt = nil }
        if isDue, state.phase == .recoveringJobs {
            return tallies + [claimUnfinished(after: nil, limit: state.capacity, stamp)]
        }
        return tallies + advanceAndReport(&state, stamp)
    }

    /// Ends all waits for the database.
    static func databaseRestored(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        for entry in state.ordered where entry.waitsForDatabase {
            state.entries[entry.job.id]?.activity = .sleeping(until: stamp.now)
        }
        for (drop, tally) in state.tallies {
            if case .retryScheduled = tally { state.tallies[drop] = .retryScheduled(at: stamp.now) }
        }
        state.recoveryRetryAt = state.recoveryRetryAt.map { _ in stamp.now }
        state.gatedRetryAt = nil
        return continueDue(&state, stamp)
    }

    /// Sets the one timer to the first time at which anything is due.
    static func timer(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        let wake = state.phase == .draining ? nil : state.nextWake
        if wake == state.timerAt { return [] }
        state.timerAt = wake
        guard let wake else { return [.cancel(.timer)] }
        return [.run(.sleep(max(.zero, wake - stamp.now)), as: .timer)]
    }

    static func released(_ state: inout State, _ backend: String, _ stamp: Stamp) -> [Command<Self>] {
        for entry in state.ordered where entry.job.request?.generation.backend == backend {
            switch (entry.activity, entry.job.state) {
            case (.sleeping, .waiting(_, .backend)): state.entries[entry.job.id]?.activity = .queued
            case (.moving, _) where entry.job.needsPicture: state.entries[entry.job.id]?.isReleased = true
            default: continue
            }
        }
        return advanceAndReport(&state, stamp)
    }
}

extension Jobs.Entry {
    /// Whether the job's next step failed, or its last one isn't stored, because the database didn't answer. A staged job
    /// doesn't tell whether it waits for the database or for its outbox.
    fileprivate var waitsForDatabase: Bool {
        guard case .sleeping = activity else { return false }
        return switch job.state {
        case _ where unwrittenState != nil: true
        case .staged: true
        case .waiting(_, let failure): failure.isOfDatabase
        default: false
        }
    }
}

extension JobFailure {
    /// Whether the job continues as soon as the database answers. On a full disk it may answer and yet store nothing.
    package var isOfDatabase: Bool {
        switch self {
        case .storage(let failure), .delivery(.database(let failure)): failure != .full
        default: false
        }
    }
}

extension Job {
    /// Tokens never decrease.
    mutating func raiseToken(to other: Int64) { token = max(token, other) }
}
