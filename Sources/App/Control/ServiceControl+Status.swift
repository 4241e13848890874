import ControlAPI
import Domain
import IntakeFeature
import JobsFeature
import MVIRuntime
import PlatformSystem
import Repositories

extension ServiceControl {
    /// States are read in one go; only the counts of jobs come from the database.
    func status(in language: Language) async -> Status {
        var counts: [String: Int] = [:]
        var trouble: RepositoryFailure?
        do throws(RepositoryFailure) { counts = try await base.spool.counts() } catch { trouble = error }
        let standing = await standing()
        let renderings = await base.renderer.cache.figures
        let container = current.container
        let report = StatusReport(language, current.settings)
        let intake = container.intake.state
        let jobs = container.jobs.state
        let now = wallClockMilliseconds()
        let phase = await phase()
        var status = Status(
            version: Version.text, pid: ProcessFigures.identifier, phase: phase,
            started: WireTime(milliseconds: started), uptime: uptime, jobs: report.jobs(counts),
            ended: StatusReport.ended(jobs.finished).merging(current.endedBefore, uniquingKeysWith: +),
            oldest: report.oldest(jobs, now), folders: report.folders(intake),
            backends: report.backends(container.backends.state, jobs, now), budget: report.budget(standing),
            caches: report.caches(renderings, container.backends.state),
            gates: report.gates(intake, isPaused: current.isPaused, isStopping: phase == .draining),
            lastErrors: report.troubles(troubles.newest))
        status.health = report.health(
            of: status, stuck: intake.stuck, jobs, phase == .draining ? nil : trouble, current.refusedReload)
        return status
    }

    func phase() async -> Status.Phase {
        switch current.stage {
        case .stopping, .stopped: .draining
        case .starting, .reloading: .starting
        case .serving where current.isPaused: .paused
        case .serving: current.container.jobs.state.phase == .running ? .running : .starting
        }
    }
}
