package import Domain
import Synchronization

/// The line between a service and the database's server. While it is interrupted, statements fail, or take effect but
/// their answers are lost.
package final class DatabaseLink: Sendable {
    /// The condition of the line.
    package enum Condition: Equatable, Sendable {
        case sound
        /// Some statements fail.
        case flaky
        /// Nothing arrives.
        case cut
    }

    private struct State {
        var condition = Condition.sound
        var rng: SplitMix64
        /// Whether a statement was on its way when the line was cut.
        var isFirst = false
    }

    private enum Fate {
        case answered
        case lost
        case answerLost
    }

    private let state: Mutex<State>
    private let clock: ManualClock

    package init(seed: UInt64, clock: ManualClock) {
        state = Mutex(State(rng: SplitMix64(seed: seed)))
        self.clock = clock
    }

    package var condition: Condition {
        get { state.withLock(\.condition) }
        set {
            state.withLock { state in
                state.condition = newValue
                state.isFirst = newValue == .cut
            }
        }
    }

    /// A random number below `bound`.
    package func roll(_ bound: UInt64) -> UInt64 { state.withLock { $0.rng.next() % bound } }

    /// Runs a statement that changes something.
    package func write<T: Sendable>(
        _ work: () async throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        switch fate() {
        case .answered: return try await work()
        case .answerLost: _ = try? await work()
        case .lost: break
        }
        throw await failure()
    }

    /// Lets a statement through that only reads.
    package func read() async throws(RepositoryFailure) {
        if fate() != .answered { throw await failure() }
    }

    private func fate() -> Fate {
        state.withLock { state in
            switch state.condition {
            case .sound: return .answered
            case .flaky:
                let lot = state.rng.next() % 6
                return lot == 0 ? .answerLost : lot < 3 ? .lost : .answered
            case .cut:
                defer { state.isFirst = false }
                return state.isFirst && state.rng.next() % 2 == 0 ? .answerLost : .lost
            }
        }
    }

    /// It takes a while until a failure is noticed.
    private func failure() async -> RepositoryFailure {
        try? await clock.sleep(for: .milliseconds(Int64(roll(8_000))))
        return .unreachable("the line is interrupted")
    }
}
