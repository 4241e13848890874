internal import CSQLite

/// One row of a result. Valid only inside of the closure that it is lent to.
@safe
package struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) {
        unsafe self.statement = statement
    }

    package func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    /// 0 when the column is null.
    package func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(statement, column)
    }

    /// Empty when the column is null.
    package func text(_ column: Int32) -> String {
        guard let start = unsafe sqlite3_column_text(statement, column) else { return "" }
        let size = unsafe Int(sqlite3_column_bytes(statement, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: size), as: UTF8.self)
    }

    /// Empty when the column is null.
    package func blob(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(statement, column) else { return [] }
        let size = unsafe Int(sqlite3_column_bytes(statement, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: size))
    }

    package func integerIfAny(_ column: Int32) -> Int64? {
        isNull(column) ? nil : integer(column)
    }

    package func textIfAny(_ column: Int32) -> String? {
        isNull(column) ? nil : text(column)
    }

    package func blobIfAny(_ column: Int32) -> [UInt8]? {
        isNull(column) ? nil : blob(column)
    }
}
