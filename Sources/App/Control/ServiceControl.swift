import Configuration
import ControlServer
import Domain
import JobsFeature
import MVIRuntime
import Observation
import PlatformSystem
import Synchronization
import Words

/// What the control socket is told and does: it reads states and the database, and sends actions.
@MainActor
final class ServiceControl {
    let base: Foundations
    let current: CurrentService
    let troubles: TroubleRing
    nonisolated let events: EventRing
    nonisolated var meters: Meters { base.meters }
    /// The caps that the status tells of, as they were last.
    nonisolated let caps = Mutex<[BudgetCap]>([])
    /// Milliseconds since 1970.
    let started = wallClockMilliseconds()
    private let startedAt: BoottimeClock.Instant
    private let readAgain: @MainActor () async -> LaunchFailure?
    private let stop: @MainActor () -> Void

    /// `reload` reads the configuration again, and gives back what is wrong with it; `stop` does as SIGTERM does.
    init(
        _ base: Foundations, _ current: CurrentService, _ troubles: TroubleRing, _ events: EventRing,
        stop: @escaping @MainActor () -> Void = {}, reload: @escaping @MainActor () async -> LaunchFailure?
    ) {
        self.base = base
        self.current = current
        self.troubles = troubles
        self.events = events
        startedAt = base.clock.now
        self.stop = stop
        readAgain = reload
    }

    /// Whole seconds since the start.
    var uptime: Int64 { startedAt.duration(to: base.clock.now).components.seconds }

    /// The stores, once they serve. Throws `.draining` at the end of the service, and to who has given up.
    func serving() async throws(ControlFailure) -> AppContainer {
        // What was observed may be over by now.
        for await _ in Observations({ [current] in current.stage }) {
            switch current.stage {
            case .starting, .reloading: continue
            case .serving: return current.container
            case .stopping, .stopped: throw .draining
            }
        }
        throw .draining
    }

    /// The same once they have taken up what an earlier run left: from then on every row that comes has to be told.
    func working() async throws(ControlFailure) -> AppContainer {
        for await _ in Observations({ [current] in (current.stage, current.container.jobs.state.phase) }) {
            let container = try await serving()
            if container.jobs.state.isStalled { throw .repository(.busy) }
            if container.jobs.state.phase != .takingUp { return container }
        }
        throw .draining
    }

    /// Who takes new work and wishes: also stores that only finish theirs while the configuration is read again. What they
    /// are given then is a row, which the next ones take up.
    func accepting() async throws(ControlFailure) -> AppContainer {
        for await _ in Observations({ [current] in (current.stage, current.container.jobs.state.phase) }) {
            let container = current.container
            if current.stage == .reloading, container.jobs.state.phase == .draining { return container }
            if current.stage != .reloading { return try await working() }
        }
        throw .draining
    }

    func stored<Answer>(
        _ work: () async throws(RepositoryFailure) -> Answer
    ) async throws(ControlFailure) -> Answer {
        do throws(RepositoryFailure) { return try await work() } catch { throw .repository(error) }
    }

    func reload() async throws(ControlFailure) {
        _ = try await serving()
        // A task of its own: whoever asks may leave, but calls that run must not be cut off by that.
        if let failure = await Task(operation: { await readAgain() }).value {
            throw failure.mistakes.map { .configuration($0) } ?? .notServable(said: failure.sentence)
        }
        for await _ in Observations({ [current] in (current.stage, current.container.jobs.state.phase) }) {
            let jobs = try await serving().jobs.state
            if jobs.phase != .takingUp || jobs.isStalled { return }
        }
    }

    func scan() async throws(ControlFailure) {
        try await serving().lookNow()
    }

    func drain() async throws(ControlFailure) {
        _ = try await serving()
        stop()
        for await stage in Observations({ [current] in current.stage }) where stage != .serving { return }
    }

    func pause() async throws(ControlFailure) {
        let container = try await accepting()
        current.isPaused = true
        container.pause()
        tell("paused", Wording(.english).paused)
    }

    func resume() async throws(ControlFailure) {
        let container = try await accepting()
        current.isPaused = false
        // Stores that are on their way out begin nothing.
        if current.stage == .serving { container.resume() }
        tell("resumed", "The service goes on.")
    }

    private func tell(_ code: String, _ sentence: String) {
        ListeningSink(events: events).write(LogEntry(.info, code, sentence))
    }
}

extension ServiceControl: nonisolated ControlPlane {}
