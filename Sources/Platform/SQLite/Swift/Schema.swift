package import PlatformSQL

extension Schema {
    /// Upgrades the database to the newest version in one transaction, or leaves it unchanged.
    package func apply(to connection: Connection) throws(SchemaFailure) {
        guard try version(of: connection) < migrations.count else { return }
        try Self.wrapping { () throws(SQLFailure) in try connection.script("BEGIN IMMEDIATE") }
        do {
            // Another process may have upgraded it meanwhile, so the version is read again under the lock.
            for number in try version(of: connection)..<migrations.count {
                try migrate(connection, number)
            }
            try Self.wrapping { () throws(SQLFailure) in try connection.script("COMMIT") }
        } catch {
            try? connection.script("ROLLBACK")
            throw error
        }
    }

    private func migrate(_ connection: Connection, _ number: Int) throws(SchemaFailure) {
        try Self.wrapping { () throws(SQLFailure) in
            try connection.script(migrations[number])
            try connection.script(
                "PRAGMA user_version = \(number + 1); PRAGMA application_id = \(application)")
        }
    }

    /// Returns the database's version: the number of migrations applied, 0 for an empty file. Throws `.foreign` for
    /// another program's database, and `.newer`.
    package func version(of connection: Connection) throws(SchemaFailure) -> Int {
        let header = try Self.wrapping { () throws(SQLFailure) in
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

    private static func wrapping<T>(_ work: () throws(SQLFailure) -> T) throws(SchemaFailure) -> T {
        do { return try work() } catch { throw .sqlite(error) }
    }
}

/// A reason why a file can't be used as the program's database.
package enum SchemaFailure: Error, Equatable, Sendable {
    /// It was written by a newer version.
    case newer(found: Int, known: Int)
    /// It is another program's database.
    case foreign(application: Int64)
    case sqlite(SQLFailure)
}
