/// Numbered, append-only migrations of one program's database file.
package struct Schema: Sendable {
    /// Written into the file's header, so that it is never taken for another program's.
    package let application: Int32
    /// Migration `n` leads from version `n` to `n + 1`. What was released never changes.
    package let migrations: [String]

    package init(application: Int32, migrations: [String]) {
        self.application = application
        self.migrations = migrations
    }

    /// Brings the file to the newest version in one transaction, or leaves it as it was.
    package func apply(to connection: Connection) throws(SchemaFailure) {
        guard try version(of: connection) < migrations.count else { return }
        try Self.wrapping { () throws(SQLiteFailure) in try connection.script("BEGIN IMMEDIATE") }
        do {
            // Somebody else may have been faster: the version is read again under the lock.
            for number in try version(of: connection)..<migrations.count {
                try migrate(connection, number)
            }
            try Self.wrapping { () throws(SQLiteFailure) in try connection.script("COMMIT") }
        } catch {
            try? connection.script("ROLLBACK")
            throw error
        }
    }

    private func migrate(_ connection: Connection, _ number: Int) throws(SchemaFailure) {
        try Self.wrapping { () throws(SQLiteFailure) in
            try connection.script(migrations[number])
            try connection.script(
                "PRAGMA user_version = \(number + 1); PRAGMA application_id = \(application)")
        }
    }

    /// How many migrations a file has had; 0 for an empty one. Throws `.foreign` for another program's, `.newer`.
    package func version(of connection: Connection) throws(SchemaFailure) -> Int {
        let header = try Self.wrapping { () throws(SQLiteFailure) in
            let owner = try connection.select("PRAGMA application_id") { $0.integer(0) }.first ?? 0
            let version = try connection.select("PRAGMA user_version") { $0.integer(0) }.first ?? 0
            let tables = try connection.select("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }.first ?? 0
            return (owner: owner, version: Int(version), isEmpty: tables == 0)
        }
        let isFresh = header.owner == 0 && header.version == 0 && header.isEmpty
        guard isFresh || header.owner == Int64(application) else {
            throw .foreign(application: header.owner)
        }
        guard header.version <= migrations.count else {
            throw .newer(found: header.version, known: migrations.count)
        }
        return header.version
    }

    private static func wrapping<T>(_ work: () throws(SQLiteFailure) -> T) throws(SchemaFailure) -> T {
        do { return try work() } catch { throw .sqlite(error) }
    }
}
