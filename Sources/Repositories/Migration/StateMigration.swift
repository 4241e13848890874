package import Domain
package import PlatformPostgreSQL
internal import PlatformSQL
internal import PlatformSQLite
internal import PlatformSystem

/// Moves the state of a service between the file in its state folder and a PostgreSQL database. The caller must hold the
/// lock on the state folder, unless it only begins.
///
/// `begin` makes the target one that no service accepts, `copyRows` fills it and compares both, and `finish` has services
/// refuse the source and accept the target. The caller copies the pictures before `finish`. Each may be called again
/// after a failure or a crash. The source keeps every row.
package final class StateMigration: Sendable {
    package let direction: MigrationDirection
    private let state: FolderPath
    /// The state folder's identity.
    private let folder: String
    private let address: String
    private let server: ConnectionThread
    package let report: MigrationProgress.Report
    private let replacement: DatabaseReplacement

    /// The database's name in the state folder until it is complete.
    static let part = FileName("textifyd.db.migrating")

    /// Connects to the server. `isAhead`: only begins, while a service works on the source.
    package init(
        _ direction: MigrationDirection, state: FolderPath, folder: String, server: PostgreSQLSettings,
        isAhead: Bool = false, report: @escaping MigrationProgress.Report = { _ in }
    ) throws(MigrationFailure) {
        (self.direction, self.state, self.folder, self.report) = (direction, state, folder, report)
        address = server.address
        replacement = DatabaseReplacement(state: state, part: Self.part)
        do throws(RepositoryFailure) {
            self.server = try Self.connect(server, isExclusive: direction == .toServer || !isAhead)
        } catch {
            throw .database(direction == .toServer ? .target : .source, error)
        }
    }

    private static func connect(
        _ settings: PostgreSQLSettings, isExclusive: Bool
    ) throws(RepositoryFailure) -> ConnectionThread {
        var settings = settings
        // Statements about whole tables may take long.
        settings.answering = .seconds(3_600)
        settings.longestPause = settings.answering
        settings.isExclusive = isExclusive
        let connection = try PostgreSQLConnection.open(settings)
        if isExclusive { try refuseBeatingNodes(connection) }
        return try ConnectionThread("textifyd-migrate", connection, group: 1, serve: ConnectionThread.runEach)
    }

    /// Services behind a pooler can't hold a lock for as long as they run, but they beat. The row of one that was killed stays
    /// as it is.
    private static func refuseBeatingNodes(_ connection: any SQLConnection) throws(RepositoryFailure) {
        let hasNodes = try connection.finds(
            "SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = 'nodes'", [])
        guard hasNodes, let before = try lastBeat(connection) else { return }
        let pause = Lease.beatInterval.components.seconds + 1
        _ = try connection.rows("SELECT pg_sleep(\(pause))") { $0.isNull(0) }
        guard try lastBeat(connection) == before else { throw .unreachable("another service uses it") }
    }

    /// The last beat of a node that may be alive.
    private static func lastBeat(_ connection: any SQLConnection) throws(RepositoryFailure) -> Int64? {
        try connection.rows(
            "SELECT max(seen) FROM nodes WHERE seen > \(FleetSchema.now) - \(Lease.milliseconds) HAVING count(*) > 0"
        ) { $0.integer(0) }.first
    }

    package func close() async { await server.close() }

    private var file: [UInt8] { state.appending(SpoolDatabase.fileName).bytes }
    private var fileShown: String { state.appending(SpoolDatabase.fileName).shown }
    private var sourcePlace: String { direction == .toServer ? fileShown : address }
    private var targetPlace: String { direction == .toServer ? address : fileShown }

    /// Checks both databases and makes the target one that is incomplete. A target that has jobs of its own is refused,
    /// unless its state was moved away.
    package func begin() async throws(MigrationFailure) {
        try await onServer { migration, connection throws(MigrationFailure) in
            switch migration.direction {
            case .toServer:
                let note = try at(.target) { () throws(RepositoryFailure) in try MigrationNote.read(from: connection) }
                try migration.checkSourceFile(target: note)
                try migration.claim(connection, note)
            case .toFile:
                let isResuming = try migration.exists(Self.part, .target)
                try at(.source) { () throws(RepositoryFailure) in
                    try migration.check(source: MigrationNote.read(from: connection), isResuming: isResuming)
                    try PostgreSQLSchema.apply(to: connection)
                }
                try migration.checkTargetFile()
            }
        }
    }

    /// Copies the rows of all tables in one transaction and compares them.
    package func copyRows() async throws(MigrationFailure) -> MigrationReport {
        try await onServer { migration, connection throws(MigrationFailure) in
            switch migration.direction {
            case .toServer: try migration.copy(to: connection)
            case .toFile: try migration.copy(from: connection)
            }
        }
    }

    /// Has services refuse the source first, and accept the target then: there is no moment at which both are accepted.
    /// Returns the name under which a file that was in the target's place is kept in `backups`. `kept`: the name wanted.
    package func finish(keepingAs kept: FileName) async throws(MigrationFailure) -> FileName? {
        let moved = MigrationNote(role: .moved, place: targetPlace, folder: folder)
        return try await onServer { migration, connection throws(MigrationFailure) in
            try at(.target) { () throws(RepositoryFailure) in try migration.report(.finishing) }
            switch migration.direction {
            case .toServer:
                try at(.source) { () throws(RepositoryFailure) in
                    try SpoolDatabase.open(migration.file, .write).leave(moved)
                }
                try at(.target) { () throws(RepositoryFailure) in try connection.leave(nil) }
                return nil
            case .toFile:
                try at(.source) { () throws(RepositoryFailure) in try connection.leave(moved) }
                return try at(.target) { () throws(RepositoryFailure) in
                    let kept = try migration.replacement.setAside(as: kept)
                    try migration.replacement.publish()
                    return kept
                }
            }
        }
    }

    private func onServer<T: Sendable>(
        _ work: @escaping @Sendable (StateMigration, any SQLConnection) throws(MigrationFailure) -> T
    ) async throws(MigrationFailure) -> T {
        let result: Result<T, MigrationFailure>
        do throws(RepositoryFailure) {
            result = try await server.ask { connection in
                .success(Result { () throws(MigrationFailure) in try work(self, connection) })
            }
        } catch {
            throw .database(direction == .toServer ? .target : .source, error)
        }
        return try result.get()
    }
}

