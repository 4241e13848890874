/// Compiled statements by their text.
struct KeptStatements {
    private var statements: [String: CachedStatement] = [:]

    mutating func take(_ sql: String) -> CachedStatement? {
        statements.removeValue(forKey: sql)
    }

    mutating func keep(_ statement: CachedStatement, for sql: String) {
        statements[sql] = statement
    }

    /// Finalises all: SQLite frees a connection only after its statements.
    mutating func forget() {
        statements = [:]
    }
}
