internal import Domain
internal import PlatformSQLite

/// Finds the rows that use some content, given its digest.
struct SQLiteContentRepository: ContentRepository {
    let database: SpoolDatabase

    func author(of content: Digest) async throws(RepositoryFailure) -> JobID? {
        try await database.read { connection throws(RepositoryFailure) in
            let found: [JobID] = try connection.rows(
                "SELECT job_id FROM authors WHERE digest = ?", [.blob(content.bytes)]
            ) { row throws(RepositoryFailure) in try row.identifier(0) }
            return found.first
        }
    }

    func deliverer(of name: FileName, in outbox: FolderPath) async throws(RepositoryFailure) -> JobID? {
        guard let text = name.text else { return nil }
        return try await database.read { connection throws(RepositoryFailure) in
            let found: [JobID] = try connection.rows(
                "SELECT job_id FROM delivered WHERE outbox = ? AND folded_name = ?",
                [.blob(outbox.bytes), .text(OutputName.fold(text))]
            ) { row throws(RepositoryFailure) in try row.identifier(0) }
            return found.first
        }
    }

    func neededPictures(among digests: [Digest]) async throws(RepositoryFailure) -> Set<Digest> {
        try await database.read { connection throws(RepositoryFailure) in
            var needed: Set<Digest> = []
            for digest in digests where try NeededPictures.contains(digest, on: connection) { needed.insert(digest) }
            return needed
        }
    }

    func keepOriginals(
        of drop: DropID, within bounds: KeptOriginals, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Digest] {
        try await database.write { connection throws(RepositoryFailure) in
            if bounds.days > 0 { try Self.keep(drop, within: bounds, at: utc, on: connection) }
            var given = try Self.digests(
                "DELETE FROM originals WHERE kept <= ? RETURNING digest", [.time(bounds.oldest(at: utc))],
                on: connection)
            while try connection.finds("SELECT 1 FROM originals_size WHERE bytes > ?", [.integer(bounds.bytes)]) {
                let oldest = try Self.digests(
                    """
                    DELETE FROM originals WHERE digest = (SELECT digest FROM originals ORDER BY kept LIMIT 1)
                    RETURNING digest
                    """, [], on: connection)
                if oldest.isEmpty { break }
                given += oldest
            }
            return given
        }
    }

    /// A picture that is larger than all together may be would push out all others.
    private static func keep(
        _ drop: DropID, within bounds: KeptOriginals, at utc: UTCMillis, on connection: Connection
    ) throws(RepositoryFailure) {
        try connection.run(
            """
            INSERT INTO originals (digest, size, kept)
            SELECT jobs.picture_digest, drops.size, ?2 FROM jobs JOIN drops ON drops.id = jobs.drop_id
            WHERE jobs.drop_id = ?1 AND jobs.state = 'done' AND jobs.picture_digest IS NOT NULL AND drops.size <= ?3
            AND json_extract(jobs.request, '$.source.picture') IS NOT NULL
            ON CONFLICT (digest) DO UPDATE SET kept = excluded.kept
            """, [.text(drop.text), .time(utc), .integer(bounds.bytes)])
    }

    private static func digests(
        _ sql: String, _ values: [SQLiteValue], on connection: Connection
    ) throws(RepositoryFailure) -> [Digest] {
        try connection.rows(sql, values) { row throws(RepositoryFailure) in try row.digest(0) }
    }

    func pictures(of drop: DropID) async throws(RepositoryFailure) -> [Digest] {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT picture_digest FROM jobs WHERE drop_id = ?1 AND picture_digest IS NOT NULL
                UNION ALL SELECT digest FROM job_inputs
                    WHERE job_id IN (SELECT id FROM jobs WHERE drop_id = ?1)
                """, [.text(drop.text)]
            ) { row throws(RepositoryFailure) in try row.digest(0) }
        }
    }
}