/// Runs what one of the databases does, so that its failures are that side's.
func at<T>(
    _ side: MigrationFailure.Side, _ work: () throws(RepositoryFailure) -> T
) throws(MigrationFailure) -> T {
    do throws(RepositoryFailure) { return try work() } catch { throw .database(side, error) }
}

/// What is checked before anything is copied.
extension StateMigration {
    private func exists(_ name: FileName, _ side: MigrationFailure.Side) throws(MigrationFailure) -> Bool {
        try at(side) { () throws(RepositoryFailure) in try replacement.exists(name) }
    }

    /// Throws if a service would refuse the source, unless an earlier attempt ended after it had written the note.
    private func check(source note: MigrationNote?, isResuming: Bool) throws(RepositoryFailure) {
        guard let note else { return }
        guard note.role == .moved, note.place == targetPlace, isResuming else { throw note.refusal }
    }

    private func checkSourceFile(target: MigrationNote?) throws(MigrationFailure) {
        guard try exists(SpoolDatabase.fileName, .source) else { throw .noSource }
        try at(.source) { () throws(RepositoryFailure) in
            let source = try SpoolDatabase.open(file, .read)
            guard try source.version() > 0 else { throw .corrupt("the file is empty") }
            try check(
                source: MigrationNote.read(from: source),
                isResuming: target?.role == .incoming && target?.folder == folder)
        }
    }

    /// Creates the tables if necessary, and notes that their state is on the way.
    private func claim(_ connection: any SQLConnection, _ note: MigrationNote?) throws(MigrationFailure) {
        if let note, note.role == .incoming, note.folder != folder { throw .targetTaken(from: note.place) }
        let isInUse = try at(.target) { () throws(RepositoryFailure) in
            try PostgreSQLSchema.apply(to: connection)
            return note == nil ? try connection.hasWork() : false
        }
        if isInUse { throw .targetInUse }
        try at(.target) { () throws(RepositoryFailure) in
            try connection.leave(MigrationNote(role: .incoming, place: fileShown, folder: folder))
        }
    }

    /// A file whose state was moved away may be replaced.
    private func checkTargetFile() throws(MigrationFailure) {
        guard try exists(SpoolDatabase.fileName, .target) else { return }
        let isInUse = try at(.target) { () throws(RepositoryFailure) in
            let target = try SpoolDatabase.open(file, .read)
            guard try target.version() > 0, try MigrationNote.read(from: target) == nil else { return false }
            return try target.hasWork()
        }
        if isInUse { throw .targetInUse }
    }
}

/// What a service checks.
extension StateMigration {
    /// Throws `.incomplete` if there is no database but the beginning of one.
    static func checkComplete(_ state: FolderPath) throws(RepositoryFailure) {
        let replacement = DatabaseReplacement(state: state, part: part)
        guard try replacement.exists(part), try !replacement.exists(SpoolDatabase.fileName) else { return }
        throw .incomplete(from: state.appending(part).shown)
    }
}

