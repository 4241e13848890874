import Synchronization

/// What a service needs, as a test holds it back and lets it go.
final class Pulse: Sendable {
    private let asked: AsyncStream<CheckedContinuation<Void, Never>>
    private let asking: AsyncStream<CheckedContinuation<Void, Never>>.Continuation

    init() {
        (asked, asking) = AsyncStream.makeStream()
    }

    /// Returns when the test says so.
    @Sendable
    func answer() async {
        await withCheckedContinuation { _ = asking.yield($0) }
    }

    /// Waits until somebody asks.
    func question() async -> CheckedContinuation<Void, Never>? {
        await asked.first { _ in true }
    }
}
