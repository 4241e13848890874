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
        do throws(ControlFailure) { return try await settled() } catch {
            // For a caller that gave up before the stores were running, everything counts as open.
            if Task.isCancelled { return SyncReport(open: [], hasOpenDrops: true) }
            throw error
        }
    }

    private func settled() async throws(ControlFailure) -> SyncReport {
        var container = try await stores.serving()
        let endedBefore = current.endedJobs
        var work: SyncSnapshot?
        while try await !isOver(&work, container) { container = current.container }
        let ended = current.endedJobs.merging(endedBefore, uniquingKeysWith: -).filter { $0.value > 0 }
        // A caller that gave up before the folders were listed must not conclude that all files are done.
        guard let work else { return SyncReport(open: [], hasOpenDrops: true, ended: ended) }
        var open: [JobEntry] = []
        for id in work.openJobs(container.jobs.state).sorted(by: >).prefix(100) {
            open.append(try await jobs.job(id).entry)
        }
        return SyncReport(
            open: open, hasOpenDrops: container.hasOpenDrops(work), ended: ended,
            unlisted: container.intake.state.folders.filter { $0.health != .fine }.map(\.settings.name).sorted())
    }

    /// Lists the folders, determines what is present unless that is known, and waits for all of it. `false` when
    /// other stores have replaced these.
    private func isOver(
        _ work: inout SyncSnapshot?, _ container: AppContainer
    ) async throws(ControlFailure) -> Bool {
        let start = clock.now.sinceBoot
        container.listNow()
        let isListed = try await wait(on: container) { container.hasLoadedJobs && container.isListed(since: start) }
        guard isListed else { return false }
        if work == nil, Task.isCancelled { return true }
        var present = work ?? SyncSnapshot(container.intake.state, container.jobs.state)
        if container.fleet != nil { present.resting = try await restingDrops() }
        work = present
        return try await wait(on: container) { container.isDone(present) }
    }

    /// Drops of jobs that wait for a person or a budget, and are claimed by no node.
    private func restingDrops() async throws(ControlFailure) -> Set<DropID> {
        Set(try await jobs.jobs(JobQuery(states: ["unknown", "held"], limit: 1_000)).jobs.map(\.job.drop))
    }

    /// Waits until `condition` holds or the task is cancelled; `false` when other stores have replaced these.
    private func wait(
        on container: AppContainer, until condition: @escaping @MainActor () -> Bool
    ) async throws(ControlFailure) -> Bool {
        for await _ in Observations({ [current] in (current.stage, condition()) }) {
            if Task.isCancelled { return true }
            // Draining stores forget the files in the folders.
            switch current.stage {
            case .starting, .reloading: continue
            case .stopping, .stopped: throw .draining
            case .serving: break
            }
            if current.container !== container { return false }
            if condition() { return true }
        }
        return true
    }
}

extension SyncWaiter: nonisolated SyncSource {}

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
        !hasOpenDrops(work) && work.openJobs(jobs.state).isEmpty
    }

    /// Jobs behind gates have no entries, so any of them counts.
    fileprivate func hasOpenDrops(_ work: SyncSnapshot) -> Bool {
        work.hasOpenDrops(intake.state, jobs.state) || jobs.state.parkedCount > 0
    }
}

/// The work present at one moment: files by folder and name, jobs by identifier.
struct SyncSnapshot: Equatable, Sendable {
    private struct FileKey: Hashable {
        let folder: String
        let name: FileName
    }

    private let files: Set<FileKey>
    private let jobs: Set<JobID>
    /// Drops that don't continue unless this service has one of their jobs.
    var resting: Set<DropID> = []

    init(_ intake: Intake.State, _ jobs: Jobs.State) {
        files = Self.open(intake).union(Self.files(of: intake) { $0.phase == .read })
        self.jobs = Set(jobs.entries.keys)
    }

    /// Whether files that were present have not become jobs yet, or are still there although their jobs have ended.
    func hasOpenDrops(_ intake: Intake.State, _ jobs: Jobs.State) -> Bool {
        let unfinished = Self.files(of: intake) { drop in
            jobs.tallies[drop.id] != nil || jobs.isShared && drop.phase == .read && !isAtRest(drop.id, jobs)
        }
        return !files.isDisjoint(with: Self.open(intake).union(unfinished))
    }

    /// Jobs that were present, or came from files that were, and have not settled.
    func openJobs(_ state: Jobs.State) -> [JobID] {
        state.entries.values.filter { entry in
            let file = FileKey(folder: entry.job.folder, name: entry.job.name)
            return !entry.isAtRest && (jobs.contains(entry.job.id) || files.contains(file))
        }.map(\.job.id)
    }

    private static func open(_ intake: Intake.State) -> Set<FileKey> {
        var found: Set<FileKey> = []
        for folder in intake.folders {
            let names = Array(folder.settling.keys) + folder.ready.map(\.name)
            found.formUnion(names.map { FileKey(folder: folder.settings.name, name: $0) })
        }
        return found.union(Self.files(of: intake) { $0.phase != .read })
    }

    /// Excludes files that can't be moved away, because it is unknown when they can.
    private static func files(of intake: Intake.State, where isMeant: (Drop) -> Bool) -> Set<FileKey> {
        let tracked = intake.drops.values.filter { isMeant($0.drop) && $0.stuck == nil }
        return Set(tracked.map { FileKey(folder: $0.drop.folder, name: $0.drop.identity.name) })
    }
}

extension SyncSnapshot {
    /// Whether all jobs that are known of a drop wait for a person or a budget. Other services may have the rest.
    private func isAtRest(_ drop: DropID, _ jobs: Jobs.State) -> Bool {
        let own = jobs.entries.values.filter { $0.job.drop == drop }
        return own.isEmpty ? resting.contains(drop) : own.allSatisfy(\.isAtRest)
    }
}
