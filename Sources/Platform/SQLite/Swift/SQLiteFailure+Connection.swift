internal import CSQLite

extension SQLiteFailure {
    /// What the connection says of its last call.
    init(_ code: Int32, of database: OpaquePointer?) {
        let message = unsafe database.flatMap { unsafe sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        let system = unsafe database.map { unsafe sqlite3_system_errno($0) } ?? 0
        self.init(
            code: code, system: system, message: unsafe message.map { unsafe String(cString: $0) } ?? "unknown")
    }
}
