import Configuration
import ControlAPI
import ControlServer
import Domain
import JobsFeature
import MVIRuntime
import PlatformSystem
import Repositories
import Words

/// Sends users' decisions about jobs to the job store.
@MainActor
final class JobActions {
    private let stores: ActiveStores
    private let jobs: JobQueries
    private let jobList: any JobListRepository
    private let failures: any FailureRepository
    private let files: any FileSystem
    private let renderings: Renderings
    private var current: CurrentService { stores.current }

    init(
        _ stores: ActiveStores, _ jobs: JobQueries, _ jobList: any JobListRepository,
        _ failures: any FailureRepository, _ files: any FileSystem, _ renderings: Renderings
    ) {
        self.stores = stores
        self.jobs = jobs
        self.jobList = jobList
        self.failures = failures
        self.files = files
        self.renderings = renderings
    }

    func retry(_ id: JobID, mayPayTwice: Bool) async throws(ControlFailure) -> JobTimeline {
        let answer = try await stores.ask(.retry(mayPayTwice: mayPayTwice), of: id, stores.working)
        if case .retryRefused(let refusal) = answer { throw failure(refusal, try await jobs.job(id).job) }
        return try await jobs.job(id)
    }

    func approve(_ id: JobID) async throws(ControlFailure) -> JobTimeline {
        guard case .approveRefused(let refusal) = try await stores.ask(.approve, of: id, stores.working) else {
            return try await jobs.job(id)
        }
        switch refusal {
        case .notHeld: throw .notHeld(id, state: try await jobs.job(id).job.state.word)
        case .noRoom: throw .noRoom(jobs: current.container.jobs.state.entries.count)
        case .draining: throw .draining
        case .repository(let failure): throw .repository(failure)
        }
    }

    func redeliver(_ id: JobID) async throws(ControlFailure) -> JobTimeline {
        guard case .redeliverRefused(let refusal) = try await stores.ask(.redeliver, of: id, stores.working) else {
            return try await jobs.job(id)
        }
        switch refusal {
        case .noSuchJob: throw .noSuchJob(id.text)
        case .notDone(let state): throw .notRedeliverable(id, state: state)
        case .pictureGone:
            throw try await jobs.missingPicture(of: try await jobs.job(id).job, or: .pictureLost(id))
        case .noRoom: throw .noRoom(jobs: current.container.jobs.state.entries.count)
        case .draining: throw .draining
        case .repository(let failure): throw .repository(failure)
        }
    }

    /// A job that a backend works on is only marked, and returned in its current state.
    func cancel(_ id: JobID) async throws(ControlFailure) -> JobTimeline {
        let timeline = try await cancellable(id)
        if timeline.job.state == .cancelled { return timeline }
        if case .cancelRefused(let failure?) = try await stores.ask(.cancel, of: id, stores.accepting) {
            throw .repository(failure)
        }
        return try await cancellable(id)
    }

    /// Throws `.hasEnded` for a job that has ended otherwise than by a cancellation.
    private func cancellable(_ id: JobID) async throws(ControlFailure) -> JobTimeline {
        let timeline = try await jobs.job(id)
        switch timeline.job.state {
        case .done, .failed: throw .hasEnded(id, state: timeline.job.state.word)
        default: return timeline
        }
    }

    private func failure(_ refusal: RetryRefusal, _ job: Job) -> ControlFailure {
        let id = job.id
        return switch refusal {
        case .noSuchJob: .noSuchJob(id.text)
        case .notRetryable(let state): .notRetryable(id, state: state)
        case .mayPayTwice: .mayPayTwice(id)
        case .pictureLost: .pictureLost(id)
        case .neverStarted: .neverStarted(id)
        case .sourceGone: .sourceGone(id)
        case .sourceMoving: .sourceMoving(id)
        case .refused(let again): .refusedAgain(again, name: job.name.shown)
        case .storage(let failure): .storage(failure)
        case .noRoom: .noRoom(jobs: current.container.jobs.state.entries.count)
        case .draining: .draining
        case .repository(let failure): .repository(failure)
        }
    }

