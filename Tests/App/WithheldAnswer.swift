import Synchronization

/// A response that a test withholds until it resumes the caller.
final class WithheldAnswer: Sendable {
    private let asked: AsyncStream<CheckedContinuation<Void, Never>>
    private let asking: AsyncStream<CheckedContinuation<Void, Never>>.Continuation

    init() {
        (asked, asking) = AsyncStream.makeStream()
    }

    /// Waits until the test resumes the caller.
    @Sendable
    func answer() async {
        await withCheckedContinuation { _ = asking.yield($0) }
    }

    /// Waits for the next caller and returns its continuation.
    func question() async -> CheckedContinuation<Void, Never>? {
        await asked.first { _ in true }
    }
}
