import BackendsFeature
import Configuration
import ControlServer
import Domain
import JobsFeature
import MVIRuntime
import Observation
import Repositories
import ServiceFeature

/// Finds jobs in the database.
@MainActor
final class JobQueries {
    private let jobList: any JobListRepository
    private let current: CurrentService

    init(_ jobList: any JobListRepository, _ current: CurrentService) {
        self.jobList = jobList
        self.current = current
    }

    func jobs(_ query: JobQuery, since: Since? = nil) async throws(ControlFailure) -> JobPage {
        var query = query
        if let since { query.since = since.utc }
        let page = try await stored { [query] () throws(RepositoryFailure) in try await jobList.page(query) }
        if page.jobs.isEmpty, let folder = query.folder { try await check(folder: folder) }
        if page.jobs.isEmpty, let backend = query.backend { try await check(backend: backend) }
        return page
    }

    /// Throws `.noSuchFolder` for a folder that is not watched and has no jobs: a folder with jobs was watched once.
    private func check(folder: String) async throws(ControlFailure) {
        let known = current.settings.watches.map(\.name)
        guard !known.contains(folder) else { return }
        let any = JobQuery(folder: folder, limit: 1)
        let page = try await stored { () throws(RepositoryFailure) in try await jobList.page(any) }
        if page.jobs.isEmpty { throw .noSuchFolder(folder, known: known) }
    }

    /// Throws `.noSuchBackend` for a backend that is not configured and has no jobs: a backend with jobs was configured
    /// once.
    private func check(backend: String) async throws(ControlFailure) {
        let known = current.container.backends.state.backends.keys.sorted()
        guard !known.contains(backend) else { return }
        let any = JobQuery(backend: backend, limit: 1)
        let page = try await stored { () throws(RepositoryFailure) in try await jobList.page(any) }
        if page.jobs.isEmpty { throw .noSuchBackend(backend, known: known) }
    }

    func find(_ part: JobIDFragment) async throws(ControlFailure) -> JobID {
        let found = try await stored { () throws(RepositoryFailure) in
            try await jobList.find(part, limit: 10)
        }
        guard let first = found.first else { throw .noSuchJob(part.text) }
        guard found.count == 1 else { throw .ambiguousJob(part: part.text, matches: found) }
        return first
    }

    func job(_ id: JobID) async throws(ControlFailure) -> JobTimeline {
        guard let story = try await story(id) else { throw .noSuchJob(id.text) }
        return story
    }

    /// `nil` if there is no such job.
    func story(_ id: JobID) async throws(ControlFailure) -> JobTimeline? {
        try await stored { () throws(RepositoryFailure) in try await jobList.story(id) }
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
}

extension JobQueries: nonisolated JobDirectory {}

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
        case .awaitingPicture, .staging, .delivering, .moving: true
        case .queued, .sleeping: phase != .draining && entries[id]?.isAtRest != true
        case .awaitingUser, nil: false
        }
    }
}
