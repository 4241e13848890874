import BackendsFeature
import Configuration
import ControlAPI
import Domain
import IntakeFeature
import JobsFeature
import MVIRuntime
import PlatformSystem
import Repositories
import Synchronization

extension ServiceControl {
    /// Gathers everything else before it enters the main actor, so that it waits only once for the stores.
    nonisolated func status(in language: Language) async -> Status {
        while true {
            let moment = BudgetMoment(milliseconds: wallClockMilliseconds())
            let snapshot = await StatusSnapshot(base, caps: caps.withLock { $0 }, at: moment)
            if let status = await status(snapshot, language) { return status }
        }
    }

    /// Reads all states in one go. `nil` if the caps have changed since `snapshot` was gathered.
    private func status(_ snapshot: StatusSnapshot, _ language: Language) -> Status? {
        let known = current.settings.budget.standing
        guard snapshot.caps == known else {
            caps.withLock { $0 = known }
            return nil
        }
        let container = current.container
        let report = StatusReport(language, current.settings, hasSandboxes: Sandbox.isAvailable)
        let intake = container.intake.state
        let jobs = container.jobs.state
        let now = wallClockMilliseconds()
        let phase = standingPhase
        var status = Status(
            version: Version.text, pid: ProcessStatistics.identifier, phase: phase,
            started: WireTime(milliseconds: started), uptime: uptime, jobs: report.jobs(snapshot.counts),
            ended: StatusReport.ended(jobs.finished).merging(current.endedBefore, uniquingKeysWith: +),
            oldest: report.oldest(jobs, now), folders: report.folders(intake),
            backends: report.backends(container.backends.state, jobs, now), budget: report.budget(snapshot.standing),
            caches: report.caches(snapshot.renderings, container.backends.state),
            gates: report.gates(intake, isPaused: current.isPaused, isStopping: phase == .draining),
            lastErrors: report.troubles(troubles.newest))
        status.health = report.health(
            of: status, stuck: intake.stuck, served: container.markers.previouslyServed,
            unsaved: container.backends.state.unsaved, jobs, phase == .draining ? nil : snapshot.trouble,
            current.rejectedReload, later: snapshot.later.map { ($0, snapshot.today) })
        let calls = container.backends.state.calls.count
        if current.stage == .reloading, calls > 0 {
            status.health = HealthReport(status.health.reasons + [report.reloading(calls)])
        }
        return status
    }

    func phase() async -> Status.Phase { standingPhase }

    private var standingPhase: Status.Phase {
        switch current.stage {
        case .stopping, .stopped: .draining
        case .starting, .reloading: .starting
        case .serving where current.isPaused: .paused
        case .serving: current.container.jobs.state.phase == .running ? .running : .starting
        }
    }
}
