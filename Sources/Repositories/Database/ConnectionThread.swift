internal import Domain
internal import PlatformSQLite
internal import Synchronization

/// A thread that owns a connection. It serves what is asked in the order of asking, in groups of what had gathered.
/// It ends with this object, or earlier with `close`; what was asked before is still served.
final class ConnectionThread: Sendable {
    private let inbox = Inbox<Piece>()
    private let end = ThreadEnd()

    init(
        _ name: String, _ connection: sending Connection, group: Int,
        serve: @escaping @Sendable ([Piece], Connection) -> Void
    ) throws(RepositoryFailure) {
        let code = WorkerThread.start(name, Self.loop(inbox, end, connection, group, serve))
        guard code == 0 else { throw .failed(code: code, "pthread_create") }
    }

    deinit {
        inbox.close()
    }

    /// Asks for work and returns when it was served.
    func ask<T: Sendable>(
        _ work: @escaping @Sendable (Connection) -> Result<T, RepositoryFailure>
    ) async throws(RepositoryFailure) -> T {
        let result = await withCheckedContinuation { waiting in
            let piece = Piece(waiting, work)
            if !inbox.put(piece) { piece.refuse(.closed) }
        }
        return try result.get()
    }

    /// Serves what was asked, closes the connection, and returns when all of that is over.
    func close() async {
        inbox.close()
        await end.reached()
    }

    private static func loop(
        _ inbox: Inbox<Piece>, _ end: ThreadEnd, _ connection: sending Connection, _ group: Int,
        _ serve: @escaping @Sendable ([Piece], Connection) -> Void
    ) -> sending () -> Void {
        var owned: Connection? = connection
        return {
            while let connection = owned {
                let pieces = inbox.take(atMost: group)
                if pieces.isEmpty { owned = nil } else { serve(pieces, connection) }
            }
            end.reach()
        }
    }
}
