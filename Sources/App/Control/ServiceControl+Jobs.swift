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
        let page = try await stored { [query] () throws(RepositoryFailure) in try await base.spool.page(query) }
        if page.jobs.isEmpty, let folder = query.folder { try await check(folder: folder) }
        if page.jobs.isEmpty, let backend = query.backend { try await check(backend: backend) }
        return page
    }

    /// Throws `.noSuchFolder` for a folder that is not watched and that no job came from: it may have been watched once.
    private func check(folder: String) async throws(ControlFailure) {
        let known = current.settings.watches.map(\.name)
        guard !known.contains(folder) else { return }
        let any = JobQuery(folder: folder, limit: 1)
        let page = try await stored { () throws(RepositoryFailure) in try await base.spool.page(any) }
        if page.jobs.isEmpty { throw .noSuchFolder(folder, known: known) }
    }

    /// The same of a backend: it may have been configured once.
    private func check(backend: String) async throws(ControlFailure) {
        let known = current.container.backends.state.backends.keys.sorted()
        guard !known.contains(backend) else { return }
        let any = JobQuery(backend: backend, limit: 1)
        let page = try await stored { () throws(RepositoryFailure) in try await base.spool.page(any) }
        if page.jobs.isEmpty { throw .noSuchBackend(backend, known: known) }
    }

    func find(_ part: JobPart) async throws(ControlFailure) -> JobID {
        let found = try await stored { () throws(RepositoryFailure) in
            try await base.spool.find(part, limit: 10)
        }
        guard let first = found.first else { throw .noSuchJob(part.text) }
        guard found.count == 1 else { throw .ambiguousJob(part: part.text, matches: found) }
        return first
    }

    func job(_ id: JobID) async throws(ControlFailure) -> JobStory {
        let story = try await stored { () throws(RepositoryFailure) in try await base.spool.story(id) }
        guard let story else { throw .noSuchJob(id.text) }
        return story
    }

    /// Stores may be replaced meanwhile; the job's row says in the end. At the end of the service, what does not begin any
    /// more is told as it stands.
    func rest(of id: JobID) async throws(ControlFailure) -> JobStory {
        for await _ in Observations({ [current] in (current.stage, current.container.jobs.state.moves(id)) }) {
            if Task.isCancelled || current.stage == .stopped { break }
            if current.stage == .reloading || current.container.jobs.state.moves(id) { continue }
            let story = try await job(id)
            if story.job.state.isAtRest || current.stage == .stopping { return story }
        }
        return try await job(id)
    }

    func retry(_ id: JobID, mayPayTwice: Bool) async throws(ControlFailure) -> JobStory {
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

    func approve(_ id: JobID) async throws(ControlFailure) -> JobStory {
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

    /// A job that a backend works on is only marked: it is told as it stands then.
    func cancel(_ id: JobID) async throws(ControlFailure) -> JobStory {
        while true {
            if let story = try await cancelled(id) { return story }
            // From here to the question nothing is awaited: these stores hear it.
            let container = try await accepting()
            let outcome = await container.news.outcome(of: id) {
                container.jobs.send(.cancel([id]))
                return container.jobs.state.entries[id] == nil ? nil : .marked
            }
            switch outcome {
            case .closed:
                // A reload replaced these stores: ask the new ones. Nothing replaces them when the service stops.
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

    /// `nil` when the job can still be cancelled. Throws `.hasEnded` when it can't be any more.
    private func cancelled(_ id: JobID) async throws(ControlFailure) -> JobStory? {
        let story = try await job(id)
        switch story.job.state {
        case .cancelled: return story
        case .done, .failed: throw .hasEnded(id, state: story.job.state.word)
        default: return nil
        }
    }

    /// Waits for a marked job to be gone, or for it to be clear that it can't go at once.
    private func settle(_ id: JobID, _ container: AppContainer) async {
        for await _ in Observations({ [current] in (current.stage, container.jobs.state.hasTakenCancel(id)) }) {
            if container.jobs.state.hasTakenCancel(id) || current.stage == .stopped { return }
            if current.container !== container { return }
        }
    }

    func failure(_ refusal: RetryRefusal, _ id: JobID, _ container: AppContainer) -> ControlFailure {
        switch refusal {
        case .noSuchJob: .noSuchJob(id.text)
        case .notRetryable(let state): .notRetryable(id, state: state)
        case .mayPayTwice: .mayPayTwice(id)
        case .pictureLost: .pictureLost(id)
        case .neverBegun: .neverBegun(id)
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
        switch entries[id]?.activity {
        case .asking, .staging, .delivering, .moving: true
        case .queued, .sleeping: phase != .draining && entries[id]?.isAtRest != true
        case .resting, nil: false
        }
    }

    /// Whether the wish to cancel has come to something: the job is gone, or only marked, for it can't be stopped at once
    /// or that can't be written down now.
    fileprivate func hasTakenCancel(_ id: JobID) -> Bool {
        guard let entry = entries[id] else { return true }
        return entry.activity != .moving && entry.isCancelled && !entry.isNotingCancel
    }
}
