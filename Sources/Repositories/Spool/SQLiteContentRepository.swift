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
            for digest in digests where try Self.isNeeded(digest, on: connection) { needed.insert(digest) }
            return needed
        }
    }

    private static func isNeeded(_ digest: Digest, on connection: Connection) throws(RepositoryFailure) -> Bool {
        try connection.finds(
            """
            SELECT 1 FROM jobs WHERE picture_digest = ?1 AND \(JobRecord.isUnfinished)
            UNION ALL SELECT 1 FROM jobs WHERE edited_digest = ?1 AND \(JobRecord.isUnfinished)
            UNION ALL SELECT 1 FROM calls WHERE picture_digest = ?1 AND phase = 'fetched'
            """, [.blob(digest.bytes)])
    }

    func pictures(of drop: DropID) async throws(RepositoryFailure) -> [Digest] {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT picture_digest FROM jobs WHERE drop_id = ?1 AND picture_digest IS NOT NULL
                UNION ALL SELECT edited_digest FROM jobs WHERE drop_id = ?1 AND edited_digest IS NOT NULL
                """, [.text(drop.text)]
            ) { row throws(RepositoryFailure) in try row.digest(0) }
        }
    }
}
