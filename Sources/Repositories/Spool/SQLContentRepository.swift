internal import Domain
internal import PlatformSQL

/// Finds the rows that use some content, given its digest.
struct SQLContentRepository: ContentRepository {
    /// The largest number of pictures that the end of a drop gives up; the rest is left to the next ends and clean-ups.
    private static let mostGivenUp = 100

    let database: any SQLStore

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

    func keepDropped(
        of drop: DropID, within bounds: RetentionBounds, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Digest] {
        try await database.write { connection throws(RepositoryFailure) in
            for picture in try Self.delivered(drop, on: connection) {
                // A picture that is larger than all together may be would push out all others.
                if bounds.days > 0, picture.size <= bounds.bytes {
                    try KeptPictures.keep(picture.digest, .dropped, size: picture.size, at: utc, on: connection)
                } else {
                    try KeptPictures.giveUp(picture.digest, at: utc, on: connection)
                }
            }
            let expired = try KeptPictures.expired(
                .dropped, bounds, limit: Self.mostGivenUp, at: utc, on: connection)
            for picture in expired { try KeptPictures.giveUp(picture.digest, at: utc, on: connection) }
            return expired.map(\.digest)
        }
    }

    /// The dropped pictures of the drop's done jobs.
    private static func delivered(
        _ drop: DropID, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> [KeptPicture] {
        try connection.rows(
            """
            SELECT DISTINCT jobs.picture_digest, drops.size FROM jobs JOIN drops ON drops.id = jobs.drop_id
            WHERE jobs.drop_id = ? AND jobs.state = 'done' AND jobs.picture_digest IS NOT NULL
            AND json_extract(jobs.request, '$.source.picture') IS NOT NULL
            """, [.text(drop.text)]
        ) { row throws(RepositoryFailure) in KeptPicture(digest: try row.digest(0), size: row.integer(1)) }
    }

    func removal(of picture: Digest) async throws(RepositoryFailure) -> UTCMillis? {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                "SELECT removed FROM removed_pictures WHERE digest = ?", [.blob(picture.bytes)]
            ) { $0.time(0) }.first
        }
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