/// Copying the rows.
extension StateMigration {
    private func copy(to server: any SQLConnection) throws(MigrationFailure) -> MigrationReport {
        let source = try at(.source) { () throws(RepositoryFailure) in
            let source = try SpoolDatabase.open(file, .write)
            try SpoolDatabase.check(source)
            try SpoolDatabase.backUpBeforeMigration(source, to: SpoolSchema.schema, in: state)
            try source.upgrade()
            try source.beginSnapshot()
            return source
        }
        defer { source.endTransaction() }
        return try fill(server, from: source)
    }

    /// The new file is synced when it is complete, and made again if this fails.
    private func copy(from server: any SQLConnection) throws(MigrationFailure) -> MigrationReport {
        try at(.source) { () throws(RepositoryFailure) in try server.beginSnapshot() }
        defer { server.endTransaction() }
        let target = try at(.target) { () throws(RepositoryFailure) in
            try replacement.makePart()
            let target = try Connection.unsynced(replacement.path)
            try target.upgrade()
            return target
        }
        let report = try fill(target, from: server)
        try at(.target) { () throws(RepositoryFailure) in
            let broken = try target.rows("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1") { $0.text(0) }
            if let table = broken.first { throw .corrupt("\(table) refers to rows that are not there") }
        }
        return report
    }

    private func fill(
        _ target: any SQLConnection, from source: any SQLConnection
    ) throws(MigrationFailure) -> MigrationReport {
        try at(.target) { () throws(RepositoryFailure) in try target.beginWriting() }
        defer { target.endTransaction() }
        let moved = try RowTransfer(source: source, target: target, report: report).run()
        try at(.target) { () throws(RepositoryFailure) in
            try target.commitAll()
            try report(.indexing)
            try ArtworkWords.bringUpToDate(on: target)
        }
        return moved
    }
}

/// Using a database again that was moved away.
extension StateMigration {
    /// Removes the note because of which services refuse the file in the state folder. The caller must hold the lock on the
    /// folder. Throws `.notMoved` if there is none, and for a database that is incomplete.
    package static func reopenFile(in state: FolderPath) throws(MigrationFailure) {
        let replacement = DatabaseReplacement(state: state, part: part)
        guard try at(.source, { () throws(RepositoryFailure) in try replacement.exists(SpoolDatabase.fileName) }) else {
            throw .noSource
        }
        let isMoved = try at(.source) { () throws(RepositoryFailure) in
            try SpoolDatabase.open(state.appending(SpoolDatabase.fileName).bytes, .write).reopen()
        }
        guard isMoved else { throw .notMoved }
    }

    package static func reopen(_ settings: PostgreSQLSettings) async throws(MigrationFailure) {
        let isMoved: Bool
        do throws(RepositoryFailure) {
            let server = try connect(settings, isExclusive: true)
            isMoved = try await server.ask { connection in
                Result { () throws(RepositoryFailure) in try connection.reopen() }
            }
            await server.close()
        } catch {
            throw .database(.source, error)
        }
        guard isMoved else { throw .notMoved }
    }
}

extension SQLConnection {
    /// Whether anything was done with this database.
    fileprivate func hasWork() throws(RepositoryFailure) -> Bool {
        try finds("SELECT 1 FROM drops UNION ALL SELECT 1 FROM artworks UNION ALL SELECT 1 FROM ledger", [])
    }

    /// Stores a note instead of the one that is there; `nil`: none.
    fileprivate func leave(_ note: MigrationNote?) throws(RepositoryFailure) {
        try beginWriting()
        do throws(RepositoryFailure) {
            try MigrationNote.remove(from: self)
            if let note { try note.write(to: self) }
            try commitAll()
        } catch {
            endTransaction()
            throw error
        }
    }

    /// Returns whether there was a note to remove.
    fileprivate func reopen() throws(RepositoryFailure) -> Bool {
        guard let note = try MigrationNote.read(from: self) else { return false }
        guard note.role == .moved else { throw note.refusal }
        try leave(nil)
        return true
    }
}

extension Connection {
    fileprivate func version() throws(RepositoryFailure) -> Int {
        do throws(SchemaFailure) { return try SpoolSchema.schema.version(of: self) } catch {
            throw RepositoryFailure(error)
        }
    }

    fileprivate func upgrade() throws(RepositoryFailure) {
        do throws(SchemaFailure) { try SpoolSchema.schema.apply(to: self) } catch { throw RepositoryFailure(error) }
    }

    /// A connection that writes a file which is thrown away if anything fails: without a journal, and without syncs.
    /// References are checked at the end.
    fileprivate static func unsynced(_ path: [UInt8]) throws(RepositoryFailure) -> Connection {
        do throws(SQLFailure) {
            let connection = try Connection(path: path, .write)
            try connection.script(
                """
                PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;
                PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536
                """)
            return connection
        } catch {
            throw RepositoryFailure(error)
        }
    }
}
