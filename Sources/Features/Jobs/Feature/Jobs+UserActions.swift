import Domain
import MVICore

/// User decisions: retry, approve, cancel.
extension Jobs {
    static func retryRequested(
        _ state: inout State, _ ids: [JobID], _ mayPayTwice: Bool, _ stamp: Stamp
    ) -> [Command<Self>] {
        ids.map { id in
            if let refusal = refusal(state, id) { return .emit(.retryRefused(id, refusal)) }
            state.reopening.insert(id)
            return .run(
                .reopen(id, mayPayTwice: mayPayTwice, token: stamp.utc, utc: stamp.utc), as: .job(id), ifRunning: .keep)
        }
    }

    private static func refusal(_ state: State, _ id: JobID) -> RetryRefusal? {
        if state.phase == .draining { return .draining }
        if state.reopening.contains(id) { return .notRetryable(state: JobState.queued.word) }
        if let entry = state.entries[id] {
            let isUnknown = entry.job.state == .unknown && entry.activity == .resting
            return isUnknown ? nil : .notRetryable(state: entry.job.state.word)
        }
        // A page that is still to be read would contain the job a second time.
        return state.pageEnd == nil && state.places > state.reopening.count ? nil : .noRoom
    }

    static func reopened(
        _ state: inout State, _ id: JobID, _ answer: Result<Job, RetryRefusal>, _ stamp: Stamp
    ) -> [Command<Self>] {
        state.reopening.remove(id)
        switch answer {
        case .failure(let refusal): return [.emit(.retryRefused(id, refusal))]
        case .success(var job):
            if let known = state.entries[id]?.job.token { job.token.raise(to: known) }
            state.entries[id] = Entry(job: job, activity: .queued)
            return [.emit(.retried(job))] + advance(&state, stamp) + [.emit(.room(state.room))]
        }
    }

    static func approve(_ state: inout State, _ id: JobID, _ stamp: Stamp) -> [Command<Self>] {
        if let refusal = approvalRefusal(state, id) { return [.emit(.approveRefused(id, refusal))] }
        state.entries[id]?.activity = .moving
        return [.run(.approve(id, token: stamp.utc, utc: stamp.utc), as: .job(id), ifRunning: .keep)]
    }

    private static func approvalRefusal(_ state: State, _ id: JobID) -> ApproveRefusal? {
        if state.phase == .draining { return .draining }
        if let entry = state.entries[id] { return entry.isHeld && !entry.isCancelled ? nil : .notHeld }
        return state.hasFreeSlot ? nil : .noRoom
    }

    static func approved(
        _ state: inout State, _ id: JobID, _ answer: Result<Job?, RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        switch answer {
        case .success(.some(var job)):
            if let known = state.entries[id]?.job.token { job.token.raise(to: known) }
            let isCancelled = state.entries[id]?.isCancelled == true
            state.entries[id] = Entry(job: job, activity: .queued, isCancelled: isCancelled)
            let end = isCancelled ? write(&state, id, .cancelled, stamp) : []
            return [.emit(.approved(job))] + end + advance(&state, stamp) + [.emit(.room(state.room))]
        case .success(.none): return refuse(&state, id, .notHeld, stamp)
        case .failure(let failure): return refuse(&state, id, .repository(failure), stamp)
        }
    }

    private static func refuse(
        _ state: inout State, _ id: JobID, _ refusal: ApproveRefusal, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard let entry = state.entries[id] else { return [.emit(.approveRefused(id, refusal))] }
        state.entries[id]?.activity = rest(of: entry.job, stamp)
        let end = entry.isCancelled ? write(&state, id, .cancelled, stamp) : []
        return [.emit(.approveRefused(id, refusal))] + end + advance(&state, stamp)
    }

