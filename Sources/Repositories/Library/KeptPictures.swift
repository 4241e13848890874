internal import Domain
internal import PlatformSQL

/// The pictures that are kept after their delivery, and when others were removed.
enum KeptPictures {
    /// The condition for a kept picture that nothing forbids to give up: no favourite shows it, and no unfinished job
    /// needs it.
    private static let isFree = """
        NOT EXISTS (SELECT 1 FROM artworks WHERE picture_digest = digest AND favourite <> 0) AND NOT EXISTS (\(isInUse))
        """
    private static let isInUse = """
        SELECT 1 FROM jobs WHERE picture_digest = digest AND \(JobRecord.isUnfinished)
        UNION ALL SELECT 1 FROM job_inputs WHERE job_inputs.digest = kept_pictures.digest AND open <> 0
        """

    /// Keeps a picture from now on. If it is kept already, it counts as new.
    static func keep(
        _ digest: Digest, _ source: ArtworkSource, size: Int64, at utc: UTCMillis, on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        try connection.run(
            """
            INSERT INTO kept_pictures (digest, source, size, kept) VALUES (?, ?, ?, ?)
            ON CONFLICT (digest) DO UPDATE SET kept = excluded.kept
            """, [.blob(digest.bytes), .text(source.rawValue), .integer(size), .time(utc)])
        try connection.run("DELETE FROM removed_pictures WHERE digest = ?", [.blob(digest.bytes)])
    }

    /// Gives up a picture that is not kept any longer, and calls by which it could be used again.
    static func giveUp(_ digest: Digest, at utc: UTCMillis, on connection: any SQLConnection) throws(RepositoryFailure)
    {
        let value = SQLValue.blob(digest.bytes)
        try connection.run("DELETE FROM kept_pictures WHERE digest = ?", [value])
        try connection.run(
            """
            INSERT INTO removed_pictures (digest, removed) VALUES (?, ?)
            ON CONFLICT (digest) DO UPDATE SET removed = excluded.removed
            """, [value, .time(utc)])
        try connection.run(
            """
            UPDATE calls SET phase = 'settled', picture_digest = NULL, picture_format = NULL, changed = ?2
            WHERE picture_digest = ?1 AND phase = 'fetched'
            """, [value, .time(utc)])
    }

    /// Records when a picture was removed elsewhere, unless it is kept here.
    static func recordRemoval(of digest: Digest, at utc: UTCMillis, on connection: any SQLConnection)
        throws(RepositoryFailure)
    {
        try connection.run(
            """
            INSERT INTO removed_pictures (digest, removed) SELECT ?1, ?2
            WHERE NOT EXISTS (SELECT 1 FROM kept_pictures WHERE digest = ?1) ON CONFLICT DO NOTHING
            """, [.blob(digest.bytes), .time(utc)])
    }

    /// Erases every trace of a picture that no artwork shows any longer.
    static func forget(_ digest: Digest, on connection: any SQLConnection) throws(RepositoryFailure) {
        for table in ["kept_pictures", "removed_pictures"] {
            try connection.run(
                """
                DELETE FROM \(table) WHERE digest = ?
                AND NOT EXISTS (SELECT 1 FROM artworks WHERE picture_digest = digest)
                """, [.blob(digest.bytes)])
        }
    }

    /// At most `limit` pictures of that origin beyond the bounds, the oldest first.
    static func expired(
        _ source: ArtworkSource, _ bounds: RetentionBounds, limit: Int, at utc: UTCMillis,
        on connection: any SQLConnection
    ) throws(RepositoryFailure) -> [KeptPicture] {
        let origin = SQLValue.text(source.rawValue)
        let newest = bounds.newestGivenUp(at: utc)
        let sizes = try connection.rows("SELECT bytes FROM kept_sizes WHERE source = ?", [origin]) { $0.integer(0) }
        var excess = (sizes.first ?? 0) - bounds.bytes
        // Every drop asks, and mostly nothing is to be done.
        let hasOld = try connection.finds(
            "SELECT 1 FROM kept_pictures WHERE source = ? AND kept <= ?", [origin, .time(newest)])
        guard excess > 0 || hasOld else { return [] }
        let oldest = try connection.rows(
            """
            SELECT digest, size, kept FROM kept_pictures WHERE source = ? AND \(isFree) ORDER BY kept, digest LIMIT ?
            """, [origin, .integer(Int64(limit))]
        ) { row throws(RepositoryFailure) in
            (picture: KeptPicture(digest: try row.digest(0), size: row.integer(1)), kept: row.time(2))
        }
        return oldest.prefix { row in
            guard row.kept <= newest || excess > 0 else { return false }
            excess -= row.picture.size
            return true
        }.map(\.picture)
    }

    /// The kept picture, if no artwork shows it and no unfinished job needs it.
    static func unused(_ digest: Digest, on connection: any SQLConnection) throws(RepositoryFailure) -> KeptPicture? {
        try connection.rows(
            """
            SELECT size FROM kept_pictures WHERE digest = ?
            AND NOT EXISTS (SELECT 1 FROM artworks WHERE picture_digest = digest) AND NOT EXISTS (\(isInUse))
            """, [.blob(digest.bytes)]
        ) { KeptPicture(digest: digest, size: $0.integer(0)) }.first
    }
}
