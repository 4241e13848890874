package import Domain
package import PlatformPostgreSQL
package import PlatformSQL
internal import Synchronization

/// A PostgreSQL database that services share. Writes take turns over all of them, and those of one service that wait share
/// a commit.
///
/// A service that has joined writes only as long as no other has declared it dead: every transaction makes sure of that
/// first, and no declaration overlaps it.
package final class FleetDatabase: SQLStore {
    private let settings: PostgreSQLSettings
    private let writer: GroupCommitWriter
    private let reader: ReaderPool
    private let heart: ConnectionThread
    private let membership: Membership
    private let schema: Schema
    package let likenesses: LikenessCache
    package let notificationRules = CurrentNotificationRules()
    package let lease = NodeLease()

    /// Connects, and creates or migrates the tables first if necessary. Blocks until that is done. `readerCount`: the
    /// number of connections for reads.
    ///
    /// Throws `.unreachable` without a server, `.onServer(.denied)` without rights, `.newer` if a newer version wrote the tables, `.foreign` if an earlier
    /// development build did, `.usedByOlder` if services of an older version still use tables that would have to change,
    /// and `.movedAway` or `.incomplete` if its state was or is being moved.
    package init(
        _ settings: PostgreSQLSettings, readers readerCount: Int = 3, schema: Schema = SpoolSchema.schema
    ) throws(RepositoryFailure) {
        self.settings = settings
        self.schema = schema
        let membership = Membership()
        self.membership = membership
        var writer = settings
        writer.isShared = true
        let writing = try PostgreSQLConnection.open(writer)
        try MigrationNote.check(writing)
        try PostgreSQLSchema.apply(schema, to: writing)
        try ArtworkWords.bringUpToDate(on: writing)
        self.writer = try GroupCommitWriter(writing, begin: membership.begin)
        var readers: [DatabaseReader] = []
        for _ in 0..<readerCount { readers.append(try DatabaseReader(try PostgreSQLConnection.open(settings))) }
        reader = ReaderPool(readers)
        likenesses = LikenessCache(reader)
        heart = try ConnectionThread("textifyd-beat", settings)
    }

    package var node: NodeID? { membership.node?.id }
    package var machine: String { membership.node?.machine ?? "" }

    /// Makes this service a node, after it was none or was declared dead. From here on its writes are a node's. What an
    /// earlier node with the same state folder has left is freed: that run has ended, since only one can use a folder.
    /// Throws `.newer` if a newer version has changed the tables since they were opened.
    package func join(_ node: Node) async throws(RepositoryFailure) {
        membership.node = nil
        let known = schema.migrations.count
        let begun = lease.now()
        try await write { connection throws(RepositoryFailure) in
            let version = try PostgreSQLSchema.version(on: connection)
            guard version == known else { throw .newer(found: version, known: known) }
            for earlier in try connection.rows(
                "SELECT id FROM nodes WHERE machine = ?", [.text(node.machine)], { NodeID($0.text(0)) })
            {
                try PostgreSQLFleetRepository.remove(earlier, on: connection)
            }
            // Moved here from this machine's file.
            try connection.run("UPDATE places SET machine = ? WHERE machine = ''", [.text(node.machine)])
            try connection.run(
                """
                INSERT INTO nodes (id, name, machine, version, started, seen)
                VALUES (?, ?, ?, ?, \(FleetSchema.now), \(FleetSchema.now))
                """,
                [.text(node.id.text), .text(node.name), .text(node.machine), .text(node.version)])
        }
        membership.node = node
        lease.renew(since: begun)
    }

    /// Gives up the node's jobs and folders, which others may take up at once.
    package func leave() async throws(RepositoryFailure) {
        guard let node = membership.node?.id else { return }
        try await write { connection throws(RepositoryFailure) in
            try PostgreSQLFleetRepository.remove(node, on: connection)
        }
        membership.node = nil
    }

    /// The services that share the database.
    package var fleet: (any FleetRepository)? { PostgreSQLFleetRepository(database: self) }

    package func read<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        try await reader.read(work)
    }

    package func write<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        try await writer.write(work)
    }

    /// Runs statements without a transaction, on a connection that is used for nothing slow.
    func pulse<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        try await heart.ask { $0.outsideTransaction(work) }
    }

    /// Commits pending writes and closes the connections; later requests fail.
    package func close() async {
        await heart.close()
        await reader.close()
        await writer.close()
    }
}

/// Announcements: the server passes them on to every node that listens.
extension FleetDatabase {
    /// Names of channels are the whole database's.
    private static let channel = "'textifyd_' || current_schema()"

    func announce() async throws(RepositoryFailure) {
        try await pulse { connection throws(RepositoryFailure) in
            _ = try connection.rows("SELECT pg_notify(\(Self.channel), '')") { $0.isNull(0) }
        }
    }

    /// Reports announcements until the task is cancelled. Returns when the connection is lost, or soon if there can be none.
    func listen(_ report: @escaping @Sendable () async -> Void) async -> ListeningEnd {
        let listener = NotificationThread(settings, channel: Self.channel)
        await withTaskCancellationHandler {
            for await _ in listener.announcements { await report() }
        } onCancel: {
            listener.stop()
        }
        return listener.end
    }
}

/// Whether the service is a node, as its writes have to know.
private final class Membership: Sendable {
    private let current = Mutex<Node?>(nil)

    var node: Node? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    /// Begins a transaction. Throws `.expelled` if another node has declared this one dead.
    func begin(_ connection: any SQLConnection) throws(RepositoryFailure) {
        try connection.beginWriting()
        guard let id = node?.id else { return }
        guard try connection.finds("SELECT 1 FROM nodes WHERE id = ?", [.text(id.text)]) else {
            connection.endTransaction()
            throw .expelled
        }
    }
}
