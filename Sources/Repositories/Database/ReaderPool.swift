package import Domain
package import PlatformSQL
internal import Synchronization

/// Readers of one file, so that a long search does not hold up the others. Each read goes to the one with the fewest
/// reads before it; among equals to the first, so that a quiet service uses one connection and its cache.
package final class ReaderPool: Sendable {
    private let readers: [DatabaseReader]
    /// The number of reads that each reader has not finished.
    private let loads: Mutex<[Int]>

    /// Takes readers of the same file, at least one.
    init(_ readers: [DatabaseReader]) {
        self.readers = readers
        loads = Mutex(readers.map { _ in 0 })
    }

    package func read<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        let index = loads.withLock { loads in
            let index = loads.indices.min { loads[$0] < loads[$1] } ?? 0
            loads[index] += 1
            return index
        }
        defer { loads.withLock { $0[index] -= 1 } }
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
