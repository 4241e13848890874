import BackendKit
import BackendsFeature
import Configuration
import Domain
import JobsFeature
import MVICore
import MVIEffects
import MVIRuntime
import Observation
import PlatformSystem
import Repositories
import ServiceFeature
import Words

/// Runs the stores from start to stop and handles signals.
@MainActor
final class ServiceLoop {
    private let base: ServiceResources
    private let source: SettingsSource
    let current: CurrentService
    private let notifier: ServiceNotifier<BoottimeClock>?
    private var log: EventLog
    private let makeLog: (LogLevel) -> EventLog
    /// Warnings and errors from the log, for the status.
    private let problems: AsyncStream<Service.Problem>
    /// The state of the database with which this program can't go on.
    private var fatal: RepositoryFailure?
    private var signals: AsyncStream<ProcessSignal>.Continuation?

    /// Throws when a key is unavailable.
    init(
        base: ServiceResources, source: SettingsSource, settings: Settings,
        notifier: ServiceNotifier<BoottimeClock>? = nil, problems: AsyncStream<Service.Problem> = AsyncStream { nil },
        log makeLog: @escaping (LogLevel) -> EventLog = { EventLog(level: $0) }
    ) throws(LaunchFailure) {
        self.base = base
        self.source = source
        self.notifier = notifier
        self.problems = problems
        self.makeLog = makeLog
        log = makeLog(settings.log)
        let container = AppContainer(
            base.storeDependencies, settings, try Self.imageBackends(base, settings, log), log: log)
        let stamper = StampSource(
            clock: base.clock, origin: BoottimeClock.Instant(sinceBoot: .zero), utc: UTCMillis.now,
            seed: randomSeed())
        current = CurrentService(
            container, settings,
            Store(.initial(caps: settings.budget.standing), stamp: stamper.next, perform: noEffects()))
        current.shown = source.shown()
        if let address = settings.web.listen, !address.isLoopback {
            log.warning(EventCode.galleryUnencrypted) { $0.galleryUnencrypted(address.text) }
        }
        current.connect()
    }

    private static func imageBackends(
        _ base: ServiceResources, _ settings: Settings, _ log: EventLog
    ) throws(LaunchFailure) -> [any ImageBackend] {
        try base.backends.backends(settings, log: log).map { TimedBackend(backend: $0, meters: base.meters) }
    }

    private var container: AppContainer { current.container }

