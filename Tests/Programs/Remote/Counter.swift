import Synchronization

/// A counter that is shared by a server's threads.
final class Counter: Sendable {
    private let state = Mutex(0)

    /// The current count.
    var value: Int { state.withLock { $0 } }

    /// Increments the count and returns its previous value.
    @discardableResult
    func count() -> Int {
        state.withLock { number in
            defer { number += 1 }
            return number
        }
    }
}
