internal import Domain
internal import PlatformSQL

/// The row of a drop.
enum DropRecord {
    static let columns = """
        id, folder, path, inode, size, modified, phase, failure, sidecar, content, held, observed, twin, kept
        """

    static func values(_ drop: Drop, at utc: UTCMillis) throws(RepositoryFailure) -> [SQLValue] {
        let identity = drop.identity
        return [
            .text(drop.id.text), .text(drop.folder), .blob(identity.name.bytes),
            .integer(Int64(bitPattern: identity.inode)), .integer(identity.size),
            .integer(identity.modified.nanoseconds),
            .text(drop.phase.rawValue), SQLValue(try JSONText.ofAny(drop.failure)),
            SQLValue(try JSONText.ofAny(drop.sidecar)),
            SQLValue(drop.content?.bytes), .integer(drop.isHeld ? 1 : 0),
            .integer(drop.isObserved ? 1 : 0), .integer(drop.hasTwin ? 1 : 0), SQLValue(drop.kept?.bytes),
            .time(utc), .time(utc),
        ]
    }

    static func read(_ row: borrowing Row) throws(RepositoryFailure) -> Drop {
        let identity = FileIdentity(
            name: FileName(bytes: row.blob(2)), inode: UInt64(bitPattern: row.integer(3)), size: row.integer(4),
            modified: UTCNanos(row.integer(5)))
        return Drop(
            id: try row.identifier(0), folder: row.text(1), identity: identity, sidecar: try row.jsonIfAny(8),
            isHeld: row.integer(10) != 0, isObserved: row.integer(11) != 0, hasTwin: row.integer(12) != 0,
            phase: try row.word(6), failure: try row.jsonIfAny(7),
            content: try row.digestIfAny(9), kept: row.isNull(13) ? nil : FileName(bytes: row.blob(13)))
    }

    /// Returns `false` if an unfinished drop of the same folder has the same file.
    static func insert(
        _ drop: Drop, at utc: UTCMillis, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> Bool {
        let changed = try connection.run(
            """
            INSERT INTO drops (\(columns), created, changed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (folder, path, inode, size, modified) WHERE phase <> 'gone' DO NOTHING
            """,
            try values(drop, at: utc))
        return changed == 1
    }
}
