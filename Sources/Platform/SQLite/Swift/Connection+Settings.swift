extension Connection {
    /// Write-ahead log, a sync per commit, foreign keys; nothing in a file from elsewhere may call functions.
    /// `busy` is how long to wait for another process, in milliseconds.
    public func prepare(_ access: Access, busy: Int = 5_000) throws(SQLiteFailure) {
        try script("PRAGMA busy_timeout = \(busy); PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON")
        guard access == .write else { return }
        let mode = try select("PRAGMA journal_mode = WAL") { $0.text(0) }
        guard mode == ["wal"] else {
            throw SQLiteFailure(code: 14, message: "the write-ahead log can't be used: \(mode.first ?? "")")
        }
        // Without the limit the log would keep the size of its greatest burst for ever.
        try script("PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216")
    }
}
