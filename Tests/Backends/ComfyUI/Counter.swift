import Synchronization

/// Counts by name.
final class Counter: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// How often it was called with that name before.
    func next(_ name: String) -> Int {
        counts.withLock { counts in
            defer { counts[name, default: 0] += 1 }
            return counts[name, default: 0]
        }
    }
}
