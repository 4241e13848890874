internal import Domain
internal import PlatformSQLite

/// Long work on a connection and a thread of its own, which end with it: nobody who asks the reader or the writer waits.
enum DatabaseErrand {
    static func run<T: Sendable>(
        _ connection: sending Connection,
        _ work: @escaping @Sendable (Connection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        let thread = try ConnectionThread("textifyd-errand", connection, group: 1) { pieces, connection in
            for piece in pieces { piece.run(connection).tell(nil) }
        }
        do throws(RepositoryFailure) {
            let answer = try await thread.ask { connection in
                Result { () throws(RepositoryFailure) in try work(connection) }
            }
            await thread.close()
            return answer
        } catch {
            await thread.close()
            throw error
        }
    }
}
