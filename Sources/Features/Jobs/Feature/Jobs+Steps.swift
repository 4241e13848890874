import Domain
import MVICore

/// The steps of a job: which jobs run next, and what follows each result.
extension Jobs {
    /// The delay before a folder or the database is tried again, in milliseconds.
    static let retryAfter: Int64 = 30_000
    /// Milliseconds after which a shared storage of pictures is tried again: many jobs wait for it at once.
    static let sharedStoreRetry: Int64 = 4_000

    /// Starts every job whose turn it is, within the limit on concurrent stagings.
    static func advance(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        if state.phase == .draining { return deliverStaged(&state) }
        guard state.phase == .running else { return [] }
        var commands: [Command<Self>] = []
        var withoutPicture: [Job] = []
        for entry in state.next(slots: state.stagings - state.stagingCount, where: { mayContinue($0, state) }) {
            let job = entry.job
            if let unwritten = entry.unwrittenState {
                commands += write(&state, job.id, unwritten)
            } else if state.isWithdrawn(entry) {
                commands.append(start(.withdraw(job), of: job.id, as: .moving, &state))
            } else if let closure = state.closure(of: entry) {
                commands.append(start(.park(job, closure), of: job.id, as: .moving, &state))
            } else if job.needsPicture {
                state.entries[job.id]?.activity = .awaitingPicture
                withoutPicture.append(job)
            } else if job.state == .staged {
                commands.append(deliver(&state, job))
            } else {
                commands.append(start(.stage(job), of: job.id, as: .staging, &state))
            }
        }
        if !withoutPicture.isEmpty { commands.append(.emit(.needsPictures(withoutPicture))) }
        return commands + timer(&state, stamp) + claimNextPage(state, stamp) + admitGated(state, stamp)
    }

    /// Starts whatever may start after the number of active jobs has changed, and reports the remaining capacity.
    static func advanceAndReport(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        advance(&state, stamp) + [.emit(.remainingCapacity(state.remainingCapacity))]
    }

    /// Starts a step of a job.
    static func start(
        _ effect: Effect, of id: JobID, as activity: Activity, _ state: inout State
    ) -> Command<Self> {
        state.entries[id]?.activity = activity
        return .run(effect, as: .job(id), ifRunning: .keep)
    }

    /// While the service is paused, only jobs that have begun continue.
    private static func mayContinue(_ entry: Entry, _ state: State) -> Bool {
        !state.isPaused || entry.job.isBegun || entry.unwrittenState != nil || state.isWithdrawn(entry)
    }

    /// While draining, delivers what is staged, so that no temporary files stay behind.
    private static func deliverStaged(_ state: inout State) -> [Command<Self>] {
        state.queued.filter { $0.job.state == .staged }.map { deliver(&state, $0.job) }
    }

    private static func deliver(_ state: inout State, _ job: Job) -> Command<Self> {
        start(.deliver(job), of: job.id, as: .delivering, &state)
    }

    /// Claims the next page of unfinished jobs once half the slots are free.
    private static func claimNextPage(_ state: State, _ stamp: Stamp) -> [Command<Self>] {
        guard let end = state.pageEnd, state.freeSlots > state.capacity / 2, state.recoveryRetryAt == nil else {
            return []
        }
        return [claimUnfinished(after: end, limit: state.capacity, stamp)]
    }

    /// Stores Backends' answer. A picture that arrives for a cancelled job has been paid for and is kept with the job.
    static func pictureReceived(
        _ state: inout State, _ id: JobID, _ answer: PictureAnswer, _ stamp: Stamp
    ) -> [Command<Self>] {
        state.entries[id]?.progress = nil
        let target: JobState
        switch answer {
        case .picture(let picture):
            state.entries[id]?.job.picture = picture
            target = .generated
        case .waits(let failure, let until): target = .waiting(until: until, failure)
        case .failed(let failure): target = .failed(failure)
        case .unknown: target = .unknown
        case .held(let reason): target = .held(reason)
        case .unstarted where state.entries[id]?.isCancelled == false:
            // Only the database knows whether an earlier run has started a call.
            state.entries[id]?.activity = .queued
            return advance(&state, stamp)
        case .cancelled, .unstarted: target = .cancelled
        }
        return write(&state, id, target) + advance(&state, stamp)
    }

