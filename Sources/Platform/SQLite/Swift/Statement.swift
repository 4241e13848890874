internal import CSQLite

/// A compiled statement. It belongs to one connection and must not outlive it.
@safe
struct Statement: ~Copyable {
    private let pointer: OpaquePointer

    init(_ sql: String, on database: OpaquePointer) throws(SQLiteFailure) {
        var made: OpaquePointer?
        let persistent = UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = unsafe sqlite3_prepare_v3(database, sql, -1, persistent, &made, nil)
        guard code == SQLITE_OK else { throw unsafe SQLiteFailure(code, of: database) }
        guard let made = unsafe made else {
            throw SQLiteFailure(code: SQLITE_MISUSE, message: "the statement is empty")
        }
        unsafe pointer = made
    }

    deinit {
        unsafe sqlite3_finalize(pointer)
    }

    /// Binds the values in order. Throws if their number differs from that of the parameters.
    func bind(_ values: [SQLiteValue], on database: OpaquePointer) throws(SQLiteFailure) {
        guard unsafe Int(sqlite3_bind_parameter_count(pointer)) == values.count else {
            throw SQLiteFailure(code: SQLITE_RANGE, message: "the numbers of values and parameters differ")
        }
        for (index, value) in values.enumerated() {
            let code = bind(value, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw unsafe SQLiteFailure(code, of: database) }
        }
    }

    /// Runs the statement and passes its rows to `row`. Resets the statement afterwards, even after an error.
    func run(on database: OpaquePointer, _ row: (borrowing Row) -> Void) throws(SQLiteFailure) {
        defer {
            unsafe sqlite3_reset(pointer)
            unsafe sqlite3_clear_bindings(pointer)
        }
        while true {
            let code = unsafe sqlite3_step(pointer)
            guard code == SQLITE_ROW else {
                guard code == SQLITE_DONE else { throw unsafe SQLiteFailure(code, of: database) }
                return
            }
            unsafe row(Row(pointer))
        }
    }

    /// Binds a value to the parameter with an index, from 1.
    private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
        switch value {
        case .null: unsafe sqlite3_bind_null(pointer, index)
        case .integer(let number): unsafe sqlite3_bind_int64(pointer, index, number)
        case .text(var text):
            text.withUTF8 { bytes in
                unsafe textify_sqlite_bind_text(pointer, index, bytes.baseAddress, UInt64(bytes.count))
            }
        case .blob(let bytes):
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe textify_sqlite_bind_blob(pointer, index, bytes.baseAddress, UInt64(bytes.count))
            }
        }
    }
}

/// A row of a result, valid only in the closure that receives it.
@safe
package struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) {
        unsafe self.statement = statement
    }

    package func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    /// The column's integer; 0 if it is NULL.
    package func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(statement, column)
    }

    /// The column's text; empty if it is NULL.
    package func text(_ column: Int32) -> String {
        guard let start = unsafe sqlite3_column_text(statement, column) else { return "" }
        let size = unsafe Int(sqlite3_column_bytes(statement, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: size), as: UTF8.self)
    }

    /// The column's bytes; empty if it is NULL.
    package func blob(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(statement, column) else { return [] }
        let size = unsafe Int(sqlite3_column_bytes(statement, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: size))
    }

    package func textIfAny(_ column: Int32) -> String? {
        isNull(column) ? nil : text(column)
    }

    package func blobIfAny(_ column: Int32) -> [UInt8]? {
        isNull(column) ? nil : blob(column)
    }
}

/// A value to bind to a parameter of a statement.
package enum SQLiteValue: Equatable, Sendable {
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