    /// Serves until SIGTERM or SIGINT, finishes running work, and returns. A second signal, or the discovery that the
    /// database is damaged, cuts that short.
    func serve(_ signals: AsyncStream<ProcessSignal>) async -> ExitCode {
        let (merged, continuation) = AsyncStream.makeStream(of: ProcessSignal.self)
        self.signals = continuation
        // Not waited for at the end: the cache may be on a disk that doesn't respond.
        Task { [base] in await base.renderings.load() }
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { for await signal in signals { continuation.yield(signal) } }
            group.addTask { [service = current.service, problems] in
                for await problem in problems { await service.send(.report(problem)) }
            }
            group.addTask { [self] in if await detectDamage() { continuation.yield(.terminate) } }
            await serve(merged.makeAsyncIterator())
            group.cancelAll()
            return fatal.map { LaunchFailure($0, about: "").exit } ?? .ok
        }
    }

    /// Stops the service as SIGTERM does.
    func stop() {
        signals?.yield(.terminate)
    }

    private func serve(_ signals: consuming AsyncStream<ProcessSignal>.AsyncIterator) async {
        begin("textifyd \(Version.text) started, serving \(source.summary).")
        notifier?.follow { [container] in container.summary }
        await withTaskGroup(of: Void.self) { group in
            while let signal = await signals.next(isolation: #isolation) {
                guard signal == .hangUp else { break }
                // A reload may wait for running work; signals have to be handled meanwhile.
                group.addTask { await self.reload() }
            }
            log.info(EventCode.stopping, "Stopping: running work is finished first.")
            let unsaved = container.backends.state.unsaved
            if let failure = unsaved.first {
                log.warning(EventCode.answersUnsaved) { $0.unsaved(answers: unsaved.count, failure) }
            }
            current.service.send(.stop)
            notifier?.stopping()
            await drain { await signals.next(isolation: #isolation) != nil }
        }
        current.service.send(.end)
        await notifier?.close()
        log.info(EventCode.stopped, "Stopped. Unfinished work resumes at the next start.")
    }

    /// Checks the database if the last run was interrupted. Logs the damage and returns `true` if there is any.
    private func detectDamage() async -> Bool {
        do throws(RepositoryFailure) {
            try await base.check()
            return false
        } catch {
            fatal = error
            let file = current.settings.service.state.appending(SpoolDatabase.fileName)
            log.error(error.errorCode) { $0.sentence(error, about: file.shown) }
            return true
        }
    }

    /// Processes everything present, then returns. SIGTERM ends it early.
    func once(_ signals: AsyncStream<ProcessSignal>) async -> ExitCode {
        if await detectDamage() { return .io }
        begin("textifyd \(Version.text) started, processing \(source.summary) once.")
        var verdict: ExitCode?
        await first(
            { [container] in verdict = await container.allFinished() },
            { for await signal in signals where signal != .hangUp { return } })
        await container.drain()
        await container.shutDown()
        // No verdict means that the pass was interrupted and work is left.
        return verdict ?? .tryAgain
    }

    private func begin(_ sentence: String) {
        log.info(EventCode.started, sentence)
        if let mode = base.openMode {
            let state = current.settings.service.state.shown
            log.warning(EventCode.stateOpen) { $0.openState(state, mode: String(mode, radix: 8)) }
        }
        container.onExpulsion = { [weak self] in Task { await self?.rejoin() } }
        container.onLeaving = { [weak self] in self?.stop() }
        container.start()
        current.service.send(.serve(caps: current.settings.budget.standing))
    }

    /// Reloads the configuration; concurrent calls run one after the other. An invalid configuration is returned as a
    /// failure and changes nothing. Without effect once the service is stopping.
    @discardableResult
    func reload() async -> LaunchFailure? {
        guard await waitForTurn() else { return nil }
        current.service.send(.reload)
        notifier?.reloading()
        do throws(LaunchFailure) {
            let settings = try source.load()
            try TimeZoneCheck.check(settings, environment: source.environment)
            try NotificationCheck.check(settings, environment: source.environment)
            try await FolderConflictCheck.check(settings, on: base.disk)
            await replace(settings, try Self.imageBackends(base, settings, log))
            return nil
        } catch {
            guard current.stage == .reloading else { return error }
            current.service.send(.reject(error.sentence))
            log.error(EventCode.reloadFailed) { $0.rejectedReload(error.sentence) }
            notifier?.reloadFailed(error.sentence)
            return error
        }
    }

    /// Waits for a running reload to finish. `false` when the service is stopping.
    private func waitForTurn() async -> Bool {
        // The observed value may be outdated by now.
        for await _ in Observations({ [current] in current.stage }) {
            switch current.stage {
            case .starting, .reloading: continue
            case .serving: return true
            case .stopping, .stopped: return false
            }
        }
        return false
    }

    private func replace(_ settings: Settings, _ imageBackends: [any ImageBackend]) async {
        guard current.stage == .reloading else { return }
        log.info(EventCode.reloading, "Reloading the configuration: running work is finished first.")
        let old = container
        await old.drain()
        // When the service is stopping, its stop shuts these stores down.
        guard current.stage == .reloading else { return }
        await old.shutDown()
        guard current.stage == .reloading else { return }
        log = makeLog(settings.log)
        if settings.service.zone != current.settings.service.zone {
            log.warning(EventCode.zoneKept) { $0.timeZoneUnchanged }
        }
        current.settings = settings
        current.shown = source.shown()
        current.service.send(.replace(old.jobs.state.finished))
        current.container = AppContainer(base.storeDependencies, settings, imageBackends, log: log)
        begin("The new configuration is active, serving \(source.summary).")
        notifier?.follow { [container] in container.summary }
    }

    /// Starts again after other services have taken this one's work over: what it has in hand is theirs now.
    private func rejoin() async {
        let old = container
        // Nothing that is in hand can be finished. A reload or a stop that waits for it continues now.
        await old.shutDown()
        // Stores that a reload has started meanwhile notice by themselves.
        guard await waitForTurn(), container === old else { return }
        current.service.send(.reload)
        log.error(ErrorCode.databaseExpelled) { $0.sentence(.expelled, about: "") }
        while current.stage == .reloading {
            if await join(after: old) { return }
            try? await base.clock.sleep(until: base.clock.now.advanced(by: .seconds(1)))
        }
    }

    /// `false` if that has to be tried again.
    private func join(after old: AppContainer) async -> Bool {
        guard let imageBackends = try? Self.imageBackends(base, current.settings, log) else { return false }
        do throws(RepositoryFailure) {
            try await base.join()
        } catch {
            guard case .newer = error else { return false }
            // A newer version has taken the database over: this one can't come back.
            fatal = error
            log.error(error.errorCode) { [current] in
                $0.sentence(error, about: current.settings.databaseAddress ?? "")
            }
            stop()
            return true
        }
        start(current.settings, imageBackends, after: old)
        return true
    }

    private func start(_ settings: Settings, _ imageBackends: [any ImageBackend], after old: AppContainer) {
        current.service.send(.replace(old.jobs.state.finished))
        current.container = AppContainer(base.storeDependencies, settings, imageBackends, log: log)
        begin("Started again, serving \(source.summary).")
        notifier?.follow { [container] in container.summary }
    }

    private func drain(unless interrupted: @escaping @MainActor () async -> Bool) async {
        let container = container
        await first({ await container.drain() }, { _ = await interrupted() })
        await container.shutDown()
    }

    /// Returns when either of the two does; the other is cancelled.
    private func first(_ one: @escaping @MainActor () async -> Void, _ other: @escaping @MainActor () async -> Void)
        async
    {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await one() }
            group.addTask { await other() }
            await group.next()
            group.cancelAll()
        }
    }
}

/// Performs nothing, for a feature that requests no effects.
private func noEffects<F: Feature>() -> Perform<F> { { _, _ in nil } }

/// The active stores, which a reload replaces, and the store of the service as a whole, which it does not.
@MainActor
@Observable
final class CurrentService {
    var container: AppContainer
    var settings: Settings
    /// The settings with their origins; `nil` where they could not be read.
    var shown: ShownSettings?
    let service: Store<Service>

    init(_ container: AppContainer, _ settings: Settings, _ service: Store<Service>) {
        self.container = container
        self.settings = settings
        self.service = service
    }

    var stage: Service.State.Phase { service.state.phase }

    /// The number of jobs that have ended since the start, by state: those of the active stores and of the stores before
    /// them.
    var endedJobs: [String: Int] {
        let sum = container.jobs.state.finished + service.state.endedBefore
        return ["done": sum.done, "failed": sum.failed, "cancelled": sum.cancelled]
    }

    /// Routes the service's events to the active stores.
    func connect() {
        service.listen { [unowned self] event in
            container.backends.send(Routes.backends(event))
            container.jobs.send(Routes.jobs(event))
            container.library.send(Routes.library(event))
        }
    }
}
