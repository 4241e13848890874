package import Domain
package import PlatformSQLite
internal import Synchronization

/// The one writer of a database. An idle writer commits at once; what is asked meanwhile shares the next commit, so
/// that durability does not cost a sync per write. Whoever asked goes on only after the commit.
package final class GroupCommitWriter: Sendable {
    private let thread: ConnectionThread
    private let figures: Figures

    /// How many writes share a commit at most.
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

    /// How many transactions were committed.
    package var commits: Int { figures.commits.load(ordering: .relaxed) }

    /// Does the work in a transaction that it may share with others, and returns after the commit. What the work throws
    /// undoes this work alone. A commit that fails, fails everybody in it. The work must not begin or end transactions,
    /// and may be run before others that were asked later are known to fail: it touches nothing but the connection.
    package func write<T: Sendable>(
        _ work: @escaping @Sendable (Connection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        try await thread.ask { $0.inSavepoint(work) }
    }

    /// Commits what was asked and closes the connection; what is asked later is refused.
    package func close() async {
        await thread.close()
    }

    /// Commits one group and returns what is left of it when SQLite ended the transaction early.
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
            // A full disk or an I/O error takes the whole transaction along: nobody in it was written.
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
