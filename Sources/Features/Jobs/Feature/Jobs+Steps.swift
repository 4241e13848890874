import Domain
import MVICore

/// The steps of a job: which jobs run next, and what follows each result.
extension Jobs {
    /// The delay before a folder or the database is tried again, in milliseconds.
    static let retryAfter: Int64 = 30_000

    /// Starts every job whose turn it is, within the limit on concurrent stagings.
    static func advance(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        if state.phase == .draining { return deliverStaged(&state) }
        guard state.phase == .running else { return [] }
        let places = state.stagings - state.stagingCount
        var commands: [Command<Self>] = []
        var asking: [Job] = []
        for entry in state.next(places: places, where: { mayContinue($0, state) }) {
            if let owed = entry.owed {
                commands += write(&state, entry.job.id, owed)
            } else if state.isWithdrawn(entry) {
                state.entries[entry.job.id]?.activity = .moving
                commands.append(.run(.withdraw(entry.job), as: .job(entry.job.id), ifRunning: .keep))
            } else if entry.job.needsPicture {
                state.entries[entry.job.id]?.activity = .asking
                asking.append(entry.job)
            } else {
                commands.append(make(&state, entry.job))
            }
        }
        if !asking.isEmpty { commands.append(.emit(.needsPictures(asking))) }
        return commands + timer(&state, stamp) + page(state, stamp)
    }

    /// While the service is paused, only jobs that have begun continue.
    private static func mayContinue(_ entry: Entry, _ state: State) -> Bool {
        !state.isPaused || entry.job.isBegun || entry.owed != nil || state.isWithdrawn(entry)
    }

    private static func make(_ state: inout State, _ job: Job) -> Command<Self> {
        if job.state == .staged { return deliver(&state, job) }
        state.entries[job.id]?.activity = .staging
        return .run(.stage(job), as: .job(job.id), ifRunning: .keep)
    }

    /// While draining, delivers what is staged, so that no temporary files stay behind.
    private static func deliverStaged(_ state: inout State) -> [Command<Self>] {
        state.queued.filter { $0.job.state == .staged }.map { entry in make(&state, entry.job) }
    }

    private static func deliver(_ state: inout State, _ job: Job) -> Command<Self> {
        state.entries[job.id]?.activity = .delivering
        return .run(.deliver(job), as: .job(job.id), ifRunning: .keep)
    }

    /// Reads the next page of unfinished jobs once half the places are free.
    private static func page(_ state: State, _ stamp: Stamp) -> [Command<Self>] {
        guard let end = state.pageEnd, state.places > State.capacity / 2, state.recoveryRetryAt == nil else {
            return []
        }
        return [takeUp(after: end, stamp)]
    }

    /// Stores Backends' answer. A picture that arrives for a cancelled job has been paid for and is kept with the job.
    static func pictureReceived(
        _ state: inout State, _ id: JobID, _ answer: PictureAnswer, _ stamp: Stamp
    ) -> [Command<Self>] {
        let target: JobState
        switch answer {
        case .picture(let picture):
            state.entries[id]?.job.picture = picture
            target = .generated
        case .waits(let failure, let until): target = .waiting(until: until, failure)
        case .failed(let failure): target = .failed(failure)
        case .unknown: target = .unknown
        case .held(let reason): target = .held(reason)
        case .cancelled where state.entries[id].map { state.isWithdrawn($0) && !$0.isCancelled } == true:
            // Backends has not started a call in this run. The database knows whether an earlier run has.
            state.entries[id]?.activity = .queued
            return advance(&state, stamp)
        case .cancelled: target = .cancelled
        }
        return write(&state, id, target) + advance(&state, stamp)
    }

    static func staged(
        _ state: inout State, _ id: JobID, _ answer: Result<[OutputFile]?, JobFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard let entry = state.entries[id] else { return [] }
        switch answer {
        case .success(.none): return lose(&state, entry.job, stamp)
        case .failure(let failure):
            return write(&state, id, verdict(failure, stamp)) + advance(&state, stamp)
        case .success(.some(let outputs)):
            var job = entry.job
            job.outputs = outputs
            job.state = .staged
            state.entries[id]?.job = job
            let next = entry.isCancelled ? write(&state, id, .cancelled) : [deliver(&state, job)]
            return [.emit(.stepped(job))] + next + advance(&state, stamp)
        }
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
        case .success(false): return lose(&state, job, stamp)
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
        state.entries[id]?.activity = .moving
        let target = entry.isCancelled ? .cancelled : target
        return [.run(.move(entry.job, to: target), as: .job(id), ifRunning: .keep)]
    }

    static func lose(_ state: inout State, _ job: Job, _ stamp: Stamp) -> [Command<Self>] {
        state.entries[job.id] = nil
        return [.emit(.lost(job))] + advance(&state, stamp) + [.emit(.room(state.room))]
    }

