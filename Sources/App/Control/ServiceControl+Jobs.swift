import BackendsFeature
import Configuration
import Domain
import JobsFeature
import MVIRuntime
import Observation
import Repositories
import ServiceFeature

extension ServiceControl {
    func jobs(_ query: JobQuery, since: Since? = nil) async throws(ControlFailure) -> JobPage {
        var query = query
        if let since { query.since = since.milliseconds }
        let page = try await stored { [query] () throws(RepositoryFailure) in try await base.spool.page(query) }
        if page.jobs.isEmpty, let folder = query.folder { try await check(folder: folder) }
        if page.jobs.isEmpty, let backend = query.backend { try await check(backend: backend) }
        return page
    }

    /// Throws `.noSuchFolder` for a folder that is not watched and has no jobs: a folder with jobs was watched once.
    private func check(folder: String) async throws(ControlFailure) {
        let known = current.settings.watches.map(\.name)
        guard !known.contains(folder) else { return }
        let any = JobQuery(folder: folder, limit: 1)
        let page = try await stored { () throws(RepositoryFailure) in try await base.spool.page(any) }
        if page.jobs.isEmpty { throw .noSuchFolder(folder, known: known) }
    }

    /// The same for a backend that may have been configured once.
    private func check(backend: String) async throws(ControlFailure) {
        let known = current.container.backends.state.backends.keys.sorted()
        guard !known.contains(backend) else { return }
        let any = JobQuery(backend: backend, limit: 1)
        let page = try await stored { () throws(RepositoryFailure) in try await base.spool.page(any) }
        if page.jobs.isEmpty { throw .noSuchBackend(backend, known: known) }
    }

    func find(_ part: JobIDFragment) async throws(ControlFailure) -> JobID {
        let found = try await stored { () throws(RepositoryFailure) in
            try await base.spool.find(part, limit: 10)
        }
        guard let first = found.first else { throw .noSuchJob(part.text) }
        guard found.count == 1 else { throw .ambiguousJob(part: part.text, matches: found) }
        return first
    }

    func job(_ id: JobID) async throws(ControlFailure) -> JobTimeline {
        let story = try await stored { () throws(RepositoryFailure) in try await base.spool.story(id) }
        guard let story else { throw .noSuchJob(id.text) }
        return story
    }

    /// The stores may be replaced while waiting, so the job's row in the database decides. While the service is
    /// stopping, a job that won't start any more is returned as it is.
    func rest(of id: JobID) async throws(ControlFailure) -> JobTimeline {
        for await _ in Observations({ [current] in (current.stage, current.container.jobs.state.moves(id)) }) {
            if Task.isCancelled || current.stage == .stopped { break }
            if current.stage == .reloading || current.container.jobs.state.moves(id) { continue }
            let story = try await job(id)
            if story.job.state.isAtRest || current.stage == .stopping { return story }
        }
        return try await job(id)
    }

    func retry(_ id: JobID, mayPayTwice: Bool) async throws(ControlFailure) -> JobTimeline {
        let answer = try await ask(.retry(mayPayTwice: mayPayTwice), of: id, working)
        if case .retryRefused(let refusal) = answer { throw failure(refusal, id, current.container) }
        return try await job(id)
    }

    func approve(_ id: JobID) async throws(ControlFailure) -> JobTimeline {
        guard case .approveRefused(let refusal) = try await ask(.approve, of: id, working) else {
            return try await job(id)
        }
        switch refusal {
        case .notHeld: throw .notHeld(id, state: try await job(id).job.state.word)
        case .noRoom: throw .noRoom(jobs: current.container.jobs.state.entries.count)
        case .draining: throw .draining
        case .repository(let failure): throw .repository(failure)
        }
    }

    /// A job that a backend works on is only marked, and returned in its current state.
    func cancel(_ id: JobID) async throws(ControlFailure) -> JobTimeline {
        let story = try await cancellable(id)
        if story.job.state == .cancelled { return story }
        if case .cancelRefused(let failure?) = try await ask(.cancel, of: id, accepting) { throw .repository(failure) }
        return try await cancellable(id)
    }

    /// Throws `.hasEnded` for a job that has ended otherwise than by a cancellation.
    private func cancellable(_ id: JobID) async throws(ControlFailure) -> JobTimeline {
        let story = try await job(id)
        switch story.job.state {
        case .done, .failed: throw .hasEnded(id, state: story.job.state.word)
        default: return story
        }
    }

    func failure(_ refusal: RetryRefusal, _ id: JobID, _ container: AppContainer) -> ControlFailure {
        switch refusal {
        case .noSuchJob: .noSuchJob(id.text)
        case .notRetryable(let state): .notRetryable(id, state: state)
        case .mayPayTwice: .mayPayTwice(id)
        case .pictureLost: .pictureLost(id)
        case .neverStarted: .neverStarted(id)
        case .noRoom: .noRoom(jobs: container.jobs.state.entries.count)
        case .draining: .draining
        case .repository(let failure): .repository(failure)
        }
    }
}

extension JobState {
    /// Whether it has ended, or continues only after a person's decision.
    var isAtRest: Bool {
        switch self {
        case .held, .unknown: true
        default: isEnd
        }
    }
}

extension Jobs.State {
    /// Whether the job is being worked on, or will be without further action.
    func moves(_ id: JobID) -> Bool {
        switch entries[id]?.activity {
        case .asking, .staging, .delivering, .moving: true
        case .queued, .sleeping: phase != .draining && entries[id]?.isAtRest != true
        case .resting, nil: false
        }
    }
}
