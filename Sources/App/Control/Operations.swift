import Configuration
import ControlAPI
import ControlServer
import Domain
import JobsFeature
import LibraryFeature
import MVIRuntime
import Observation
import PlatformSystem
import Repositories
import ServiceFeature
import Words

/// The operator's actions: reload, drain, pause, scan, back up, clear a cache.
@MainActor
final class Operations {
    private let stores: ActiveStores
    private let maintenance: any MaintenanceRepository
    private let fleet: (any FleetRepository)?
    private let verification: @MainActor (Bool) -> Verification
    private let mover: (any BlobMoving)?
    private let renderings: Renderings
    private let events: EventRing
    private let reloadConfiguration: @MainActor () async -> LaunchFailure?
    private let stop: @MainActor () -> Void
    private let source: SettingsSource?
    private var current: CurrentService { stores.current }

    /// `reload` reloads the configuration and returns its errors; `stop` stops the service as SIGTERM does.
    init(
        _ stores: ActiveStores, _ maintenance: any MaintenanceRepository, _ renderings: Renderings, _ events: EventRing,
        fleet: (any FleetRepository)?, verification: @escaping @MainActor (Bool) -> Verification,
        mover: (any BlobMoving)?, source: SettingsSource?,
        stop: @escaping @MainActor () -> Void, reload: @escaping @MainActor () async -> LaunchFailure?
    ) {
        self.stores = stores
        self.maintenance = maintenance
        self.fleet = fleet
        self.verification = verification
        self.mover = mover
        self.renderings = renderings
        self.events = events
        self.stop = stop
        self.source = source
        reloadConfiguration = reload
    }

    func reload() async throws(ControlFailure) {
        _ = try await stores.serving()
        // Runs in its own task: the client may disconnect, but running calls must not be cancelled by that.
        if let failure = await Task(operation: { await reloadConfiguration() }).value {
            throw failure.mistakes.map { .configuration($0) } ?? .notServable(message: failure.sentence)
        }
        for await _ in Observations({ [current] in (current.stage, current.container.jobs.state.phase) }) {
            let jobs = try await stores.serving().jobs.state
            if jobs.phase != .recoveringJobs || jobs.isStalled { return }
        }
    }

    func settings() async -> JSONValue {
        current.shown?.json ?? .object(["files": .list([]), "tables": .list([])])
    }

    func check(settings lines: String) async throws(ControlFailure) {
        guard let source else { throw .unsupported(feature: "settings/check") }
        do throws(ConfigurationFailure) { try source.check(adding: lines) } catch { throw .configuration(error) }
    }

    func scan() async throws(ControlFailure) {
        try await stores.serving().listNow()
    }

    func drain() async throws(ControlFailure) {
        _ = try await stores.serving()
        stop()
        for await stage in Observations({ [current] in current.stage }) where stage != .serving { return }
    }

    func drain(node name: String) async throws(ControlFailure) {
        guard let fleet else { throw .noSuchNode(name, known: []) }
        let nodes = try await stored { () throws(RepositoryFailure) in try await fleet.nodes().map(\.node) }
        let matches = nodes.filter { $0.name == name || !name.isEmpty && $0.id.text.hasPrefix(name) }
        if matches.count > 1 { throw .ambiguousNode(name, matches: matches.map(\.id.text)) }
        let isAsked = try await stored { () throws(RepositoryFailure) in
            guard let node = matches.first, try await fleet.askToLeave(node.id) else { return false }
            try await fleet.announce()
            return true
        }
        if !isAsked { throw .noSuchNode(name, known: nodes.map(\.name)) }
    }

    private func stored<T: Sendable>(
        _ work: @Sendable () async throws(RepositoryFailure) -> T
    ) async throws(ControlFailure) -> T {
        do throws(RepositoryFailure) { return try await work() } catch { throw .repository(error) }
    }

    func pause() async throws(ControlFailure) {
        _ = try await stores.accepting()
        current.service.send(.pause)
        publish(.paused, Wording(.english).paused)
    }

    func resume() async throws(ControlFailure) {
        _ = try await stores.accepting()
        current.service.send(.resume)
        publish(.resumed, "The service continues after a pause.")
    }

    private func publish(_ code: EventCode, _ sentence: String) {
        EventStreamSink(events: events).write(LogEntry(.info, code.rawValue, sentence))
    }
}

/// Backups, checks and caches.
extension Operations {
    /// The number of requested backups that are kept.
    private static let kept = 7
    private static let prefix = "textifyd-2"

    /// Backs up to `backups/textifyd-20261122T081500Z.db` in the state folder; the time is UTC.
    func backUp() async throws(ControlFailure) -> BackupAnswer {
        let time = LogTime.text(UTCMillis.now()).filter { $0 != "-" && $0 != ":" }
        let name = FileName("textifyd-\(time).db")
        do throws(BackupFailure) {
            let bytes = try await maintenance.backUp(as: name, keeping: Self.kept, prefix: Self.prefix)
            let folder = current.settings.service.state.appending(SpoolDatabase.backups)
            return BackupAnswer(path: folder.appending(name).shown, bytes: bytes)
        } catch {
            switch error {
            case .database(let failure): throw .repository(failure)
            case .folder(let failure): throw .storage(failure)
            case .onServer: throw .backupOnServer
            }
        }
    }

    func cleanUp(isDryRun: Bool) async throws(ControlFailure) -> CleanUpAnswer {
        let container = try await stores.serving()
        let rules = current.settings.retention.expiry
        let report = isDryRun ? await container.previewCleanUp() : await container.cleanUp()
        guard let report else { throw .draining }
        return CleanUpAnswer(
            isDryRun: isDryRun,
            tasks: container.library.state.tasks.compactMap { task in
                guard let name = task.wireName else { return nil }
                let search: String? = if case .expiry(let index) = task { rules[index].query.text } else { nil }
                return CleanUpEntry(
                    task: name, search: search, report.removed[task] ?? CleanUpAmount(),
                    error: report.failures[task]?.errorCode.rawValue)
            })
    }

    func verify(
        from position: VerificationPosition, isRepairing: Bool
    ) async throws(ControlFailure) -> VerificationStep {
        try await verification(isRepairing).step(from: position, at: UTCMillis.now())
    }

    func moveBlobs(to kind: BlobStoreKind) async throws(ControlFailure) -> BlobMoveStep {
        let target = mover?.target ?? .disk
        guard kind == target else {
            let problem = FieldFailure.Problem.notOneOf(
                got: kind.rawValue, choices: [target.rawValue], nearest: nil)
            throw .fields([FieldFailure(key: "to", problem: problem)])
        }
        guard let mover else { return BlobMoveStep() }
        do throws(FileFailure) { return try await mover.moveSome() } catch { throw .storage(error) }
    }

    func clear(cache name: String) async throws(ControlFailure) {
        // Purchases were paid for, so this is no cache that may be emptied.
        guard name == Self.renderings else { throw .noSuchCache(name, known: [Self.renderings]) }
        await renderings.removeAll()
    }

    /// Names the caches in memory and on disk, which are emptied together.
    private static let renderings = "renderings"
}

extension Operations: nonisolated ServiceOperations {}
