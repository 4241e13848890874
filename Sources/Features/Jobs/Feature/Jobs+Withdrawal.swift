import Domain
import MVICore

/// Drops whose files were removed or replaced. Their submitted jobs continue, all others are cancelled.
extension Jobs {
    static func withdrawalRequested(_ state: inout State, _ drop: DropID, _ stamp: Stamp) -> [Command<Self>] {
        state.withdrawn.insert(drop)
        let entries = state.ordered.filter { $0.job.drop == drop }
        for entry in entries { withdraw(&state, entry.job.id) }
        // Only Backends knows whether it has started a call for the job.
        let waiting = entries.filter { $0.activity == .awaitingPicture && state.isWithdrawn($0) }
        return waiting.map { .emit(.callUnneeded($0.job.id)) } + advance(&state, stamp)
    }

    /// Queues a job of a withdrawn drop that is waiting for a time or a decision, so that it is cancelled at once.
    static func withdraw(_ state: inout State, _ id: JobID) {
        guard let entry = state.entries[id], state.isWithdrawn(entry) else { return }
        switch entry.activity {
        case .sleeping, .awaitingUser: state.entries[id]?.activity = .queued
        case .queued, .awaitingPicture, .staging, .delivering, .moving: return
        }
    }

    static func withdrawn(
        _ state: inout State, _ id: JobID, _ answer: Result<Bool, RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard let job = state.entries[id]?.job else { return [] }
        switch answer {
        case .success(true): return moved(&state, id, .cancelled, .success(true), stamp)
        case .success(false): return continueSubmitted(&state, job, stamp)
        case .failure(let failure): return retryStep(&state, id, failure, stamp)
        }
    }

    /// Continues with a job for which a call may have been sent.
    static func continueSubmitted(_ state: inout State, _ job: Job, _ stamp: Stamp) -> [Command<Self>] {
        state.entries[job.id]?.isSubmitted = true
        state.entries[job.id]?.activity = activity(for: job, stamp)
        let end = state.entries[job.id]?.isCancelled == true ? write(&state, job.id, .cancelled) : []
        return end + advance(&state, stamp)
    }

    /// Repeats a job's step later, because the database failed.
    static func retryStep(
        _ state: inout State, _ id: JobID, _ failure: RepositoryFailure, _ stamp: Stamp
    ) -> [Command<Self>] {
        state.entries[id]?.activity = .sleeping(until: stamp.now + .milliseconds(retryAfter))
        return [.emit(.storageFailed(failure))] + advance(&state, stamp)
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
