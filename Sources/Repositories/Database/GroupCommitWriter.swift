package import Domain
package import PlatformSQL
internal import Synchronization

/// The only writer of a database. An idle writer commits at once; writes that arrive during a commit share the next
/// one, so that durability does not cost a sync per write. A caller continues only after the commit.
package final class GroupCommitWriter: Sendable {
    private let thread: ConnectionThread
    private let counter: Counter

    /// The maximum number of writes per commit.
    package static let largestGroup = 256

    /// Begins a transaction on the connection.
    package typealias Begin = @Sendable (any SQLConnection) throws(RepositoryFailure) -> Void

    /// Takes over a connection that is open for writing.
    package init(
        _ connection: sending any SQLConnection,
        begin: @escaping Begin = { connection throws(RepositoryFailure) in try connection.beginWriting() }
    ) throws(RepositoryFailure) {
        let counter = Counter()
        self.counter = counter
        thread = try ConnectionThread("textifyd-writer", connection, group: Self.largestGroup) { pieces, connection in
            var remaining = pieces[...]
            while !remaining.isEmpty { remaining = Self.commit(remaining, on: connection, begin, counter) }
        }
    }

    /// The number of committed transactions.
    package var commits: Int { counter.commits.load(ordering: .relaxed) }

    /// Runs work in a transaction that it may share with other writes, and returns after the commit. An error thrown by
    /// the work undoes this work alone. A failed commit fails all writes in it. The work must not begin or end
    /// transactions, and must touch nothing but the connection: a later write in the same transaction may cause a
    /// rollback, after which the work runs again.
    package func write<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        try await thread.ask { connection in
            Result { () throws(RepositoryFailure) in try work(connection) }
        }
    }

    /// Commits pending writes and closes the connection; later ones fail.
    package func close() async {
        await thread.close()
    }

    /// Commits one group. Returns the remaining writes of the group if SQLite ended the transaction early.
    ///
    /// Writes are isolated from each other only after one of them has failed, which is rare: inside a savepoint SQLite
    /// first copies each page that a write changes.
    private static func commit(
        _ pieces: ArraySlice<Piece>, on connection: any SQLConnection, _ begin: Begin, _ counter: Counter,
        isIsolating: Bool = false
    ) -> ArraySlice<Piece> {
        connection.endTransaction()
        do throws(RepositoryFailure) {
            if connection.hasMoved { throw .moved }
            try begin(connection)
        } catch {
            for piece in pieces { piece.fail(error) }
            return []
        }
        var remaining = pieces
        var outcomes: [Piece.Outcome] = []
        while let piece = remaining.popFirst() {
            let last = isIsolating ? piece.runIsolated(connection) : piece.run(connection)
            if !isIsolating, last.failure != nil, connection.isInTransaction {
                return commit(pieces, on: connection, begin, counter, isIsolating: true)
            }
            outcomes.append(last)
            // A full disk or an I/O error rolls back the whole transaction, so none of its writes took effect.
            guard connection.isInTransaction else {
                for outcome in outcomes { outcome.resume(last.failure ?? .failed(code: 4, "rolled back")) }
                return remaining
            }
        }
        do throws(RepositoryFailure) {
            try connection.commitAll()
            counter.commits.add(1, ordering: .relaxed)
            for outcome in outcomes { outcome.resume(nil) }
        } catch {
            _ = try? connection.run("ROLLBACK")
            for outcome in outcomes { outcome.resume(error) }
        }
        return []
    }

    private final class Counter: Sendable {
        let commits = Atomic(0)
    }
}

extension Piece {
    /// Runs the piece in a savepoint, so that its failure undoes only its own changes.
    fileprivate func runIsolated(_ connection: any SQLConnection) -> Outcome {
        do throws(RepositoryFailure) {
            try connection.run("SAVEPOINT piece")
            let outcome = run(connection)
            guard outcome.failure == nil else {
                // If SQLite has ended the transaction there is nothing left to undo.
                _ = try? connection.run("ROLLBACK TO piece")
                _ = try? connection.run("RELEASE piece")
                return outcome
            }
            try connection.run("RELEASE piece")
            return outcome
        } catch {
            return Outcome(failure: error) { fail($0 ?? error) }
        }
    }
}
