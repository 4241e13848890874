public import Domain
public import PlatformSQLite

/// Reads on a connection and a thread of its own, so that a status request does not wait for a sync. Each piece of
/// work sees one snapshot: all that was committed before it, so whoever awaited a write finds it.
public final class DatabaseReader: Sendable {
    private let thread: ConnectionThread

    /// Takes over a connection that is open for reading.
    public init(_ connection: sending Connection) throws(RepositoryFailure) {
        thread = try ConnectionThread("textifyd-reader", connection, group: 1) { pieces, connection in
            for piece in pieces { piece.run(connection).tell(nil) }
        }
    }

    public func read<T: Sendable>(
        _ work: @escaping @Sendable (Connection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        try await thread.ask { $0.inSavepoint(work) }
    }

    /// Answers what was asked and closes the connection; what is asked later is refused.
    public func close() async {
        await thread.close()
    }
}