    func forget(_ id: JobID) async throws(ControlFailure) -> ForgetAnswer {
        // Files in the cache name the prompt, so they go even if another job needs the picture.
        let picture = try await jobs.job(id).job.picture?.digest
        switch try await stores.ask(.forget, of: id, stores.working) {
        case .forgotten(let files):
            await renderings.remove(of: [picture].compactMap(\.self))
            return ForgetAnswer(
                id: id.text, removed: files.removed, source: files.keptSource,
                backups: await backups(since: files.created))
        case .forgetRefused(.noSuchJob): throw .noSuchJob(id.text)
        case .forgetRefused(.notEnded(let state)): throw .notForgettable(id, state: state)
        case .forgetRefused(.storage(let failure)): throw .storage(failure)
        case .forgetRefused(.repository(let failure)): throw .repository(failure)
        default: throw .draining
        }
    }

    func acknowledge(_ id: JobID) async throws(ControlFailure) -> JobTimeline {
        try await stored { () throws(RepositoryFailure) in try await failures.markRead(id, at: UTCMillis.now()) }
        return try await jobs.job(id)
    }

    func acknowledgeAll() async throws(ControlFailure) -> Int {
        try await stored { () throws(RepositoryFailure) in try await failures.markAllRead(at: UTCMillis.now()) }
    }

    /// The number of database backups made since then.
    private func backups(since created: UTCMillis) async -> Int {
        let folder = current.settings.service.state.appending(SpoolDatabase.backups).asRoot
        let copies = (try? await files.list(folder)) ?? []
        return copies.count { $0.kind == .file && $0.modified.millis >= created }
    }
}

/// Acts on every job that matches a filter.
extension JobActions {
    /// All matching jobs are collected before the first one is changed, because a change must not affect the
    /// selection.
    func all(_ act: BulkAction, _ filter: BulkFilter) async throws(ControlFailure) -> BulkResult {
        let matches = try await matching(filter, for: act)
        var outcome = BulkResult()
        if filter.isDryRun {
            for job in matches {
                if let failure = try await refusal(of: act, job) {
                    outcome.refused.append(BulkResult.Refused(job: job.id, failure: failure))
                } else {
                    outcome.done.append(job.id)
                }
            }
            return outcome
        }
        for id in matches.map(\.id) {
            if Task.isCancelled { break }
            do throws(ControlFailure) {
                try await apply(act, id)
                outcome.done.append(id)
            } catch {
                outcome.refused.append(BulkResult.Refused(job: id, failure: error))
            }
        }
        return outcome
    }

    /// The reason why `act` would be refused for a job in this state.
    private func refusal(of act: BulkAction, _ job: Job) async throws(ControlFailure) -> ControlFailure? {
        guard case .retry(let mayPayTwice) = act else { return act.refusal(of: job) }
        let rule = try await stored { () throws(RepositoryFailure) in try await jobList.retryRule(of: job.id) }
        return rule?.refusal(mayPayTwice: mayPayTwice).map { failure($0, job) }
    }

    private func apply(_ act: BulkAction, _ id: JobID) async throws(ControlFailure) {
        switch act {
        case .retry(let mayPayTwice): _ = try await retry(id, mayPayTwice: mayPayTwice)
        case .approve: _ = try await approve(id)
        case .cancel: _ = try await cancel(id)
        case .forget: _ = try await forget(id)
        }
    }

    private func matching(_ filter: BulkFilter, for act: BulkAction) async throws(ControlFailure) -> [Job] {
        var query = JobQuery(
            states: filter.states.isEmpty ? act.states : filter.states, folder: filter.folder,
            backend: filter.backend, since: filter.since?.utc, limit: 1000)
        var matches: [Job] = []
        while true {
            let page = try await jobs.jobs(query, since: nil)
            matches += page.jobs.filter { filter.matches(code: $0.job.state.code) }.map(\.job)
            guard page.hasMore, let last = page.jobs.last else { return matches }
            query.after = last.job.id
        }
    }
}

extension JobActions: nonisolated JobDeciding {}

extension BulkAction {
    /// The reason why this act would be refused for the job, as far as the job's state alone decides. Whether a retry
    /// is refused depends on more.
    fileprivate func refusal(of job: Job) -> ControlFailure? {
        switch (self, job.state) {
        case (.retry, _), (.approve, .held): nil
        case (.approve, _): .notHeld(job.id, state: job.state.word)
        case (.cancel, .done), (.cancel, .failed): .hasEnded(job.id, state: job.state.word)
        case (.cancel, _), (.forget, .done), (.forget, .failed), (.forget, .cancelled): nil
        case (.forget, _): .notForgettable(job.id, state: job.state.word)
        }
    }
}
