import Synchronization

/// Hidden mutable state, which no reducer may have.
final class Memory: Equatable, Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }

    static func == (lhs: Memory, rhs: Memory) -> Bool { lhs === rhs }
}
