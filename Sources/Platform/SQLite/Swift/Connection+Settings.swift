extension Connection {
    /// Write-ahead log, a sync per commit, foreign keys; nothing in a file from elsewhere may call functions.
    /// `busy` is how long to wait for another process, in milliseconds.
    package func prepare(_ access: Access, busy: Int = 5_000) throws(SQLiteFailure) {
        try script("PRAGMA busy_timeout = \(busy); PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON")
        guard access == .write else {
            // Each commit of the writer makes a reader's cache worthless: 512 KiB serve one question.
            return try script("PRAGMA cache_size = -512")
        }
        let mode = try select("PRAGMA journal_mode = WAL") { $0.text(0) }
        guard mode == ["wal"] else {
            throw SQLiteFailure(code: 14, message: "the write-ahead log can't be used: \(mode.first ?? "")")
        }
        // Without the limit the log would keep the size of its greatest burst for ever.
        // What a savepoint could need to undo a piece of work is kept in memory, not in a file that is made and removed.
        // Pages that are asked for seldom are in the system's own cache: 768 KiB are as quick as SQLite's 2 MiB.
        // What is deleted is written over: a prompt that was forgotten is not to be found in the file. Debian's has it so.
        try script(
            "PRAGMA secure_delete = ON; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216; PRAGMA temp_store = MEMORY; "
                + "PRAGMA cache_size = -768")
    }
}