    static func staged(
        _ state: inout State, _ id: JobID, _ answer: Result<[OutputFile]?, JobFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard let entry = state.entries[id] else { return [] }
        switch answer {
        case .success(.none): return removeLost(&state, entry.job, stamp)
        case .failure(let failure):
            return write(&state, id, stateAfterStaging(failure, stamp)) + advance(&state, stamp)
        case .success(.some(let outputs)):
            var job = entry.job
            job.outputs = outputs
            job.state = .staged
            state.entries[id]?.job = job
            let next = entry.isCancelled ? write(&state, id, .cancelled) : [deliver(&state, job)]
            return [.emit(.stepped(job))] + next + advance(&state, stamp)
        }
    }

    static func handedOver(_ state: inout State, _ id: JobID, _ stamp: Stamp) -> [Command<Self>] {
        state.entries[id] = nil
        return advanceAndReport(&state, stamp)
    }

    static func delivered(
        _ state: inout State, _ id: JobID, _ answer: Result<Bool, JobFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard var job = state.entries[id]?.job else { return [] }
        switch answer {
        case .success(true):
            job.state = .done
            state.finished.done += 1
            return end(&state, job, .done(job), stamp)
        case .success(false): return removeLost(&state, job, stamp)
        case .failure where state.entries[id]?.isCancelled == true:
            return write(&state, id, .cancelled) + advance(&state, stamp)
        case .failure(let failure):
            // The outputs stay staged: only their folder has to become available again.
            state.entries[id]?.activity = .sleeping(until: stamp.now + .milliseconds(retryAfter))
            return [.emit(.waits(job, failure, until: stamp.utc + retryAfter))] + advance(&state, stamp)
        }
    }

    /// Writes a state. A job that a user cancelled can only become `cancelled`.
    static func write(_ state: inout State, _ id: JobID, _ target: JobState) -> [Command<Self>] {
        guard let entry = state.entries[id] else { return [] }
        return [start(.move(entry.job, to: entry.isCancelled ? .cancelled : target), of: id, as: .moving, &state)]
    }

    /// Removes a job that belongs to another owner.
    private static func removeLost(_ state: inout State, _ job: Job, _ stamp: Stamp) -> [Command<Self>] {
        state.entries[job.id] = nil
        return [.emit(.lost(job))] + advanceAndReport(&state, stamp)
    }

    private static func end(_ state: inout State, _ job: Job, _ event: Event, _ stamp: Stamp) -> [Command<Self>] {
        state.entries[job.id] = nil
        return [.emit(event), tally(&state, job.drop)] + advanceAndReport(&state, stamp)
    }
}

/// Handling of written states.
extension Jobs {
    static func moved(
        _ state: inout State, _ id: JobID, _ target: JobState, _ answer: Result<Bool, RepositoryFailure>,
        _ stamp: Stamp
    ) -> [Command<Self>] {
        guard var job = state.entries[id]?.job else { return [] }
        switch answer {
        case .success(false): return removeLost(&state, job, stamp)
        case .failure(let failure):
            // Reaching this state may have cost money, so the state is kept and written later.
            state.entries[id]?.unwrittenState = target
            state.entries[id]?.activity = .sleeping(until: stamp.now + .milliseconds(retryAfter))
            return [.emit(.storageFailed(failure))] + advance(&state, stamp)
        case .success(true):
            job.state = target
            state.entries[id]?.job = job
            state.entries[id]?.unwrittenState = nil
            return entered(&state, job, stamp)
        }
    }

