internal import CSQLite

/// One connection to a database file. It is not `Sendable`: whoever made it may hand it to one thread, which keeps it.
///
/// Statements are compiled once and kept by their text, so texts are constants: values are always bound.
@safe
package final class Connection {
    package enum Access: Sendable {
        /// Makes the file when there is none.
        case write
        case read
    }

    private let database: OpaquePointer
    private var statements = KeptStatements()

    /// Opens a file; nothing of it is read yet.
    package init(path: [UInt8], _ access: Access) throws(SQLiteFailure) {
        let mode = access == .read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_PRIVATECACHE
        var opened: OpaquePointer?
        let name = path.map { CChar(bitPattern: $0) } + [0]
        let code = unsafe sqlite3_open_v2(name, &opened, flags, nil)
        guard code == SQLITE_OK, let opened = unsafe opened else {
            let failure = unsafe SQLiteFailure(code, of: opened)
            unsafe sqlite3_close_v2(opened)
            throw failure
        }
        unsafe database = opened
    }

    deinit {
        statements.forget()
        unsafe sqlite3_close_v2(database)
    }

    /// Whether a transaction is open. SQLite ends one by itself after a full disk or an I/O error.
    package var isInTransaction: Bool {
        unsafe sqlite3_get_autocommit(database) == 0
    }

    /// Whether its file does not lie any more where it was opened: what is written would go with it.
    package var hasMoved: Bool {
        var answer: Int32 = 0
        let code = unsafe sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
        return code == SQLITE_OK && answer != 0
    }

    /// Runs a statement and returns how many rows it changed.
    @discardableResult
    package func execute(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteFailure) -> Int {
        try each(sql, values) { _ in }
        return unsafe Int(sqlite3_changes(database))
    }

    /// Reads every row of a result.
    package func select<T>(
        _ sql: String, _ values: [SQLiteValue] = [], _ read: (borrowing Row) -> T
    ) throws(SQLiteFailure) -> [T] {
        var rows: [T] = []
        try each(sql, values) { rows.append(read($0)) }
        return rows
    }

    /// Runs several statements without values, such as a migration's. They are not kept.
    package func script(_ sql: String) throws(SQLiteFailure) {
        let code = unsafe sqlite3_exec(database, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe SQLiteFailure(code, of: database) }
    }

    private func each(
        _ sql: String, _ values: [SQLiteValue], _ row: (borrowing Row) -> Void
    ) throws(SQLiteFailure) {
        // It is out of the cache while it runs, so the same text may be run inside of `row`.
        let statement: CachedStatement
        if let kept = statements.take(sql) {
            statement = kept
        } else {
            statement = try unsafe CachedStatement(Statement(sql, on: database))
        }
        defer { statements.keep(statement, for: sql) }
        try unsafe statement.statement.bind(values, on: database)
        try unsafe statement.statement.run(on: database, row)
    }
}
