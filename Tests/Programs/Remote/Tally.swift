import Synchronization

/// Counts what happens on a server's threads.
final class Tally: Sendable {
    private let state = Mutex(0)

    /// How often it was counted so far.
    var value: Int { state.withLock { $0 } }

    /// Counts once more, and gives how often that was done before.
    @discardableResult
    func count() -> Int {
        state.withLock { number in
            defer { number += 1 }
            return number
        }
    }
}