    /// Continues with a job whose new state is stored.
    private static func entered(_ state: inout State, _ job: Job, _ stamp: Stamp) -> [Command<Self>] {
        switch job.state {
        case .failed(let failure):
            state.finished.failed += 1
            return end(&state, job, .failed(job, failure), stamp)
        case .cancelled:
            state.finished.cancelled += 1
            return end(&state, job, .cancelled(job), stamp)
        case _ where state.entries[job.id]?.isCancelled == true:
            return [.emit(.stepped(job))] + write(&state, job.id, .cancelled) + advance(&state, stamp)
        case .waiting(let until, let failure):
            let isReleased = state.entries[job.id]?.isReleased == true
            state.entries[job.id]?.isReleased = false
            state.entries[job.id]?.activity = isReleased ? .queued : activity(for: job, stamp)
            withdraw(&state, job.id)
            return [.emit(.waits(job, failure, until: until))] + advanceAndReport(&state, stamp)
        case .unknown:
            state.entries[job.id]?.activity = .awaitingUser
            return [.emit(.unknown(job))] + advanceAndReport(&state, stamp)
        case .held(let reason):
            state.entries[job.id]?.activity = activity(for: job, stamp)
            withdraw(&state, job.id)
            return [.emit(.held(job, reason))] + advanceAndReport(&state, stamp)
        case .queued, .submitting, .submitted, .generated, .staged, .done:
            state.entries[job.id]?.activity = .queued
            return [.emit(.stepped(job))] + advance(&state, stamp)
        }
    }

    /// The state of a job that could not be staged: it waits if a folder or the database is at fault, and fails if the
    /// picture is. Jobs without a picture are decided by Backends.
    static func stateAfterStaging(_ failure: JobFailure, _ stamp: Stamp) -> JobState {
        switch failure {
        case .delivery(.sharedStore), .delivery(.database), .picture(.unreadable(.sharedStore)):
            .waiting(until: stamp.utc + sharedStoreRetry, failure)
        case .picture(.outOfMemory), .delivery, .storage: .waiting(until: stamp.utc + retryAfter, failure)
        case .picture(.unreadable(let cause)) where cause != .missing:
            .waiting(until: stamp.utc + retryAfter, failure)
        case .picture, .pictureLost, .nameTaken, .noSuchBackend, .overBudget, .backend, .unfetched, .request, .refused,
            .gate:
            .failed(failure)
        }
    }
}

/// Reporting a drop's end after the last of its jobs has ended.
extension Jobs {
    /// Queries whether a drop has open jobs. A query already in flight may have missed the job that just ended, so it
    /// is replaced.
    static func tally(_ state: inout State, _ drop: DropID) -> Command<Self> {
        state.tallies[drop] = .running
        return .run(.tally(drop), as: .drop(drop))
    }

    /// Reports jobs that ended before they started, those of a batch's invalid lines and of duplicate pictures, and queries
    /// each of their drops once.
    static func reportEnded(_ state: inout State, _ jobs: [Job]) -> [Command<Self>] {
        let failed = jobs.compactMap { job -> (job: Job, failure: JobFailure)? in
            if case .failed(let failure) = job.state { (job, failure) } else { nil }
        }
        let skipped = jobs.filter { $0.state == .cancelled }
        state.finished.failed += failed.count
        state.finished.cancelled += skipped.count
        let drops = Set(failed.map(\.job.drop) + skipped.map(\.drop)).sorted()
        return failed.map { .emit(.failed($0.job, $0.failure)) } + skipped.map { .emit(.cancelled($0)) }
            + drops.map { tally(&state, $0) }
    }

    /// Reports the jobs that are held for approval from the start.
    static func reportHeld(_ jobs: [Job]) -> [Command<Self>] {
        jobs.compactMap { job in
            if case .held(let reason) = job.state { .emit(.held(job, reason)) } else { nil }
        }
    }

    static func tallied(
        _ state: inout State, _ drop: DropID, _ answer: Result<DropProgress, RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        switch answer {
        case .success(.open):
            state.tallies[drop] = nil
            return []
        case .success(.ended(let failure)):
            state.tallies[drop] = nil
            state.withdrawn.remove(drop)
            return [.emit(.dropEnded(drop, failure))]
        case .failure(let failure):
            state.tallies[drop] = .retryScheduled(at: stamp.now + .milliseconds(retryAfter))
            return [.emit(.storageFailed(failure))] + timer(&state, stamp)
        }
    }

    /// Repeats the queries that failed and are due.
    static func retryTallies(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        let due = state.tallies.filter { _, tally in
            if case .retryScheduled(let moment) = tally { moment <= stamp.now } else { false }
        }
        return due.keys.sorted().map { tally(&state, $0) }
    }
}
