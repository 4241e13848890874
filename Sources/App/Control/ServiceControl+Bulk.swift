import Domain
import Repositories
import Words

extension ServiceControl {
    /// All matching jobs are collected before the first one is changed, because a change must not affect the
    /// selection.
    func all(_ act: BulkAction, _ filter: BulkFilter) async throws(ControlFailure) -> BulkResult {
        let meant = try await jobs(fitting: filter, for: act)
        var outcome = BulkResult()
        if filter.isDryRun {
            for job in meant {
                if let failure = try await refusal(of: act, job) {
                    outcome.refused.append(BulkResult.Refused(job: job.id, failure: failure))
                } else {
                    outcome.done.append(job.id)
                }
            }
            return outcome
        }
        for id in meant.map(\.id) {
            if Task.isCancelled { break }
            do throws(ControlFailure) {
                try await one(act, id)
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
        let rule = try await stored { () throws(RepositoryFailure) in try await base.spool.jobList.retryRule(of: job.id)
        }
        return rule?.refusal(mayPayTwice: mayPayTwice).map { failure($0, job.id, current.container) }
    }

    private func one(_ act: BulkAction, _ id: JobID) async throws(ControlFailure) {
        switch act {
        case .retry(let mayPayTwice): _ = try await retry(id, mayPayTwice: mayPayTwice)
        case .approve: _ = try await approve(id)
        case .cancel: _ = try await cancel(id)
        }
    }

    private func jobs(fitting filter: BulkFilter, for act: BulkAction) async throws(ControlFailure) -> [Job] {
        var query = JobQuery(
            states: filter.states.isEmpty ? act.states : filter.states, folder: filter.folder,
            backend: filter.backend, since: filter.since?.milliseconds, limit: 1000)
        var meant: [Job] = []
        while true {
            let page = try await jobs(query)
            meant += page.jobs.filter { filter.fits(code: $0.job.state.code) }.map(\.job)
            guard page.hasMore, let last = page.jobs.last else { return meant }
            query.after = last.job.id
        }
    }
}

extension BulkAction {
    /// The same for acts that depend on the job's state only.
    fileprivate func refusal(of job: Job) -> ControlFailure? {
        switch (self, job.state) {
        case (.retry, _), (.approve, .held): nil
        case (.approve, _): .notHeld(job.id, state: job.state.word)
        case (.cancel, .done), (.cancel, .failed): .hasEnded(job.id, state: job.state.word)
        case (.cancel, _): nil
        }
    }
}
