/// A connection to a database, used by one thread at a time. The creator may pass it to one thread, which keeps it.
///
/// The parameters of a statement are `?` in the order of the values, or `?1`, `?2` and so on.
package protocol SQLConnection: AnyObject {
    var dialect: SQLDialect { get }

    /// Whether a transaction is open, also one that a failure has made useless.
    var isInTransaction: Bool { get }

    /// Whether the database's file was moved or deleted since it was opened: writes would be lost with it.
    var hasMoved: Bool { get }

    /// Makes a connection again that was lost outside a transaction, for statements without one.
    func reconnect() throws(SQLFailure)

    /// Begins a transaction that writes. It is the only one: others wait until it ends.
    func begin() throws(SQLFailure)

    /// Begins a transaction whose reads all see the same state.
    func beginReading() throws(SQLFailure)

    /// Commits the transaction. Throws if nothing was committed, and if that is not known.
    func commit() throws(SQLFailure)

    /// Runs a statement and returns the number of rows changed.
    @discardableResult
    func execute(_ sql: String, _ values: [SQLValue]) throws(SQLFailure) -> Int

    /// Runs a statement and passes its rows to `row`, one by one.
    func each(_ sql: String, _ values: [SQLValue], _ row: (borrowing Row) -> Void) throws(SQLFailure)

    /// Runs several statements without values, such as a migration.
    func script(_ sql: String) throws(SQLFailure)
}

extension SQLConnection {
    package func reconnect() throws(SQLFailure) {}

    @discardableResult
    package func execute(_ sql: String) throws(SQLFailure) -> Int { try execute(sql, []) }

    /// Runs a query and maps its rows.
    package func select<T>(
        _ sql: String, _ values: [SQLValue] = [], _ read: (borrowing Row) -> T
    ) throws(SQLFailure) -> [T] {
        var rows: [T] = []
        try each(sql, values) { rows.append(read($0)) }
        return rows
    }
}

/// What a database's SQL is like, where statements have to differ.
package enum SQLDialect: Sendable {
    case sqlite
    case postgreSQL
}

/// A value to bind to a parameter of a statement.
package enum SQLValue: Equatable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    package init(_ number: Int64?) {
        self = number.map { .integer($0) } ?? .null
    }

    package init(_ text: String?) {
        self = text.map { .text($0) } ?? .null
    }

    package init(_ bytes: [UInt8]?) {
        self = bytes.map { .blob($0) } ?? .null
    }
}

/// The columns of a result's current row, from 0.
package protocol SQLColumns: AnyObject {
    func isNull(_ column: Int32) -> Bool
    /// 0 for NULL.
    func integer(_ column: Int32) -> Int64
    /// Empty for NULL.
    func text(_ column: Int32) -> String
    /// Empty for NULL.
    func blob(_ column: Int32) -> [UInt8]
}

/// A row of a result, valid only in the closure that receives it.
package struct Row: ~Copyable {
    private let columns: any SQLColumns

    package init(_ columns: any SQLColumns) { self.columns = columns }

    package func isNull(_ column: Int32) -> Bool { columns.isNull(column) }
    /// The column's integer; 0 if it is NULL.
    package func integer(_ column: Int32) -> Int64 { columns.integer(column) }
    /// The column's text; empty if it is NULL.
    package func text(_ column: Int32) -> String { columns.text(column) }
    /// The column's bytes; empty if it is NULL.
    package func blob(_ column: Int32) -> [UInt8] { columns.blob(column) }
    package func textIfAny(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
    package func blobIfAny(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : blob(column) }
}

/// An error reported by a database.
package struct SQLFailure: Error, Equatable, Sendable {
    /// SQLite's extended result code, such as 13 (full) or 787 (foreign key); 0 from PostgreSQL.
    package let code: Int32
    /// The errno of the failed system call, 0 if there was none.
    package var system: Int32
    /// PostgreSQL's SQLSTATE, such as `23505`; empty from SQLite, and if the server could not be asked.
    package let state: String
    package let message: String

    package init(code: Int32, system: Int32 = 0, message: String) {
        self.code = code
        self.system = system
        state = ""
        self.message = message
    }

    package init(state: String, message: String) {
        code = 0
        system = 0
        self.state = state
        self.message = message
    }

    /// SQLite's primary result code, such as 10 for every I/O error.
    package var primary: Int32 { code & 0xFF }
}
