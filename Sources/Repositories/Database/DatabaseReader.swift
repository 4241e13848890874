package import Domain
package import PlatformSQLite

/// Reads on a connection and a thread of its own, so that a status request does not wait for a sync. Each piece of
/// work sees one snapshot: all that was committed before it, so whoever awaited a write finds it. What is asked while
/// others are served shares the next snapshot: after each commit a new one begins by reading the same pages once more.
package final class DatabaseReader: Sendable {
    private let thread: ConnectionThread

    /// How many reads share a snapshot at most: as long as it is kept the log can't be emptied.
    private static let largestGroup = 64

    /// Takes over a connection that is open for reading.
    package init(_ connection: sending Connection) throws(RepositoryFailure) {
        thread = try ConnectionThread("textifyd-reader", connection, group: Self.largestGroup) { pieces, connection in
            guard !connection.hasMoved else { return pieces.forEach { $0.refuse(.moved) } }
            // Where none can begin, each piece finds out for itself.
            let isShared = pieces.count > 1 && (try? connection.run("BEGIN")) != nil
            for piece in pieces { piece.run(connection).tell(nil) }
            if isShared { _ = try? connection.run("COMMIT") }
            connection.endTransaction()
        }
    }

    package func read<T: Sendable>(
        _ work: @escaping @Sendable (Connection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        try await thread.ask { $0.inSavepoint(work) }
    }

    /// Answers what was asked and closes the connection; what is asked later is refused.
    package func close() async {
        await thread.close()
    }
}
