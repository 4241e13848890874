internal import CSQLite
package import PlatformSQL

/// A connection to a database file. It is not `Sendable`: its creator may pass it to one thread, which keeps it.
///
/// Compiled statements are cached by their text, so use texts of few forms and always bind values.
@safe
package final class Connection: SQLConnection {
    package enum Access: Sendable {
        /// Creates the file if it doesn't exist.
        case write
        case read
    }

    private let database: OpaquePointer
    /// About twice as many as the program has texts, without searches.
    private static let mostStatements = 256
    /// Compiled statements by their text.
    private var statements: [String: CachedStatement] = [:]

    private static let isConfigured = textify_sqlite_configure() == SQLITE_OK

    /// Opens a file without reading it yet.
    package init(path: [UInt8], _ access: Access) throws(SQLFailure) {
        _ = Self.isConfigured
        let mode = access == .read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_PRIVATECACHE
        var opened: OpaquePointer?
        let name = path.map { CChar(bitPattern: $0) } + [0]
        let code = unsafe sqlite3_open_v2(name, &opened, flags, nil)
        guard code == SQLITE_OK, let opened = unsafe opened else {
            let failure = unsafe SQLFailure(code, of: opened)
            unsafe sqlite3_close_v2(opened)
            throw failure
        }
        unsafe database = opened
    }

    deinit {
        // SQLite frees a connection only after its statements.
        statements = [:]
        unsafe sqlite3_close_v2(database)
    }

    package var dialect: SQLDialect { .sqlite }

    /// Whether a transaction is open. SQLite ends one itself after a full disk or an I/O error.
    package var isInTransaction: Bool {
        unsafe sqlite3_get_autocommit(database) == 0
    }

    /// Whether the file was moved or deleted since it was opened; further writes would be lost with it.
    package var hasMoved: Bool {
        var answer: Int32 = 0
        let code = unsafe sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
        return code == SQLITE_OK && answer != 0
    }

    /// Runs a statement and returns the number of rows changed.
    @discardableResult
    package func execute(_ sql: String, _ values: [SQLValue] = []) throws(SQLFailure) -> Int {
        try each(sql, values) { _ in }
        return unsafe Int(sqlite3_changes(database))
    }

    package func begin() throws(SQLFailure) { try execute("BEGIN IMMEDIATE") }

    package func commit() throws(SQLFailure) { try execute("COMMIT") }

    package func beginReading() throws(SQLFailure) { try execute("BEGIN") }

    /// Runs several statements without values, such as a migration. They are not cached.
    package func script(_ sql: String) throws(SQLFailure) {
        let code = unsafe sqlite3_exec(database, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe SQLFailure(code, of: database) }
    }

    /// Runs a statement and passes its rows to `row`, one by one.
    package func each(
        _ sql: String, _ values: [SQLValue], _ row: (borrowing Row) -> Void
    ) throws(SQLFailure) {
        let statement: CachedStatement
        if let cached = statements[sql], !cached.isRunning {
            statement = cached
        } else {
            // Searches have texts of many forms. Those of other queries are soon compiled again.
            if statements.count >= Self.mostStatements { statements = [:] }
            statement = try unsafe CachedStatement(Statement(sql, on: database))
            statements[sql] = statement
        }
        // `row` may run the same text.
        statement.isRunning = true
        defer { statement.isRunning = false }
        try unsafe statement.statement.bind(values, on: database)
        try unsafe statement.statement.run(on: database, row)
    }
}

extension Connection {
    /// Sets up the connection: write-ahead log, an fsync per commit, foreign keys, and no functions called from the
    /// schema of an untrusted file. `busy` is the time to wait for another process's lock, in milliseconds.
    package func prepare(_ access: Access, busy: Int = 5_000) throws(SQLFailure) {
        try script("PRAGMA busy_timeout = \(busy); PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON")
        guard access == .write else {
            // Every commit of the writer invalidates a reader's cache, so 512 KiB, enough for one query, suffice.
            return try script("PRAGMA cache_size = -512")
        }
        let mode = try select("PRAGMA journal_mode = WAL") { $0.text(0) }
        guard mode == ["wal"] else {
            let found = mode.first ?? "unknown"
            throw SQLFailure(
                code: SQLITE_CANTOPEN, message: "cannot enable the write-ahead log; journal_mode is \(found)")
        }
        // secure_delete overwrites deleted data, so that a deleted prompt can't be recovered from the file. Debian's
        // SQLite has it on by default.
        // journal_size_limit: otherwise the log would keep the size of its largest burst for ever.
        // wal_autocheckpoint: 16 MiB, four times SQLite's default. Hot pages are copied into the database less often; bulk
        // inserts are faster by a tenth.
        // temp_store keeps savepoint journals in memory instead of creating and deleting a file.
        // cache_size: rarely used pages are in the system's cache; 768 KiB are as fast as SQLite's default of 2 MiB.
        try script(
            "PRAGMA secure_delete = ON; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216; "
                + "PRAGMA wal_autocheckpoint = 4096; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -768")
    }
}

/// A statement on the heap, because dictionaries hold only copyable values.
private final class CachedStatement {
    let statement: Statement
    var isRunning = false

    init(_ statement: consuming Statement) {
        self.statement = statement
    }
}

extension SQLFailure {
    /// The error of the connection's last call.
    init(_ code: Int32, of database: OpaquePointer?) {
        let message = unsafe database.flatMap { unsafe sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        let system = unsafe database.map { unsafe sqlite3_system_errno($0) } ?? 0
        self.init(
            code: code, system: system, message: unsafe message.map { unsafe String(cString: $0) } ?? "unknown")
    }
}
