@testable import BackendKinds
import BackendKit
import Domain
import PlatformConcurrency

/// A clock whose waits end only when the test lets a duration pass; waits of some lengths pass by themselves.
final class SteppedTime: Sendable {
    private struct Sleeper {
        let duration: Duration
        let deadline: Duration
    }

    private struct State {
        var now = Duration.zero
        var sleepers: [Int: Sleeper] = [:]
        var next = 0
    }

    private let state = AsyncValue(State())
    private let quick: Set<Duration>

    init(quick: Set<Duration> = []) {
        self.quick = quick
    }

    var time: HostClock { HostClock(now: { [state] in state.value.now }, sleep: { try await self.sleep($0) }) }

    /// Waits until there is a wait of this duration, and ends it.
    func pass(_ duration: Duration) async {
        let deadline = await state.first { state in
            state.sleepers.values.first { $0.duration == duration && $0.deadline > state.now }?.deadline
        }
        state.update { $0.now = max($0.now, deadline ?? $0.now) }
    }

    func advance(by duration: Duration) {
        state.update { $0.now += duration }
    }

    private func sleep(_ duration: Duration) async throws {
        if quick.contains(duration) { return advance(by: duration) }
        let id = state.update { state in
            state.next += 1
            state.sleepers[state.next] = Sleeper(duration: duration, deadline: state.now + duration)
            return state.next
        }
        let isOver = await state.first { state in
            state.sleepers[id].flatMap { $0.deadline <= state.now ? true : nil }
        }
        state.update { _ = $0.sleepers.removeValue(forKey: id) }
        if isOver == nil { throw CancellationError() }
    }
}
