import BackendKit
import Domain
import PlatformConcurrency

/// A persistent plugin. Its process is started on demand and restarted after it has exited, with limits.
final class Plugin: Sendable {
    /// A running session with the capabilities that the plugin reported.
    struct Run {
        let session: PluginSession
        let capabilities: Capabilities
    }

    private enum Phase {
        case idle
        case starting
        case running(Run)
        case closed
    }

    private struct State {
        var phase = Phase.idle
        var crashes = CrashHistory()
    }

    private static let closeReason = "the service is stopping or has a new configuration"
    private static let notSent = BackendFailure.transient(message: "stopped before the request was sent")

    let logger: PluginLogger
    private let dependencies: ExecDependencies
    private let credentials: PluginCredentials
    private let state = AsyncValue(State())

    init(_ options: ExecOptions, _ dependencies: ExecDependencies) {
        self.dependencies = dependencies
        credentials = PluginCredentials(options, dependencies)
        logger = PluginLogger(options, dependencies, credentials.quoting)
    }

    /// The current run, if the process is running.
    var current: Run? {
        guard case .running(let run) = state.value.phase else { return nil }
        return run.session.state.value.ending == nil ? run : nil
    }

    /// Returns the current run, starting the process if needed. Throws `.transient` while it crashes too often, and any
    /// failure of its start.
    func run() async throws(BackendFailure) -> Run {
        while true {
            switch claim() {
            case .running(let run): return run
            case .closed: throw Self.notSent
            case .starting:
                _ = await state.first { state -> Bool? in if case .starting = state.phase { nil } else { true } }
                if Task.isCancelled { throw Self.notSent }
            case .idle: return try await started()
            }
        }
    }

    /// Records a failure of a call. If a renewable key was rejected, the process is retired as soon as it is idle, so
    /// that the next one gets a new key.
    func record(_ failure: BackendFailure) async {
        guard failure == .auth, credentials.isRenewable else { return }
        await credentials.discardRejected()
        guard let session = current?.session else { return }
        let isIdle = session.state.update { state in
            state.isRetired = state.isRetired || state.works.isEmpty
            return state.works.isEmpty
        }
        if isIdle { await session.retire(for: "its key was rejected; the next process gets a new one") }
    }

    /// Stops the process for good.
    func close() async {
        let phase = state.update { state in
            defer { state.phase = .closed }
            return state.phase
        }
        if case .running(let run) = phase { await run.session.retire(for: Self.closeReason) }
    }
}

extension Plugin {
    /// Returns the phase. If it is `idle`, the caller has to start the process, and others wait for that.
    private func claim() -> Phase {
        let now = dependencies.clock.now()
        return state.update { state in
            switch state.phase {
            case .closed, .starting: return state.phase
            case .idle: break
            case .running(let run):
                let session = run.session.state.value
                guard session.ending != nil else { return state.phase }
                if session.hasWorked { state.crashes.reset() }
                if session.isCrash { state.crashes.record(now) }
            }
            state.phase = .starting
            return .idle
        }
    }

    private func started() async throws(BackendFailure) -> Run {
        do throws(BackendFailure) {
            try await waitForRestartDelay()
            let run = try await start()
            let isWanted = state.update { state in
                if case .closed = state.phase { return false }
                state.phase = .running(run)
                return true
            }
            guard isWanted else {
                await run.session.retire(for: Self.closeReason)
                throw Self.notSent
            }
            return run
        } catch {
            state.update { if case .starting = $0.phase { $0.phase = .idle } }
            throw error
        }
    }

    /// Waits until the plugin may be restarted.
    private func waitForRestartDelay() async throws(BackendFailure) {
        let crashes = state.value.crashes
        let now = dependencies.clock.now()
        if crashes.isBroken(at: now) {
            throw .transient(
                message: "its plugin ended \(CrashHistory.most) times in ten minutes; not restarted for now")
        }
        let delay = crashes.delay(at: now)
        guard delay > .zero else { return }
        do { try await dependencies.clock.sleep(delay) } catch { throw Self.notSent }
    }

    private func start() async throws(BackendFailure) -> Run {
        let options = try await credentials.optionsWithKeys()
        let session = try await PluginSession.started(options, logger, dependencies)
        do throws(BackendFailure) {
            return Run(session: session, capabilities: try await initialize(session, options))
        } catch {
            session.signal(.terminate)
            if await !session.hasEnded() { session.signal(.kill) }
            let now = dependencies.clock.now()
            state.update { $0.crashes.record(now) }
            throw error
        }
    }

    private func initialize(
        _ session: PluginSession, _ options: ExecOptions
    ) async throws(BackendFailure) -> Capabilities {
        switch await session.request("initialize", options.initializeParameters) {
        case .result(let result): return try Capabilities(result, quoting: logger.quoting)
        case .error(let error):
            guard error.code != PluginError.version else {
                let message = logger.quoting.quoted(error.message)
                throw .config(message: "the plugin rejects protocol version \(PluginProtocol.version): \(message)")
            }
            throw error.failure(logger.quoting)
        case nil:
            let state = session.state.value
            if let fault = state.fault { throw fault }
            if let ending = state.ending { throw .transient(message: "its plugin ended immediately (\(ending.shown))") }
            throw .transient(message: "its plugin did not answer initialize within 5 seconds")
        }
    }
}

extension SessionState {
    /// Whether the process exited unexpectedly, rather than because it had nothing to do.
    fileprivate var isCrash: Bool {
        if isRetired { return false }
        return ending != .code(0) || fault != nil || works.values.contains { $0.response == nil }
    }
}

extension TerminationStatus {
    /// The exit status for people.
    var shown: String {
        switch self {
        case .code(let code): "exit \(code)"
        case .signal(let number): "signal \(number)"
        }
    }
}

/// The times at which a plugin crashed, and the delays that follow from them.
struct CrashHistory {
    /// The number of crashes within `span` after which the plugin is not restarted.
    static let most = 5
    private static let span = Duration.seconds(600)

    private var times: [Duration] = []
    /// The number of crashes since the plugin last worked.
    private var consecutive = 0

    mutating func record(_ now: Duration) {
        times = times.filter { now - $0 < Self.span } + [now]
        consecutive += 1
    }

    /// Records that the plugin has worked since its last crash.
    mutating func reset() {
        consecutive = 0
    }

    /// Whether the plugin has crashed too often within `span` to be restarted.
    func isBroken(at now: Duration) -> Bool {
        times.count { now - $0 < Self.span } >= Self.most
    }

    /// Returns the delay before the next start: one second after the first crash, doubled after each further one, up to
    /// a minute.
    func delay(at now: Duration) -> Duration {
        guard let last = times.last, consecutive > 0 else { return .zero }
        let delay = min(Duration.seconds(60), .seconds(1 << min(consecutive - 1, 6)))
        return max(.zero, last + delay - now)
    }
}
