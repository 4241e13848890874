import ControlServer
import Domain
import IntakeFeature
import JobsFeature
import MVIRuntime
import Observation
import PlatformSystem
import ServiceFeature

/// Waits until everything that is present has settled.
@MainActor
final class SyncWaiter {
    private let stores: ActiveStores
    private let jobs: JobQueries
    private let clock: BoottimeClock
    private var current: CurrentService { stores.current }

    init(_ stores: ActiveStores, _ jobs: JobQueries, _ clock: BoottimeClock) {
        self.stores = stores
        self.jobs = jobs
        self.clock = clock
    }

    /// Stores that replace these continue with the work that was present in them.
    func sync() async throws(ControlFailure) -> SyncReport {
        do throws(ControlFailure) { return try await worked() } catch {
            // For a caller that gave up before the stores were running, everything counts as open.
            if Task.isCancelled { return SyncReport(open: [], hasOpenDrops: true) }
            throw error
        }
    }

    private func worked() async throws(ControlFailure) -> SyncReport {
        var container = try await stores.serving()
        var ended = FinishedJobCounter()
        var work: SyncSnapshot?
        ended.open(container.jobs.state.finished)
        while try await !isOver(&work, container) {
            ended.close(container.jobs.state.finished)
            container = current.container
            ended.open(container.jobs.state.finished)
        }
        ended.close(container.jobs.state.finished)
        // A caller that gave up before the folders were listed must not conclude that all files are done.
        guard let work else { return SyncReport(open: [], hasOpenDrops: true, ended: ended.byState) }
        return try await report(work, container, ended)
    }

    /// Lists the folders, determines what is present unless that is known, and waits for all of it. `false` when
    /// other stores have replaced these.
    private func isOver(
        _ work: inout SyncSnapshot?, _ container: AppContainer
    ) async throws(ControlFailure) -> Bool {
        let asked = clock.now.sinceBoot
        container.listNow()
        let isListed = try await stay(container) { container.hasLoadedJobs && container.isListed(since: asked) }
        guard isListed else { return false }
        if work == nil, Task.isCancelled { return true }
        let present = work ?? SyncSnapshot(container)
        work = present
        return try await stay(container) { container.isDone(present) }
    }

    /// Waits until `isSo` holds or the task is cancelled; `false` when other stores have replaced these.
    private func stay(
        _ container: AppContainer, until isSo: @escaping @MainActor () -> Bool
    ) async throws(ControlFailure) -> Bool {
        for await _ in Observations({ [current] in (current.stage, isSo()) }) {
            if Task.isCancelled { return true }
            // Draining stores forget the files in the folders.
            switch current.stage {
            case .starting, .reloading: continue
            case .stopping, .stopped: throw .draining
            case .serving: break
            }
            if current.container !== container { return false }
            if isSo() { return true }
        }
        return true
    }

    private func report(
        _ work: SyncSnapshot, _ container: AppContainer, _ ended: FinishedJobCounter
    ) async throws(ControlFailure) -> SyncReport {
        var open: [JobEntry] = []
        for id in work.openJobs(container.jobs.state).sorted(by: >).prefix(100) {
            open.append(try await jobs.job(id).entry)
        }
        return SyncReport(
            open: open, hasOpenDrops: work.hasOpenDrops(container.intake.state, container.jobs.state),
            ended: ended.byState,
            unlisted: container.intake.state.folders.filter { $0.health != .fine }.map(\.settings.name).sorted())
    }
}

extension SyncWaiter: nonisolated SyncSource {}

/// Counts the jobs that end while stores may be replaced; each store counts from zero.
private struct FinishedJobCounter {
    private var done = 0
    private var failed = 0
    private var cancelled = 0

    /// By state; states without jobs are left out.
    var byState: [String: Int] {
        ["done": done, "failed": failed, "cancelled": cancelled].filter { $0.value > 0 }
    }

    mutating func open(_ counters: EndedJobs) {
        done -= counters.done
        failed -= counters.failed
        cancelled -= counters.cancelled
    }

    mutating func close(_ counters: EndedJobs) {
        done += counters.done
        failed += counters.failed
        cancelled += counters.cancelled
    }
}

extension AppContainer {
    /// Whether all jobs of an earlier run have been loaded.
    fileprivate var hasLoadedJobs: Bool {
        jobs.state.phase != .idle && jobs.state.phase != .recoveringJobs && jobs.state.pageEnd == nil
    }

    /// Whether every folder was listed, or could not be, since that moment.
    fileprivate func isListed(since moment: Duration) -> Bool {
        intake.state.folders.allSatisfy { folder in folder.listedAt.map { $0 >= moment } ?? false }
    }

    fileprivate func isDone(_ work: SyncSnapshot) -> Bool {
        !work.hasOpenDrops(intake.state, jobs.state) && work.openJobs(jobs.state).isEmpty
    }
}

extension SyncSnapshot {
    @MainActor
    fileprivate init(_ container: AppContainer) {
        self.init(container.intake.state, container.jobs.state)
    }
}