    static func end(_ state: inout State, _ job: Job, _ event: Event, _ stamp: Stamp) -> [Command<Self>] {
        state.entries[job.id] = nil
        let tally = tally(&state, job.drop)
        return [.emit(event), tally] + advance(&state, stamp) + [.emit(.room(state.room))]
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
        case .success(false): return lose(&state, job, stamp)
        case .failure(let failure):
            // Reaching this state may have cost money, so the state is kept and written later.
            state.entries[id]?.owed = target
            state.entries[id]?.activity = .sleeping(until: stamp.now + .milliseconds(retryAfter))
            return [.emit(.storageFailed(failure))] + advance(&state, stamp)
        case .success(true):
            job.state = target
            state.entries[id]?.job = job
            state.entries[id]?.owed = nil
            return arrived(&state, job, stamp)
        }
    }

    private static func arrived(_ state: inout State, _ job: Job, _ stamp: Stamp) -> [Command<Self>] {
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
            let activity = wait(&state, job.id, until, stamp)
            state.entries[job.id]?.activity = activity
            withdraw(&state, job.id)
            return [.emit(.waits(job, failure, until: until))] + reportRoom(&state, stamp)
        case .unknown:
            state.entries[job.id]?.activity = .resting
            return [.emit(.unknown(job))] + reportRoom(&state, stamp)
        case .held(let reason):
            state.entries[job.id]?.activity = rest(of: job, stamp)
            withdraw(&state, job.id)
            return [.emit(.held(job, reason))] + reportRoom(&state, stamp)
        case .queued, .submitting, .submitted, .generated, .staged, .done:
            state.entries[job.id]?.activity = .queued
            return [.emit(.stepped(job))] + advance(&state, stamp)
        }
    }

    /// Waiting jobs free their places for jobs that can run.
    private static func reportRoom(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        advance(&state, stamp) + [.emit(.room(state.room))]
    }

    private static func wait(_ state: inout State, _ id: JobID, _ until: UTCMillis, _ stamp: Stamp) -> Activity {
        let isReleased = state.entries[id]?.isReleased == true
        state.entries[id]?.isReleased = false
        return isReleased
            ? .queued : .sleeping(until: stamp.now + .milliseconds(max(0, until.milliseconds(since: stamp.utc))))
    }
}

extension Jobs {
    /// The state of a job that could not be staged: it waits if a folder or the database is at fault, and fails if the
    /// picture is. Jobs without a picture are decided by Backends.
    static func verdict(_ failure: JobFailure, _ stamp: Stamp) -> JobState {
        switch failure {
        case .picture(.outOfMemory), .delivery, .storage: .waiting(until: stamp.utc + retryAfter, failure)
        case .picture(.unreadable(let cause)) where cause != .missing:
            .waiting(until: stamp.utc + retryAfter, failure)
        case .picture, .pictureLost, .noSuchBackend, .overBudget, .backend, .unfetched, .request: .failed(failure)
        }
    }
}

/// Reporting a drop's end after the last of its jobs has ended.
extension Jobs {
    /// Queries how many of a drop's jobs are open. A query already in flight may have missed the job that just ended,
    /// so it is replaced.
    static func tally(_ state: inout State, _ drop: DropID) -> Command<Self> {
        state.tallies[drop] = .asked
        return .run(.tally(drop), as: .drop(drop))
    }

    /// Reports the jobs of a batch's invalid lines, which failed before they started, and queries each of their drops
    /// once.
    static func reportInvalidLines(_ state: inout State, _ jobs: [Job]) -> [Command<Self>] {
        let bad = jobs.compactMap { job -> (Job, JobFailure)? in
            if case .failed(let failure) = job.state { (job, failure) } else { nil }
        }
        state.finished.failed += bad.count
        let drops = Set(bad.map(\.0.drop)).sorted()
        return bad.map { .emit(.failed($0.0, $0.1)) } + drops.map { tally(&state, $0) }
    }

    /// Reports the jobs that are held for approval from the start.
    static func held(_ jobs: [Job]) -> [Command<Self>] {
        jobs.compactMap { job in
            if case .held(let reason) = job.state { .emit(.held(job, reason)) } else { nil }
        }
    }

    static func tallied(
        _ state: inout State, _ drop: DropID, _ answer: Result<DropProgress, RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        switch answer {
        case .success(let tally):
            state.tallies[drop] = nil
            if tally.open > 0 { return [] }
            state.withdrawn.remove(drop)
            return [.emit(.dropEnded(drop, tally.ending))]
        case .failure(let failure):
            state.tallies[drop] = .retryScheduled(at: stamp.now + .milliseconds(retryAfter))
            return [.emit(.storageFailed(failure))] + timer(&state, stamp)
        }
    }

    /// Repeats the queries that failed and are due.
    static func tallyAgain(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        let due = state.tallies.filter { _, tally in
            if case .retryScheduled(let moment) = tally { moment <= stamp.now } else { false }
        }
        return due.keys.sorted().map { tally(&state, $0) }
    }
}
