import BackendsFeature
import Configuration
import Domain
import JobsFeature
import MVIRuntime
import Observation
import Repositories

extension ServiceControl {
    func jobs(_ query: JobQuery, since: Since? = nil) async throws(ControlFailure) -> JobPage {
        var query = query
        if let since { query.since = since.milliseconds }
        let page = try await stored { [query] () throws(RepositoryFailure) in try await base.spool.jobList.page(query) }
        if page.jobs.isEmpty, let folder = query.folder { try await check(folder: folder) }
        if page.jobs.isEmpty, let backend = query.backend { try await check(backend: backend) }
        return page
    }

    /// Throws `.noSuchFolder` for a folder that is not watched and has no jobs: a folder with jobs was watched once.
    private func check(folder: String) async throws(ControlFailure) {
        let known = current.settings.watches.map(\.name)
        guard !known.contains(folder) else { return }
        let any = JobQuery(folder: folder, limit: 1)
        let page = try await stored { () throws(RepositoryFailure) in try await base.spool.jobList.page(any) }
        if page.jobs.isEmpty { throw .noSuchFolder(folder, known: known) }
    }

    /// The same for a backend that may have been configured once.
    private func check(backend: String) async throws(ControlFailure) {
        let known = current.container.backends.state.backends.keys.sorted()
        guard !known.contains(backend) else { return }
        let any = JobQuery(backend: backend, limit: 1)
        let page = try await stored { () throws(RepositoryFailure) in try await base.spool.jobList.page(any) }
        if page.jobs.isEmpty { throw .noSuchBackend(backend, known: known) }
    }

    func find(_ part: JobIDFragment) async throws(ControlFailure) -> JobID {
        let found = try await stored { () throws(RepositoryFailure) in
            try await base.spool.jobList.find(part, limit: 10)
        }
        guard let first = found.first else { throw .noSuchJob(part.text) }
        guard found.count == 1 else { throw .ambiguousJob(part: part.text, matches: found) }
        return first
    }

    func job(_ id: JobID) async throws(ControlFailure) -> JobTimeline {
        let story = try await stored { () throws(RepositoryFailure) in try await base.spool.jobList.story(id) }
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
        let container = try await working()
        let outcome = await container.news.outcome(of: id) {
            container.jobs.send(.retry([id], mayPayTwice: mayPayTwice))
            return nil
        }
        switch outcome {
        case .retryRefused(let refusal): throw failure(refusal, id, container)
        case .closed: throw .draining
        case .retried, .approved, .approveRefused, .cancelled, .cancelRefused, .marked: return try await job(id)
        }
    }

    func approve(_ id: JobID) async throws(ControlFailure) -> JobTimeline {
        let container = try await working()
        let outcome = await container.news.outcome(of: id) {
            container.jobs.send(.approve([id]))
            return nil
        }
        switch outcome {
        case .approveRefused(.notHeld): throw .notHeld(id, state: try await job(id).job.state.word)
        case .approveRefused(.noRoom): throw .noRoom(jobs: container.jobs.state.entries.count)
        case .approveRefused(.repository(let failure)): throw .repository(failure)
        case .approveRefused(.draining), .closed: throw .draining
        case .approved, .retried, .retryRefused, .cancelled, .cancelRefused, .marked: return try await job(id)
        }
    }

    /// A job that a backend works on is only marked, and returned in its current state.
    func cancel(_ id: JobID) async throws(ControlFailure) -> JobTimeline {
        while true {
            if let story = try await cancelled(id) { return story }
            // Nothing is awaited between here and the request, so these stores receive it.
            let container = try await accepting()
            let outcome = await container.news.outcome(of: id) {
                container.jobs.send(.cancel([id]))
                return container.jobs.state.entries[id] == nil ? nil : .marked
            }
            switch outcome {
            case .closed:
                // A reload replaced these stores: retry with the new ones. When the service is stopping, nothing
                // replaces them.
                if try await serving() === container { throw .draining }
                continue
            case .cancelRefused(let failure?): throw .repository(failure)
            case .marked: await settle(id, container)
            case .approved, .approveRefused, .cancelled, .cancelRefused(nil), .retried, .retryRefused: break
            }
            if let story = try await cancelled(id) { return story }
            return try await job(id)
        }
    }

    /// `nil` when the job can still be cancelled. Throws `.hasEnded` when it no longer can.
    private func cancelled(_ id: JobID) async throws(ControlFailure) -> JobTimeline? {
        let story = try await job(id)
        switch story.job.state {
        case .cancelled: return story
        case .done, .failed: throw .hasEnded(id, state: story.job.state.word)
        default: return nil
        }
    }

    /// Waits until a marked job is gone, or it is clear that it can't end at once.
    private func settle(_ id: JobID, _ container: AppContainer) async {
        for await _ in Observations({ [current] in (current.stage, container.jobs.state.hasAppliedCancel(id)) }) {
            if container.jobs.state.hasAppliedCancel(id) || current.stage == .stopped { return }
            if current.container !== container { return }
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

    /// Whether the cancellation has taken effect: the job is gone, or only marked because it can't be stopped at once
    /// or that can't be stored now.
    fileprivate func hasAppliedCancel(_ id: JobID) -> Bool {
        guard let entry = entries[id] else { return true }
        return entry.activity != .moving && entry.isCancelled && !entry.isRecordingCancel
    }
}