    /// Cancels a job at once, or, when a step is in progress, marks its entry and stores the request in its row.
    static func cancel(_ state: inout State, _ id: JobID, _ stamp: Stamp) -> [Command<Self>] {
        if state.reopening.contains(id) { return [.emit(.cancelRefused(id, .busy))] }
        guard let entry = state.entries[id] else {
            return [.run(.cancelRow(id, token: stamp.utc, utc: stamp.utc), as: .job(id), ifRunning: .keep)]
        }
        if entry.isCancelled { return [] }
        state.entries[id]?.isCancelled = true
        let news: [Command<Self>] = entry.job.needsPicture ? [.emit(.pictureUnneeded(id))] : []
        switch entry.activity {
        case .asking, .staging, .delivering, .moving:
            state.entries[id]?.isRecordingCancel = true
            return news + [.run(.recordCancellation(id), as: .cancelRecord(id), ifRunning: .keep)]
        case .queued, .sleeping, .resting: return news + write(&state, id, .cancelled, stamp)
        }
    }

    /// If the request could not be stored, it stays in force until the service stops.
    static func cancelRecorded(_ state: inout State, _ id: JobID, _ failure: RepositoryFailure?) -> [Command<Self>] {
        state.entries[id]?.isRecordingCancel = false
        return failure.map { [.emit(.storageFailed($0))] } ?? []
    }

    static func rowCancelled(
        _ state: inout State, _ id: JobID, _ answer: Result<Job?, RepositoryFailure>
    ) -> [Command<Self>] {
        switch answer {
        case .failure(let failure): return [.emit(.cancelRefused(id, failure))]
        case .success(.none): return [.emit(.cancelRefused(id, nil))]
        case .success(.some(let job)):
            state.finished.cancelled += 1
            return [.emit(.cancelled(job)), tally(&state, job.drop)]
        }
    }
}

/// Drops whose files were removed or replaced. Their submitted jobs continue, all others are cancelled.
extension Jobs {
    static func withdrawalRequested(_ state: inout State, _ drop: DropID, _ stamp: Stamp) -> [Command<Self>] {
        state.withdrawn.insert(drop)
        let its = state.ordered.filter { $0.job.drop == drop }
        for entry in its { withdraw(&state, entry.job.id) }
        // Backends knows for which of these it has started a call.
        let asking = its.filter { $0.activity == .asking && state.isWithdrawn($0) }
        return asking.map { .emit(.callUnneeded($0.job.id)) } + advance(&state, stamp)
    }

    /// Queues a sleeping or resting job of a withdrawn drop, so that it is cancelled at once.
    static func withdraw(_ state: inout State, _ id: JobID) {
        guard let entry = state.entries[id], state.isWithdrawn(entry) else { return }
        switch entry.activity {
        case .sleeping, .resting: state.entries[id]?.activity = .queued
        case .queued, .asking, .staging, .delivering, .moving: return
        }
    }

    static func withdrawn(
        _ state: inout State, _ id: JobID, _ answer: Result<Bool, RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard let job = state.entries[id]?.job else { return [] }
        switch answer {
        case .success(true): return moved(&state, id, .cancelled, .success(true), stamp)
        case .success(false):
            state.entries[id]?.isSubmitted = true
            state.entries[id]?.activity = rest(of: job, stamp)
            let end = state.entries[id]?.isCancelled == true ? write(&state, id, .cancelled, stamp) : []
            return end + advance(&state, stamp)
        case .failure(let failure):
            state.entries[id]?.activity = .sleeping(until: stamp.now + .milliseconds(retryAfter))
            return [.emit(.storageFailed(failure))] + advance(&state, stamp)
        }
    }
}

extension Jobs.State {
    /// `true` if the job's drop was withdrawn and, as far as the state tells, nothing was submitted for it.
    func isWithdrawn(_ entry: Jobs.Entry) -> Bool {
        guard withdrawn.contains(entry.job.drop), !entry.isSubmitted, !entry.job.isBegun else { return false }
        switch entry.job.state {
        case .queued, .waiting, .held: return true
        case .submitting, .submitted, .generated, .staged, .done, .unknown, .failed, .cancelled: return false
        }
    }
}
