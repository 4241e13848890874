internal import Domain
internal import PlatformConcurrency
internal import PlatformPostgreSQL
internal import PlatformSQL
internal import Synchronization

/// A thread that owns a connection and serves work in order of arrival, in groups of what has accumulated. Ends when
/// this object is released or closed; work that was added before is still served.
final class ConnectionThread: Sendable {
    private let inbox = Inbox<Piece>()
    private let end = Latch()

    init(
        _ name: String, _ connection: sending any SQLConnection, group: Int,
        serve: @escaping @Sendable ([Piece], any SQLConnection) -> Void
    ) throws(RepositoryFailure) {
        do throws(ThreadFailure) {
            try Thread.start(name, Self.loop(inbox, end, connection, group, serve))
        } catch {
            throw .failed(code: error.code, "pthread_create")
        }
    }

    /// A thread with a new connection to a server, whose pieces of work run one at a time. Blocks until it is connected.
    convenience init(_ name: String, _ settings: PostgreSQLSettings) throws(RepositoryFailure) {
        try self.init(name, try PostgreSQLConnection.open(settings), group: 1, serve: Self.runEach)
    }

    /// Runs pieces of work one by one, without a transaction around them.
    static func runEach(_ pieces: [Piece], on connection: any SQLConnection) {
        for piece in pieces { piece.run(connection).resume(nil) }
    }

    deinit {
        inbox.close()
    }

    /// Adds work and returns its result.
    func ask<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) -> Result<T, RepositoryFailure>
    ) async throws(RepositoryFailure) -> T {
        let result = await withCheckedContinuation { waiting in
            let piece = Piece(waiting, work)
            if !inbox.put(piece) { piece.fail(.closed) }
        }
        return try result.get()
    }

    /// Serves the remaining work, closes the connection, and returns when both are done.
    func close() async {
        inbox.close()
        await end.wait()
    }

    private static func loop(
        _ inbox: Inbox<Piece>, _ end: Latch, _ connection: sending any SQLConnection, _ group: Int,
        _ serve: @escaping @Sendable ([Piece], any SQLConnection) -> Void
    ) -> sending () -> Void {
        var owned: (any SQLConnection)? = connection
        return {
            while let connection = owned {
                let pieces = inbox.take(atMost: group)
                if pieces.isEmpty { owned = nil } else { serve(pieces, connection) }
            }
            end.open()
        }
    }
}

/// A piece of work for a connection, with the continuation of its caller.
struct Piece: Sendable {
    /// The result of a piece that has run, not delivered yet.
    struct Outcome: Sendable {
        let failure: RepositoryFailure?
        /// Resumes the caller with the piece's own result, or with the given failure of the whole group.
        let resume: @Sendable (RepositoryFailure?) -> Void
    }

    let run: @Sendable (any SQLConnection) -> Outcome
    /// Resumes the caller with a failure without having run the piece.
    let fail: @Sendable (RepositoryFailure) -> Void

    init<T: Sendable>(
        _ waiting: CheckedContinuation<Result<T, RepositoryFailure>, Never>,
        _ work: @escaping @Sendable (any SQLConnection) -> Result<T, RepositoryFailure>
    ) {
        run = { connection in
            let result = work(connection)
            return Outcome(failure: result.failure) { failure in
                waiting.resume(returning: failure.map { .failure($0) } ?? result)
            }
        }
        fail = { waiting.resume(returning: .failure($0)) }
    }
}

extension Result where Failure == RepositoryFailure {
    fileprivate var failure: RepositoryFailure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}

/// A queue for a single consumer thread, which sleeps while it is empty. Any thread may add to it.
final class Inbox<Piece: Sendable>: Sendable {
    private struct State {
        var pieces: [Piece] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let arrived = Semaphore()

    /// `false` once the inbox is closed.
    func put(_ piece: Piece) -> Bool {
        let (taken, wasEmpty) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.pieces.append(piece)
            return (true, state.pieces.count == 1)
        }
        if wasEmpty { arrived.post() }
        return taken
    }

    /// Blocks until there is something and removes up to `limit` elements, oldest first. Returns an empty array once
    /// the inbox is closed and empty.
    func take(atMost limit: Int) -> [Piece] {
        while true {
            if let pieces = takeIfAny(atMost: limit) { return pieces }
            arrived.wait()
        }
    }

    /// Elements added before are still delivered.
    func close() {
        state.withLock { $0.isClosed = true }
        arrived.post()
    }

    private func takeIfAny(atMost limit: Int) -> [Piece]? {
        state.withLock { state in
            guard !state.pieces.isEmpty else { return state.isClosed ? [] : nil }
            let taken = Array(state.pieces.prefix(limit))
            state.pieces.removeFirst(taken.count)
            return taken
        }
    }
}

/// Runs long work on a connection and a thread of its own, which end with it, so that neither the reader nor the writer
/// is delayed.
enum DedicatedConnection {
    static func run<T: Sendable>(
        _ connection: sending any SQLConnection,
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        let thread = try ConnectionThread(
            "textifyd-dbtask", connection, group: 1, serve: ConnectionThread.runEach)
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

extension PostgreSQLConnection {
    /// Connects to a server.
    static func open(_ settings: PostgreSQLSettings) throws(RepositoryFailure) -> sending PostgreSQLConnection {
        do throws(SQLFailure) { return try PostgreSQLConnection(settings) } catch { throw RepositoryFailure(error) }
    }
}
