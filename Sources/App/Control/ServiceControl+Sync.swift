import ControlServer
import Domain
import IntakeFeature
import JobsFeature
import MVIRuntime
import Observation
import PlatformSystem

extension ServiceControl {
    func sync() async throws(ControlFailure) -> SyncReport {
        let container = try await serving()
        let asked = base.clock.now.sinceBoot
        for folder in container.intake.state.folders { container.intake.send(.lookNow(folder: folder.settings.name)) }
        for await isListed in Observations({ container.isListed(since: asked) }) where isListed || Task.isCancelled {
            break
        }
        let work = SyncedWork(container.intake.state, container.jobs.state)
        let before = container.jobs.state.finished
        for await isDone in Observations({ container.isDone(work) }) where isDone || Task.isCancelled { break }
        return try await report(work, container, since: before)
    }

    private func report(
        _ work: SyncedWork, _ container: AppContainer, since before: Jobs.Counters
    ) async throws(ControlFailure) -> SyncReport {
        var open: [JobEntry] = []
        for id in work.openJobs(container.jobs.state).sorted(by: >).prefix(100) {
            open.append(try await job(id).entry)
        }
        let now = container.jobs.state.finished
        let ended = [
            "done": now.done - before.done, "failed": now.failed - before.failed,
            "cancelled": now.cancelled - before.cancelled,
        ]
        return SyncReport(
            open: open, hasOpenDrops: work.hasOpenDrops(container.intake.state), ended: ended.filter { $0.value > 0 })
    }
}

extension AppContainer {
    /// Whether every folder that can be listed was listed since that moment.
    fileprivate func isListed(since moment: Duration) -> Bool {
        intake.state.folders.allSatisfy { folder in
            switch folder.health {
            case .missing, .unreadable: true
            case .unknown, .fine: folder.listedAt.map { $0 >= moment } ?? false
            }
        }
    }

    fileprivate func isDone(_ work: SyncedWork) -> Bool {
        !work.hasOpenDrops(intake.state) && work.openJobs(jobs.state).isEmpty
    }
}
