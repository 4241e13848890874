import BackendsFeature
import Configuration
import ControlAPI
import ControlServer
import Domain
import FleetFeature
import IntakeFeature
import JobsFeature
import MVIRuntime
import PlatformSystem
import Repositories
import ServiceFeature
import Words

/// Reports the status of the whole service.
@MainActor
final class StatusReporter {
    private let current: CurrentService
    private let spool: SpoolRepositories
    private let renderings: Renderings
    private let clock: BoottimeClock
    private let started = UTCMillis.now()
    private let startedAt: BoottimeClock.Instant

    init(
        _ current: CurrentService, _ spool: SpoolRepositories, _ renderings: Renderings, _ clock: BoottimeClock
    ) {
        self.current = current
        self.spool = spool
        self.renderings = renderings
        self.clock = clock
        startedAt = clock.now
    }

    /// Whole seconds since the start.
    private var uptime: Int64 { startedAt.duration(to: clock.now).components.seconds }

    /// Gathers everything else before it reads the stores' states, which it does in one go.
    nonisolated func status(in language: Language) async -> Status {
        while true {
            let moment = BudgetMoment(UTCMillis.now())
            let snapshot = await StatusSnapshot(spool, renderings, caps: current.service.state.caps, at: moment)
            if let status = await status(snapshot, language) { return status }
        }
    }

    /// `nil` if the caps have changed since `snapshot` was gathered.
    private func status(_ snapshot: StatusSnapshot, _ language: Language) -> Status? {
        let service = current.service.state
        guard snapshot.caps == service.caps else { return nil }
        let container = current.container
        let report = StatusReport(
            words: Wording(language), settings: current.settings, hasSandboxes: Sandbox.isAvailable)
        let intake = container.intake.state
        let jobs = container.jobs.state
        let now = UTCMillis.now()
        let phase = phase()
        var status = Status(
            version: Version.text, pid: ProcessFacts.identifier, phase: phase, started: WireTime(started),
            uptime: uptime)
        status.jobs = report.jobs(snapshot.counts)
        status.ended = current.endedJobs
        status.refused = snapshot.refusals.byCode
        status.oldest = report.oldest(jobs, now)
        status.folders = report.folders(intake)
        status.backends = report.backends(container.backends.state, jobs, now)
        status.budget = report.budget(snapshot.usage)
        status.caches = report.caches(
            memory: snapshot.memory, disk: snapshot.disk, container.backends.state)
        status.fleet = report.fleet(
            snapshot, own: spool.fleet?.node, isListening: container.fleet?.state.isListening == true, now)
        status.gates = report.gates(intake, isPaused: service.isPaused, isStopping: phase == .draining)
        status.configuredGates = report.configuredGates(container.gates.state)
        status.targets = report.targets(container.notifications.state, current.settings.targets)
        status.plans = report.plans(container.plans.state)
        status.lastErrors = report.problems(service.problems)
        status.health = report.health(
            of: status, stuck: intake.stuck, served: container.fleet == nil ? container.markers.previouslyServed : [],
            unsaved: container.backends.state.unsaved, refusals: snapshot.refusals.unread, jobs,
            phase == .draining ? nil : snapshot.trouble,
            service.rejectedReload, later: snapshot.later.map { ($0, snapshot.today) }, database: snapshot.database)
        let calls = container.backends.state.calls.count
        if service.phase == .reloading, calls > 0 {
            status.health = HealthReport(status.health.reasons + [report.reloading(calls)])
        }
        return status
    }

    func phase() -> Status.Phase {
        switch current.service.state.phase {
        case .stopping, .stopped: .draining
        case .starting, .reloading: .starting
        case .serving where current.service.state.isPaused: .paused
        case .serving: current.container.jobs.state.phase == .running ? .running : .starting
        }
    }
}

extension StatusReporter: nonisolated StatusSource {}
