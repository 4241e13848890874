internal import CSQLite
internal import PlatformSQL

/// A compiled statement. It belongs to one connection and must not outlive it.
@safe
struct Statement: ~Copyable {
    private let pointer: OpaquePointer
    private let columns: StatementColumns

    init(_ sql: String, on database: OpaquePointer) throws(SQLFailure) {
        var made: OpaquePointer?
        let persistent = UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = unsafe sqlite3_prepare_v3(database, sql, -1, persistent, &made, nil)
        guard code == SQLITE_OK else { throw unsafe SQLFailure(code, of: database) }
        guard let made = unsafe made else {
            throw SQLFailure(code: SQLITE_MISUSE, message: "the statement is empty")
        }
        unsafe pointer = made
        columns = unsafe StatementColumns(made)
    }

    deinit {
        unsafe sqlite3_finalize(pointer)
    }

    /// Binds the values in order. Throws if their number differs from that of the parameters.
    func bind(_ values: [SQLValue], on database: OpaquePointer) throws(SQLFailure) {
        guard unsafe Int(sqlite3_bind_parameter_count(pointer)) == values.count else {
            throw SQLFailure(code: SQLITE_RANGE, message: "the numbers of values and parameters differ")
        }
        for (index, value) in values.enumerated() {
            let code = bind(value, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw unsafe SQLFailure(code, of: database) }
        }
    }

    /// Runs the statement and passes its rows to `row`. Resets the statement afterwards, even after an error.
    func run(on database: OpaquePointer, _ row: (borrowing Row) -> Void) throws(SQLFailure) {
        defer {
            unsafe sqlite3_reset(pointer)
            unsafe sqlite3_clear_bindings(pointer)
        }
        while true {
            let code = unsafe sqlite3_step(pointer)
            guard code == SQLITE_ROW else {
                guard code == SQLITE_DONE else { throw unsafe SQLFailure(code, of: database) }
                return
            }
            row(Row(columns))
        }
    }

    /// Binds a value to the parameter with an index, from 1.
    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
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

/// The columns of a running statement's current row.
@safe
final class StatementColumns: SQLColumns {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) {
        unsafe self.statement = statement
    }

    func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(statement, column)
    }

    func text(_ column: Int32) -> String {
        guard let start = unsafe sqlite3_column_text(statement, column) else { return "" }
        let size = unsafe Int(sqlite3_column_bytes(statement, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: size), as: UTF8.self)
    }

    func blob(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(statement, column) else { return [] }
        let size = unsafe Int(sqlite3_column_bytes(statement, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: size))
    }
}
