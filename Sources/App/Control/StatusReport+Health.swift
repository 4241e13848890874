import Configuration
import ControlAPI
import Domain
import IntakeFeature
import JobsFeature
import ServiceFeature
import Words

extension StatusReport {
    /// All health problems, worst first. `stuck`: sources that can't be moved away; `served`: folders that another
    /// state served before this one was created; `unsaved`: why backends' responses can't be stored; `refusals`: the number
    /// of refused files not marked as read; `jobs`: all open jobs; `trouble`: why the database could not count the
    /// jobs; `reload`: the error of a rejected configuration; `later`: amounts dated later than today.
    func health(
        of status: Status, stuck: [TrackedDrop], served: [FolderPath], unsaved: [JobFailure], refusals: Int = 0,
        _ jobs: Jobs.State,
        _ trouble: RepositoryFailure?,
        _ reload: Service.RejectedReload?, later: (amounts: FutureAmounts, today: LocalDay)? = nil,
        database: DatabaseHealth? = nil
    ) -> HealthReport {
        HealthReport(
            stops(status.gates, trouble) + answers(unsaved)
                + served.prefix(1).map(newState) + status.folders.compactMap(reason) + sources(stuck) + outboxes(jobs)
                + status.backends.compactMap(reason) + people(status.jobs) + refused(refusals)
                + pictures(jobs) + server(status.fleet?.database, database)
                + [later.map(ledger), reload.map(reason)].compactMap(\.self))
    }

    /// The largest difference between the clocks that is not worth a word, in seconds.
    private static let tolerableSkew: Int64 = 60

    private func server(_ status: DatabaseStatus?, _ health: DatabaseHealth?) -> [HealthReason] {
        guard let status, let health else { return [] }
        var reasons: [HealthReason] = []
        if abs(status.clockAhead) > Self.tolerableSkew {
            reasons.append(degraded(.clockSkewed, words.skewed(seconds: status.clockAhead)))
        }
        if health.isBloated {
            let detail = words.bloated(
                dead: health.deadRows, live: health.liveRows, oldest: health.oldestTransaction / 1_000)
            reasons.append(degraded(.databaseBloated, detail))
        }
        return reasons
    }

    private func degraded(
        _ code: EventCode, _ detail: String, since: WireTime? = nil, folder: String? = nil, jobs: Int? = nil
    ) -> HealthReason {
        HealthReason(.degraded, code: code.rawValue, detail: detail, since: since, folder: folder, jobs: jobs)
    }

    private func answers(_ unsaved: [JobFailure]) -> [HealthReason] {
        guard let failure = unsaved.first else { return [] }
        return [
            degraded(.answersUnsaved, words.unsaved(answers: unsaved.count, failure), jobs: unsaved.count)
        ]
    }

    private func newState(_ folder: FolderPath) -> HealthReason {
        degraded(.stateNew, words.newState(served: folder.shown, by: settings.service.state.shown))
    }

    /// The configuration is being reloaded, but running calls delay it.
    func reloading(_ calls: Int) -> HealthReason {
        degraded(.reloading, words.reloading(calls: calls), jobs: calls)
    }

    /// One reason per folder, described by the oldest of its sources that can't be moved away.
    private func sources(_ stuck: [TrackedDrop]) -> [HealthReason] {
        var seen: Set<String> = []
        return stuck.compactMap { tracked in
            guard let failure = tracked.stuck, seen.insert(tracked.drop.folder).inserted else { return nil }
            let folder = tracked.drop.folder
            let count = stuck.count { $0.drop.folder == folder }
            let path = settings.watches.first { $0.name == folder }?.path.shown
            let reason = words.moving(failure, tracked.drop.identity.name.shown, in: path ?? folder)
            return degraded(.sourceStuck, words.stuck(sources: count, reason), folder: folder, jobs: count)
        }
    }

    /// One reason per outbox that can't be written, described by the oldest job that waits for it.
    private func outboxes(_ jobs: Jobs.State) -> [HealthReason] {
        let waiting = jobs.entries.values.map(\.job).compactMap { job -> (job: Job, failure: FileFailure)? in
            guard case .waiting(_, .delivery(let failure)) = job.state else { return nil }
            return (job, failure)
        }
        let byOutbox = Dictionary(grouping: waiting) { $0.job.outbox.shown }
        return byOutbox.sorted { $0.key < $1.key }.compactMap { outbox, jobs in
            guard let oldest = jobs.min(by: { $0.job.id < $1.job.id }) else { return nil }
            let detail = words.waiting(deliveries: jobs.count, words.serviceSentence(oldest.failure, about: outbox))
            return degraded(.outboxWaits, detail, folder: oldest.job.folder, jobs: jobs.count)
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
            degraded(.picturesUnfetched, detail, since: WireTime(fetch.since), jobs: unfetched.count)
        ]
    }

    private func ledger(_ later: (amounts: FutureAmounts, today: LocalDay)) -> HealthReason {
        degraded(.ledgerDates, words.later(later.amounts, than: later.today))
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
            reasons.append(degraded(.jobsUnknown, detail, jobs: unknown))
        }
        if held > 0 {
            reasons.append(degraded(.jobsHeld, words.held(jobs: held), jobs: held))
        }
        return reasons
    }

    /// `count`: the number of refused files not marked as read.
    private func refused(_ count: Int) -> [HealthReason] {
        count > 0 ? [degraded(.dropsRefused, words.refused(drops: count), jobs: count)] : []
    }

    private func reason(_ reload: Service.RejectedReload) -> HealthReason {
        degraded(.reloadFailed, words.rejectedReload(reload.sentence), since: WireTime(reload.at))
    }
}
