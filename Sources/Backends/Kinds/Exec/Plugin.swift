import BackendKit
import Domain
import PlatformConcurrency

/// A persistent plugin. Its process is started on demand and restarted after it has exited, with limits.
final class Plugin: Sendable {
    /// A running session with the capabilities that the plugin reported.
    struct Standing: Sendable {
        let session: PluginSession
        let abilities: Capabilities
    }

    enum Phase: Sendable {
        case idle
        case starting
        case running(Standing)
        case closed
    }

    struct State: Sendable {
        var phase = Phase.idle
        var crashes = CrashHistory()
    }

    private static let close = "the service is stopping or has a new configuration"
    private static let newKey = "its key was rejected; the next process gets a new one"

    let options: ExecOptions
    let world: ExecDependencies
    let purse: PluginCredentials
    let voice: PluginLogger
    private let state = AsyncValue(State())

    init(_ options: ExecOptions, _ world: ExecDependencies, _ purse: PluginCredentials) {
        self.options = options
        self.world = world
        self.purse = purse
        voice = PluginLogger(options, world, purse.quoting)
    }

    /// The current session, if there is one.
    var standing: Standing? {
        guard case .running(let standing) = state.value.phase else { return nil }
        return standing.session.board.value.ending == nil ? standing : nil
    }

    /// Returns the current session, starting the process if needed. Throws `.transient` while it crashes too often, and
    /// any failure of its start.
    func run() async throws(BackendFailure) -> Standing {
        while true {
            switch claim() {
            case .have(let standing): return standing
            case .closed: throw .transient(said: "stopped before the request was sent")
            case .wait:
                _ = await state.first { state -> Bool? in if case .starting = state.phase { nil } else { true } }
                if Task.isCancelled { throw .transient(said: "stopped before the request was sent") }
            case .mine: return try await started()
            }
        }
    }

    /// Returns the given failure. If a renewable key was rejected, the process is also retired as soon as it is idle,
    /// so that the next one gets a new key.
    func noted(_ failure: BackendFailure) async -> BackendFailure {
        guard failure == .auth, purse.isRenewable else { return failure }
        await purse.refused()
        guard let session = standing?.session else { return failure }
        let isIdle = session.board.update { state in
            state.isRetired = state.isRetired || state.works.isEmpty
            return state.works.isEmpty
        }
        if isIdle { await session.retire(for: Self.newKey) }
        return failure
    }

    /// Stops the process for good.
    func close() async {
        let before = state.update { state in
            defer { state.phase = .closed }
            return state.phase
        }
        if case .running(let standing) = before { await standing.session.retire(for: Self.close) }
    }
}

extension Plugin {
    private enum Claim: Sendable {
        case have(Standing)
        case mine
        case wait
        case closed
    }

    private func claim() -> Claim {
        let now = world.time.now()
        return state.update { state in
            switch state.phase {
            case .closed: return .closed
            case .starting: return .wait
            case .idle: break
            case .running(let standing):
                let board = standing.session.board.value
                guard board.ending != nil else { return .have(standing) }
                if board.hasWorked { state.crashes.worked() }
                if board.isCrash { state.crashes.note(now) }
            }
            state.phase = .starting
            return .mine
        }
    }

    private func started() async throws(BackendFailure) -> Standing {
        do throws(BackendFailure) {
            try await waitForRestartDelay()
            let standing = try await start()
            let isWanted = state.update { state in
                if case .closed = state.phase { return false }
                state.phase = .running(standing)
                return true
            }
            guard isWanted else {
                await standing.session.retire(for: Self.close)
                throw .transient(said: "stopped before the request was sent")
            }
            return standing
        } catch {
            state.update { if case .starting = $0.phase { $0.phase = .idle } }
            throw error
        }
    }

    /// Waits until the plugin may be restarted.
    private func waitForRestartDelay() async throws(BackendFailure) {
        let crashes = state.value.crashes
        let now = world.time.now()
        if crashes.isBroken(at: now) {
            throw .transient(said: "its plugin ended \(CrashHistory.most) times in ten minutes; not restarted for now")
        }
        let pause = crashes.pause(at: now)
        guard pause > .zero else { return }
        do { try await world.time.sleep(pause) } catch { throw .transient(said: "stopped before the request was sent") }
    }

    private func start() async throws(BackendFailure) -> Standing {
        let filled = try await purse.filled()
        let session = try await PluginSession.started(filled, voice, world)
        do throws(BackendFailure) {
            return Standing(session: session, abilities: try await introduce(session, filled))
        } catch {
            session.signal(.terminate)
            if await !session.hasEnded() { session.signal(.kill) }
            let now = world.time.now()
            state.update { $0.crashes.note(now) }
            throw error
        }
    }

    private func introduce(
        _ session: PluginSession, _ options: ExecOptions
    ) async throws(BackendFailure) -> Capabilities {
        let answer = await session.ask("initialize", InitializeParameters.parameters(options))
        switch answer {
        case .result(let result): return try Capabilities(result, quoting: voice.quoting)
        case .error(let error):
            guard error.code != PluginError.version else {
                let said = voice.quoting.quoted(error.message)
                throw .config(said: "the plugin rejects protocol version \(PluginProtocol.version): \(said)")
            }
            throw error.failure(voice.quoting)
        case nil:
            let board = session.board.value
            if let fault = board.fault { throw fault }
            if let ending = board.ending { throw .transient(said: "its plugin ended immediately (\(ending.shown))") }
            throw .transient(said: "its plugin did not answer initialize within 5 seconds")
        }
    }
}

extension SessionState {
    /// Whether the process exited unexpectedly, rather than because it had nothing to do.
    fileprivate var isCrash: Bool {
        if isRetired { return false }
        return ending != .code(0) || fault != nil || works.values.contains { $0.answer == nil }
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
struct CrashHistory: Equatable, Sendable {
    /// The number of crashes within `span` after which the plugin is not restarted.
    static let most = 5
    static let span = Duration.seconds(600)
    private static let longestPause = Duration.seconds(60)

    private var times: [Duration] = []
    /// The number of crashes since the plugin last worked.
    private var row = 0

    mutating func note(_ now: Duration) {
        times = times.filter { now - $0 < Self.span } + [now]
        row += 1
    }

    /// Notes that the plugin has worked since its last crash.
    mutating func worked() {
        row = 0
    }

    /// Whether the plugin has crashed too often within `span` to be restarted.
    func isBroken(at now: Duration) -> Bool {
        times.count { now - $0 < Self.span } >= Self.most
    }

    /// Returns the delay before the next start: one second after the first crash, doubled after each further one, up to
    /// a minute.
    func pause(at now: Duration) -> Duration {
        guard let last = times.last, row > 0 else { return .zero }
        let pause = min(Self.longestPause, .seconds(1 << min(row - 1, 6)))
        return max(.zero, last + pause - now)
    }
}
