import Domain
import JobsFeature
import MVIRuntime
import Observation
import Repositories

extension ServiceControl {
    func jobs(_ query: JobQuery) async throws(ControlFailure) -> JobPage {
        try await stored { () throws(RepositoryFailure) in try await base.spool.page(query) }
    }

    func find(_ ending: JobEnding) async throws(ControlFailure) -> JobID {
        let found = try await stored { () throws(RepositoryFailure) in
            try await base.spool.find(ending, limit: 10)
        }
        guard let first = found.first else { throw .noSuchJob(ending.text) }
        guard found.count == 1 else { throw .ambiguousJob(ending: ending.text, matches: found) }
        return first
    }

    func job(_ id: JobID) async throws(ControlFailure) -> JobStory {
        let story = try await stored { () throws(RepositoryFailure) in try await base.spool.story(id) }
        guard let story else { throw .noSuchJob(id.text) }
        return story
    }

    /// Stores may be replaced meanwhile; the job's row says in the end.
    func rest(of id: JobID) async throws(ControlFailure) -> JobStory {
        for await isMoving in Observations({ [current] in current.container.jobs.state.moves(id) }) {
            if Task.isCancelled { break }
            if isMoving { continue }
            let story = try await job(id)
            if story.job.state.isAtRest || current.stage == .stopping { return story }
        }
        return try await job(id)
    }

    func retry(_ id: JobID, mayPayTwice: Bool) async throws(ControlFailure) -> JobStory {
        let container = try await serving()
        let outcome = await container.news.outcome(of: id) {
            container.jobs.send(.retry([id], mayPayTwice: mayPayTwice))
        }
        if case .retryRefused(let refusal) = outcome { throw failure(refusal, id, container) }
        return try await job(id)
    }

    /// A job that a backend works on is only marked: it is told as it stands then.
    func cancel(_ id: JobID) async throws(ControlFailure) -> JobStory {
        let container = try await serving()
        let story = try await job(id)
        switch story.job.state {
        case .cancelled: return story
        case .done, .failed: throw .hasEnded(id, state: story.job.state.word)
        default: break
        }
        container.jobs.send(.cancel([id]))
        for await isSettled in Observations({ container.jobs.state.hasTakenCancel(id) }) where isSettled { break }
        return try await job(id)
    }

    private func failure(_ refusal: RetryRefusal, _ id: JobID, _ container: AppContainer) -> ControlFailure {
        switch refusal {
        case .noSuchJob: .noSuchJob(id.text)
        case .notRetryable(let state): .notRetryable(id, state: state)
        case .mayPayTwice: .mayPayTwice(id)
        case .pictureLost: .pictureLost(id)
        case .noRoom: .noRoom(jobs: container.jobs.state.entries.count)
        case .draining: .draining
        case .repository(let failure): .repository(failure)
        }
    }
}

extension JobState {
    /// Whether it has ended, or goes on only when a person says so.
    var isAtRest: Bool {
        switch self {
        case .held, .unknown: true
        default: isEnd
        }
    }
}

extension Jobs.State {
    /// Whether something is being done about the job, or will be by itself.
    func moves(_ id: JobID) -> Bool {
        guard let entry = entries[id] else { return false }
        return entry.activity != .resting
    }

    /// Whether the wish to cancel has come to something: it is gone, or marked where it can't be stopped at once.
    fileprivate func hasTakenCancel(_ id: JobID) -> Bool {
        guard let entry = entries[id] else { return true }
        switch entry.activity {
        case .asking, .staging, .delivering: return entry.isCancelled
        case .queued, .moving, .sleeping, .resting: return false
        }
    }
}
