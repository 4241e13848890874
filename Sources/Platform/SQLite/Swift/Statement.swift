internal import CSQLite

/// A compiled statement. It belongs to one connection and never outlives it.
@safe
struct Statement: ~Copyable {
    private let pointer: OpaquePointer

    init(_ sql: String, on database: OpaquePointer) throws(SQLiteFailure) {
        var made: OpaquePointer?
        let persistent = UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = unsafe sqlite3_prepare_v3(database, sql, -1, persistent, &made, nil)
        guard code == SQLITE_OK else { throw unsafe SQLiteFailure(code, of: database) }
        guard let made = unsafe made else {
            throw SQLiteFailure(code: SQLITE_MISUSE, message: "an empty statement")
        }
        unsafe pointer = made
    }

    deinit {
        unsafe sqlite3_finalize(pointer)
    }

    /// Binds the values from the first place on.
    func bind(_ values: [SQLiteValue], on database: OpaquePointer) throws(SQLiteFailure) {
        guard unsafe Int(sqlite3_bind_parameter_count(pointer)) == values.count else {
            throw SQLiteFailure(code: SQLITE_RANGE, message: "the number of values is not that of the places")
        }
        for (index, value) in values.enumerated() {
            let code = bind(value, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw unsafe SQLiteFailure(code, of: database) }
        }
    }

    /// Steps through the rows and leaves the statement ready for the next time, whatever happens.
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

    private func bind(_ value: SQLiteValue, at place: Int32) -> Int32 {
        switch value {
        case .null: unsafe sqlite3_bind_null(pointer, place)
        case .integer(let number): unsafe sqlite3_bind_int64(pointer, place, number)
        case .text(let text): bind(text, at: place)
        case .blob(let bytes):
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe textify_sqlite_bind_blob(pointer, place, bytes.baseAddress, UInt64(bytes.count))
            }
        }
    }

    private func bind(_ text: String, at place: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            unsafe textify_sqlite_bind_text(pointer, place, bytes.baseAddress, UInt64(bytes.count))
        }
    }
}
