import Domain
import MVICore

/// What follows when a state was written.
extension Jobs {
    static func moved(
        _ state: inout State, _ id: JobID, _ target: JobState, _ answer: Result<Bool, RepositoryFailure>,
        _ stamp: Stamp
    ) -> [Command<Self>] {
        guard var job = state.entries[id]?.job else { return [] }
        switch answer {
        case .success(false): return lose(&state, job, stamp)
        case .failure(let failure):
            // What it has come to may have cost something: it is written later, and not found out once more.
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
            return [.emit(.stepped(job))] + write(&state, job.id, .cancelled, stamp) + advance(&state, stamp)
        case .waiting(let until, let failure):
            let activity = wait(&state, job.id, until, stamp)
            state.entries[job.id]?.activity = activity
            withdraw(&state, job.id)
            return [.emit(.waits(job, failure, until: until))] + makeRoom(&state, stamp)
        case .unknown:
            state.entries[job.id]?.activity = .resting
            return [.emit(.unknown(job))] + makeRoom(&state, stamp)
        case .held(let reason):
            state.entries[job.id]?.activity = rest(of: job, stamp)
            withdraw(&state, job.id)
            return [.emit(.held(job, reason))] + makeRoom(&state, stamp)
        case .queued, .submitting, .submitted, .generated, .staged, .done:
            state.entries[job.id]?.activity = .queued
            return [.emit(.stepped(job))] + advance(&state, stamp)
        }
    }

    /// A job that waits takes the place of none that could be worked on.
    private static func makeRoom(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        advance(&state, stamp) + [.emit(.room(state.room))]
    }

    private static func wait(_ state: inout State, _ id: JobID, _ until: Int64, _ stamp: Stamp) -> Activity {
        let isReleased = state.entries[id]?.isReleased == true
        state.entries[id]?.isReleased = false
        return isReleased ? .queued : .sleeping(until: stamp.now + .milliseconds(max(0, until - stamp.utc)))
    }
}
