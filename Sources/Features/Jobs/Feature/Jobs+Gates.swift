import Domain
import MVICore

/// Gates: jobs that have not begun wait in the database for theirs to open, so that they take no slots. What may have been
/// paid for continues.
extension Jobs {
    static func gatesChanged(_ state: inout State, _ closures: GateClosures, _ stamp: Stamp) -> [Command<Self>] {
        state.knowsGates = true
        state.closures = closures
        state.seeksGated = true
        // Only Backends knows whether it has started a call for the job.
        let waiting = state.ordered.filter { $0.activity == .awaitingPicture && state.closure(of: $0) != nil }
        return waiting.map { .emit(.callUnneeded($0.job.id)) } + advanceAndReport(&state, stamp)
    }

    static func parked(
        _ state: inout State, _ id: JobID, _ closure: GateClosure, _ answer: Result<Bool, RepositoryFailure>,
        _ stamp: Stamp
    ) -> [Command<Self>] {
        guard var job = state.entries[id]?.job else { return [] }
        switch answer {
        case .failure(let failure): return retryStep(&state, id, failure, stamp)
        case .success(false): return continueSubmitted(&state, job, stamp)
        case .success(true):
            job.state = .behind(closure, at: stamp.utc)
            return enteredGate(&state, job, closure, stamp)
        }
    }

    /// The job leaves the state, unless it was cancelled or withdrawn while that was written.
    private static func enteredGate(
        _ state: inout State, _ job: Job, _ closure: GateClosure, _ stamp: Stamp
    ) -> [Command<Self>] {
        state.entries[job.id]?.job = job
        if state.entries[job.id]?.isCancelled == true {
            return [.emit(.stepped(job))] + write(&state, job.id, .cancelled) + advance(&state, stamp)
        }
        if let entry = state.entries[job.id], state.isWithdrawn(entry) {
            state.entries[job.id]?.activity = .queued
            return advance(&state, stamp)
        }
        state.entries[job.id] = nil
        if !state.isShared { state.parkedCount += 1 }
        if !state.closures.gates.contains(closure.gate) { state.seeksGated = true }
        let until = closure.until ?? stamp.utc + JobState.longestWait
        return [.emit(.waits(job, .gate(closure), until: until))] + advanceAndReport(&state, stamp)
    }

    /// Looks for jobs whose gates are open, while there is room for some.
    static func admitGated(_ state: State, _ stamp: Stamp) -> [Command<Self>] {
        // Services that share their work claim such jobs like any others.
        guard state.phase == .running, !state.isShared, state.seeksGated, state.gatedRetryAt == nil, !state.isPaused,
            state.pageEnd == nil
        else { return [] }
        let limit = min(state.freeSlots, admittedAtOnce)
        guard limit > 0 else { return [] }
        let effect = Effect.admitGated(except: state.closures.gates, limit: limit, token: stamp.utc.milliseconds)
        return [.run(effect, as: .gatedJobs, ifRunning: .keep)]
    }

    /// One transaction admits this many jobs, so that others don't wait long.
    private static let admittedAtOnce = 64

    static func admittedGated(
        _ state: inout State, _ answer: Result<GateAdmission, RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        switch answer {
        case .failure(let failure):
            state.gatedRetryAt = stamp.now + .milliseconds(retryAfter)
            return [.emit(.storageFailed(failure))] + timer(&state, stamp)
        case .success(let admission):
            // An empty answer means that there are none; after any other, more may follow.
            if admission.jobs.isEmpty { state.seeksGated = false }
            state.parkedCount = admission.waiting
            for job in admission.jobs { add(&state, job, .queued) }
            return admission.jobs.map { .emit(.stepped($0)) } + advanceAndReport(&state, stamp)
        }
    }
}

extension Jobs.State {
    /// The closed gate behind which the job has to wait; `nil` if it may start, has begun, or may have been paid for.
    func closure(of entry: Jobs.Entry) -> GateClosure? {
        guard closures != .none, !entry.isSubmitted, !entry.job.isBegun else { return nil }
        switch entry.job.state {
        case .queued, .waiting, .held: return closures.closure(of: entry.job)
        case .submitting, .submitted, .generated, .staged, .done, .unknown, .failed, .cancelled: return nil
        }
    }
}
