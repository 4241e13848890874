import Synchronization

/// Counts by name.
final class Counter: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// Returns the number of previous calls with this name.
    func next(_ name: String) -> Int {
        counts.withLock { counts in
            defer { counts[name, default: 0] += 1 }
            return counts[name, default: 0]
        }
    }
}
