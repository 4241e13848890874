import Configuration
import ControlAPI
import Domain
import IntakeFeature
import JobsFeature
import ServiceFeature
import Words

extension StatusReport {
    /// All health problems, worst first. `stuck`: sources that can't be moved away; `served`: folders that another
    /// state served before this one was created; `unsaved`: why backends' responses can't be stored; `jobs`: all open
    /// jobs; `trouble`: why the database could not count the jobs; `reload`: the error of a rejected configuration;
    /// `later`: amounts dated later than today.
    func health(
        of status: Status, stuck: [TrackedDrop], served: [FolderPath], unsaved: [JobFailure], _ jobs: Jobs.State,
        _ trouble: RepositoryFailure?,
        _ reload: Service.RejectedReload?, later: (amounts: FutureAmounts, today: LocalDay)? = nil
    ) -> HealthReport {
        HealthReport(
            stops(status.gates, trouble) + answers(unsaved)
                + served.prefix(1).map(newState) + status.folders.compactMap(reason) + sources(stuck) + outboxes(jobs)
                + status.backends.compactMap(reason) + people(status.jobs)
                + pictures(jobs) + [later.map(ledger), reload.map(reason)].compactMap(\.self))
    }

    private func answers(_ unsaved: [JobFailure]) -> [HealthReason] {
        guard let failure = unsaved.first else { return [] }
        return [
            HealthReason(
                .degraded, code: EventCode.answersUnsaved.rawValue,
                detail: words.unsaved(answers: unsaved.count, failure),
                jobs: unsaved.count)
        ]
    }

    private func newState(_ folder: FolderPath) -> HealthReason {
        HealthReason(
            .degraded, code: EventCode.stateNew.rawValue,
            detail: words.newState(served: folder.shown, by: settings.service.state.shown))
    }

    /// The configuration is being reloaded, but running calls delay it.
    func reloading(_ calls: Int) -> HealthReason {
        HealthReason(.degraded, code: EventCode.reloading.rawValue, detail: words.reloading(calls: calls), jobs: calls)
    }

    /// One reason per folder, described by the oldest of its sources that can't be moved away.
    private func sources(_ stuck: [TrackedDrop]) -> [HealthReason] {
        var seen: Set<String> = []
        return stuck.compactMap { held in
            guard let failure = held.stuck, seen.insert(held.drop.folder).inserted else { return nil }
            let count = stuck.count { $0.drop.folder == held.drop.folder }
            let detail = words.stuck(sources: count, words.sentence(failure, about: held.drop.identity.name.shown))
            return HealthReason(
                .degraded, code: EventCode.sourceStuck.rawValue, detail: detail, folder: held.drop.folder, jobs: count)
        }
    }

    /// One reason per outbox that can't be written, described by the oldest job that waits for it.
    private func outboxes(_ jobs: Jobs.State) -> [HealthReason] {
        let waiting = jobs.entries.values.map(\.job).compactMap { job -> (job: Job, failure: FileFailure)? in
            guard case .waiting(_, .delivery(let failure)) = job.state else { return nil }
            return (job, failure)
        }
        let byOutbox = Dictionary(grouping: waiting) { $0.job.outbox.shown }
        return byOutbox.sorted { $0.key < $1.key }.compactMap { outbox, its in
            guard let oldest = its.min(by: { $0.job.id < $1.job.id }) else { return nil }
            let detail = words.waiting(deliveries: its.count, words.sentence(oldest.failure, about: outbox))
            return HealthReason(
                .degraded, code: EventCode.outboxWaits.rawValue, detail: detail, folder: oldest.job.folder,
                jobs: its.count)
        }
    }

    /// Generated pictures that could not be fetched yet, described by the oldest.
    private func pictures(_ jobs: Jobs.State) -> [HealthReason] {
        let unfetched = jobs.unfetched.filter { $0.fetch.failure != nil }
        guard let (job, next, fetch) = unfetched.first else { return [] }
        let sentence = words.fetchedAgain(
            words.sentence(fetch, about: job.name.shown), at: LogTime.text(next), until: LogTime.text(fetch.until))
        let detail = words.unfetched(pictures: unfetched.count, sentence)
        return [
            HealthReason(
                .degraded, code: EventCode.picturesUnfetched.rawValue, detail: detail,
                since: WireTime(fetch.since),
                jobs: unfetched.count)
        ]
    }

    private func ledger(_ later: (amounts: FutureAmounts, today: LocalDay)) -> HealthReason {
        HealthReason(
            .degraded, code: EventCode.ledgerDates.rawValue, detail: words.later(later.amounts, than: later.today))
    }

    private func stops(_ gates: [Gate], _ trouble: RepositoryFailure?) -> [HealthReason] {
        let stops = gates.map { HealthReason(.stopped, code: $0.code, detail: $0.detail, since: $0.since) }
        guard let trouble, !stops.contains(where: { $0.code == trouble.code }) else { return stops }
        let sentence = words.sentence(trouble, about: "textifyd.db")
        return stops + [HealthReason(.stopped, code: trouble.code, detail: sentence)]
    }

    private func reason(_ folder: FolderStatus) -> HealthReason? {
        guard let detail = folder.detail else { return nil }
        let code = folder.health == "fine" ? EventCode.folderPartlySeen.rawValue : "folder_\(folder.health)"
        return HealthReason(.degraded, code: code, detail: detail, folder: folder.name)
    }

    private func reason(_ backend: BackendStatus) -> HealthReason? {
        guard let code = backend.code, let detail = backend.detail else { return nil }
        let jobs = backend.waiting > 0 ? backend.waiting : nil
        let waits = jobs.map { " " + words.wait(jobs: $0) } ?? ""
        return HealthReason(
            .degraded, code: code, detail: detail + waits, since: backend.since, backend: backend.name, jobs: jobs)
    }

    /// Jobs that need a person's decision.
    private func people(_ jobs: [String: Int]) -> [HealthReason] {
        let (unknown, held) = (jobs["unknown", default: 0], jobs["held", default: 0])
        var reasons: [HealthReason] = []
        if unknown > 0 {
            let detail = words.unknown(jobs: unknown)
            reasons.append(HealthReason(.degraded, code: EventCode.jobsUnknown.rawValue, detail: detail, jobs: unknown))
        }
        if held > 0 {
            reasons.append(
                HealthReason(.degraded, code: EventCode.jobsHeld.rawValue, detail: words.held(jobs: held), jobs: held))
        }
        return reasons
    }

    private func reason(_ reload: Service.RejectedReload) -> HealthReason {
        HealthReason(
            .degraded, code: EventCode.reloadFailed.rawValue, detail: words.rejectedReload(reload.sentence),
            since: WireTime(reload.at))
    }
}
