package import Domain
package import PlatformSQL

/// Reads on a connection and a thread of its own, so that a status request does not wait for a sync. Each read sees a
/// snapshot of everything committed before it, so a caller that awaited a write finds it. Reads that arrive while
/// others are served share the next snapshot, because after each commit a new snapshot first reads the same pages
/// again.
package final class DatabaseReader: Sendable {
    private let thread: ConnectionThread

    /// The maximum number of reads per snapshot: while a snapshot is in use the log can't be truncated.
    private static let largestGroup = 64

    /// Takes over a connection that is open for reading.
    package init(_ connection: sending any SQLConnection) throws(RepositoryFailure) {
        thread = try ConnectionThread("textifyd-reader", connection, group: Self.largestGroup) { pieces, connection in
            guard !connection.hasMoved else { return pieces.forEach { $0.fail(.moved) } }
            // If the shared transaction can't begin, each read reports the error itself.
            let isShared = pieces.count > 1 && (try? connection.beginSnapshot()) != nil
            for piece in pieces { piece.run(connection).resume(nil) }
            if isShared { _ = try? connection.run("COMMIT") }
            connection.endTransaction()
        }
    }

    package func read<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        try await thread.ask { connection in
            let first = connection.inSnapshot(work)
            // That a connection was lost is only noticed when it is used; a read may be repeated on another one.
            guard case .failure(.unreachable) = first, !connection.isInTransaction else { return first }
            return connection.inSnapshot(work)
        }
    }

    /// Completes pending reads and closes the connection; later ones fail.
    package func close() async {
        await thread.close()
    }
}
