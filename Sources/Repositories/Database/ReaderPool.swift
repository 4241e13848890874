package import Domain
package import PlatformSQL
internal import Synchronization

/// Readers of one file, so that a long search does not hold up the others. Each read goes to the one with the fewest
/// reads before it; among equals to the first, so that a quiet service uses one connection and its cache.
package final class ReaderPool: Sendable {
    private let readers: [DatabaseReader]
    private let loads: Loads

    /// Takes readers of the same file, at least one.
    init(_ readers: [DatabaseReader]) {
        self.readers = readers
        loads = Loads(count: readers.count)
    }

    package func read<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        let index = loads.begin()
        defer { loads.end(index) }
        return try await readers[index].read(work)
    }

    /// Returns once every reader has answered a trivial query, even with a failure.
    func answer() async {
        for reader in readers {
            _ = try? await reader.read { connection throws(RepositoryFailure) in
                try connection.rows("SELECT 1", []) { $0.integer(0) }
            }
        }
    }

    /// Completes pending reads and closes the connections; later reads fail.
    func close() async {
        for reader in readers { await reader.close() }
    }
}

/// The number of pieces of work that each of several connections has not finished.
final class Loads: Sendable {
    private let counts: Mutex<[Int]>

    init(count: Int) { counts = Mutex(Array(repeating: 0, count: count)) }

    /// Adds a piece of work to the connection with the fewest, the first among equals. Returns its index.
    func begin() -> Int {
        counts.withLock { counts in
            let index = counts.indices.min { counts[$0] < counts[$1] } ?? 0
            counts[index] += 1
            return index
        }
    }

    func end(_ index: Int) { counts.withLock { $0[index] -= 1 } }
}
