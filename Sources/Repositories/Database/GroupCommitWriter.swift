package import Domain
package import PlatformSQLite
internal import Synchronization

/// The only writer of a database. An idle writer commits at once; writes that arrive during a commit share the next
/// one, so that durability does not cost a sync per write. A caller continues only after the commit.
package final class GroupCommitWriter: Sendable {
    private let thread: ConnectionThread
    private let figures: Figures

    /// The maximum number of writes per commit.
    package static let largestGroup = 256

    /// Takes over a connection that is open for writing.
    package init(_ connection: sending Connection) throws(RepositoryFailure) {
        let figures = Figures()
        self.figures = figures
        thread = try ConnectionThread("textifyd-writer", connection, group: Self.largestGroup) { pieces, connection in
            var rest = pieces[...]
            while !rest.isEmpty { rest = Self.commit(rest, on: connection, figures) }
        }
    }

    /// The number of committed transactions.
    package var commits: Int { figures.commits.load(ordering: .relaxed) }

    /// Runs work in a transaction that it may share with other writes, and returns after the commit. An error thrown by
    /// the work undoes this work alone. A failed commit fails all writes in it. The work must not begin or end
    /// transactions, and must touch nothing but the connection, because a later write in the same transaction may still
    /// cause a rollback.
    package func write<T: Sendable>(
        _ work: @escaping @Sendable (Connection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        try await thread.ask { $0.inSavepoint(work) }
    }

    /// Commits pending writes and closes the connection; later ones fail.
    package func close() async {
        await thread.close()
    }

    /// Commits one group. Returns the rest of the group if SQLite ended the transaction early.
    private static func commit(
        _ pieces: ArraySlice<Piece>, on connection: Connection, _ figures: Figures
    ) -> ArraySlice<Piece> {
        connection.endTransaction()
        do throws(RepositoryFailure) {
            if connection.hasMoved { throw .moved }
            try connection.run("BEGIN IMMEDIATE")
        } catch {
            for piece in pieces { piece.refuse(error) }
            return []
        }
        var rest = pieces
        var done: [Piece.Done] = []
        while let piece = rest.popFirst() {
            let last = piece.run(connection)
            done.append(last)
            // A full disk or an I/O error rolls back the whole transaction, so none of its writes took effect.
            guard connection.isInTransaction else {
                for each in done { each.tell(last.failure ?? .failed(code: 4, "rolled back")) }
                return rest
            }
        }
        finish(done, on: connection, figures)
        return []
    }

    private static func finish(_ done: [Piece.Done], on connection: Connection, _ figures: Figures) {
        do throws(RepositoryFailure) {
            try connection.run("COMMIT")
        } catch {
            _ = try? connection.run("ROLLBACK")
            for each in done { each.tell(error) }
            return
        }
        figures.commits.add(1, ordering: .relaxed)
        for each in done { each.tell(nil) }
    }

    private final class Figures: Sendable {
        let commits = Atomic(0)
    }
}
