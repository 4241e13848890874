import BackendKit
import Domain

/// A long-lived plugin: its process is started when it is needed, and again when it has ended, but not too often.
final class Plugin: Sendable {
    /// A run that stands, with what the plugin said of itself.
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
        var crashes = CrashRecord()
    }

    private static let close = "the service ends or has a new configuration"
    private static let newKey = "its key was refused, and the next one is given another"

    let options: ExecOptions
    let world: ExecWorld
    let purse: PluginPurse
    let voice: PluginVoice
    private let state = Watched(State())

    init(_ options: ExecOptions, _ world: ExecWorld, _ purse: PluginPurse) {
        self.options = options
        self.world = world
        self.purse = purse
        voice = PluginVoice(options, world, purse.quoting)
    }

    /// The run that there is, if any.
    var standing: Standing? {
        guard case .running(let standing) = state.value.phase else { return nil }
        return standing.session.board.value.ending == nil ? standing : nil
    }

    /// The process, started when it does not run. Throws `.transient` while it crashes too often, and what is wrong with
    /// its start.
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

    /// The failure that it was given. When a key is refused that can be had anew, the process is ended as soon as nobody
    /// waits for it: the next one is given what is had then.
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

    /// Ends the process, and never starts it again.
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
            try await holdBack()
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

    /// Waits until the plugin may be started again.
    private func holdBack() async throws(BackendFailure) {
        let crashes = state.value.crashes
        let now = world.time.now()
        if crashes.isBroken(at: now) {
            throw .transient(said: "its plugin ended \(CrashRecord.most) times within ten minutes, and is left alone")
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
        let answer = await session.ask("initialize", Introduction.parameters(options))
        switch answer {
        case .result(let result): return try Capabilities(result, quoting: voice.quoting)
        case .error(let error):
            guard error.code != PluginError.version else {
                let said = voice.quoting.quoted(error.message)
                throw .config(said: "the plugin refuses version \(PluginProtocol.version) of the protocol: \(said)")
            }
            throw error.failure(voice.quoting)
        case nil:
            let board = session.board.value
            if let fault = board.fault { throw fault }
            if let ending = board.ending { throw .transient(said: "its plugin ended at once (\(ending.shown))") }
            throw .transient(said: "its plugin did not answer to initialize within 5 seconds")
        }
    }
}

extension SessionState {
    /// Whether the process ended by itself, and not because it had nothing to do.
    fileprivate var isCrash: Bool {
        if isRetired { return false }
        return ending != .code(0) || fault != nil || works.values.contains { $0.answer == nil }
    }
}

extension ChildEnding {
    /// For people.
    var shown: String {
        switch self {
        case .code(let code): "exit \(code)"
        case .signal(let number): "signal \(number)"
        }
    }
}
