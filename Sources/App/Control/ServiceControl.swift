import ControlServer
import Domain
import JobsFeature
import MVIRuntime
import Observation
import PlatformSystem

/// What the control socket is told and does: it reads states and the database, and sends actions.
@MainActor
final class ServiceControl {
    let base: Foundations
    let current: CurrentService
    let troubles: TroubleRing
    /// Milliseconds since 1970.
    let started = wallClockMilliseconds()
    private let startedAt: BoottimeClock.Instant
    private let readAgain: @MainActor () async -> LaunchFailure?

    /// `reload` reads the configuration again, and gives back what is wrong with it.
    init(
        _ base: Foundations, _ current: CurrentService, _ troubles: TroubleRing,
        reload: @escaping @MainActor () async -> LaunchFailure?
    ) {
        self.base = base
        self.current = current
        self.troubles = troubles
        startedAt = base.clock.now
        readAgain = reload
    }

    /// Whole seconds since the start.
    var uptime: Int64 { startedAt.duration(to: base.clock.now).components.seconds }

    /// The stores, once they are not being replaced. Throws `.draining` at the end of the service.
    func serving() async throws(ControlFailure) -> AppContainer {
        for await stage in Observations({ [current] in current.stage }) where stage != .reloading {
            if stage == .stopping { break }
            return current.container
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
        if let failure = await readAgain() {
            throw failure.mistakes.map { .configuration($0) } ?? .notServable(said: failure.sentence)
        }
        let jobs = current.container.jobs
        for await hasBegun in Observations({ jobs.state.phase == .running || jobs.state.isStalled }) where hasBegun {
            break
        }
    }

    func pause() async throws(ControlFailure) {
        let container = try await serving()
        current.isPaused = true
        container.pause()
    }

    func resume() async throws(ControlFailure) {
        let container = try await serving()
        current.isPaused = false
        container.resume()
    }
}

extension ServiceControl: nonisolated ControlPlane {}
