import BackendsFeature
import Configuration
import ControlServer
import Domain
import JobsFeature
import MVIRuntime
import Observation
import PlatformSystem
import Repositories
import ServiceFeature

/// Finds jobs in the database.
@MainActor
final class JobQueries {
    private let jobList: any JobListRepository
    private let contents: any ContentRepository
    private let current: CurrentService

    init(_ jobList: any JobListRepository, _ contents: any ContentRepository, _ current: CurrentService) {
        self.jobList = jobList
        self.contents = contents
        self.current = current
    }

    /// Throws `.noSuchFolder` or `.noSuchBackend` for a folder or a backend that is not configured and has no jobs.
    func jobs(_ query: JobQuery, since: Since? = nil) async throws(ControlFailure) -> JobPage {
        var query = query
        if let since { query.since = since.utc }
        let page = try await stored { [query] () throws(RepositoryFailure) in try await jobList.page(query) }
        guard page.jobs.isEmpty else { return JobPage(jobs: page.jobs.map(withProgress), hasMore: page.hasMore) }
        // A folder or backend that has jobs was configured once.
        if let folder = query.folder {
            let known = current.settings.watches.map(\.name)
            if !known.contains(folder), try await !hasJobs(JobQuery(folder: folder, limit: 1)) {
                throw .noSuchFolder(folder, known: known)
            }
        }
        if let backend = query.backend {
            let known = current.container.backends.state.backends.keys.sorted()
            if !known.contains(backend), try await !hasJobs(JobQuery(backend: backend, limit: 1)) {
                throw .noSuchBackend(backend, known: known)
            }
        }
        return page
    }

    /// The failure of what needs the job's picture, which does not exist: `other`, or that the picture was removed.
    func missingPicture(of job: Job, or other: ControlFailure) async throws(ControlFailure) -> ControlFailure {
        guard let picture = job.picture?.digest else { return other }
        let removal = try await stored { () throws(RepositoryFailure) in try await contents.removal(of: picture) }
        return removal.map { .pictureRemoved(job.id, on: LocalTime($0).localDay) } ?? other
    }

    private func hasJobs(_ query: JobQuery) async throws(ControlFailure) -> Bool {
        try await !stored { () throws(RepositoryFailure) in try await jobList.page(query) }.jobs.isEmpty
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
        guard let timeline = try await timeline(id) else { throw .noSuchJob(id.text) }
        return timeline
    }

    /// `nil` if there is no such job.
    func timeline(_ id: JobID) async throws(ControlFailure) -> JobTimeline? {
        let stored = try await stored { () throws(RepositoryFailure) in try await jobList.timeline(id) }
        guard var timeline = stored else { return nil }
        timeline.entry = withProgress(timeline.entry)
        return timeline
    }

    /// Adds what the backend said of a job's picture, which is not in the database.
    private func withProgress(_ entry: JobEntry) -> JobEntry {
        var entry = entry
        entry.progress = current.container.jobs.state.entries[entry.job.id]?.progress
        return entry
    }

    /// The stores may be replaced while waiting, so the job's row in the database decides. While the service is
    /// stopping, a job that won't start any more is returned as it is.
    func rest(of id: JobID) async throws(ControlFailure) -> JobTimeline {
        for await _ in Observations({ [current] in (current.stage, current.container.jobs.state.moves(id)) }) {
            if Task.isCancelled || current.stage == .stopped { break }
            if current.stage == .reloading || current.container.jobs.state.moves(id) { continue }
            let timeline = try await job(id)
            if timeline.job.state.isAtRest || current.stage == .stopping { return timeline }
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
