internal import Domain
internal import PlatformSQLite

/// The pictures that must be kept: those of unfinished jobs, purchases that can be reused, and kept originals.
enum NeededPictures {
    /// Each place where a picture can be needed, with the column of its digest. All have an index that begins with it.
    private static let places = [
        (column: "picture_digest", rows: "jobs WHERE \(JobRecord.isUnfinished) AND picture_digest"),
        (column: "digest", rows: "job_inputs WHERE open <> 0 AND digest"),
        (column: "picture_digest", rows: "calls WHERE phase = 'fetched' AND picture_digest"),
        (column: "digest", rows: "originals WHERE digest"),
    ]
    private static let test = places.map { "SELECT 1 FROM \($0.rows) = ?1" }.joined(separator: " UNION ALL ")
    private static let page =
        places.map { "SELECT \($0.column) AS digest FROM \($0.rows) > ?1" }.joined(separator: " UNION ")
        + " ORDER BY digest LIMIT ?2"

    static func contains(_ digest: Digest, on connection: Connection) throws(RepositoryFailure) -> Bool {
        try connection.finds(test, [.blob(digest.bytes)])
    }

    /// In ascending order. No digest is as small as the empty blob.
    static func page(
        after digest: Digest?, limit: Int, on connection: Connection
    ) throws(RepositoryFailure) -> [Digest] {
        try connection.rows(page, [.blob(digest?.bytes ?? []), .integer(Int64(limit))]) {
            row throws(RepositoryFailure) in try row.digest(0)
        }
    }

    static func giveUp(_ digest: Digest, at utc: UTCMillis, on connection: Connection) throws(RepositoryFailure) {
        try connection.run("DELETE FROM originals WHERE digest = ?", [.blob(digest.bytes)])
        try connection.run(
            """
            UPDATE calls SET phase = 'settled', picture_digest = NULL, picture_format = NULL, changed = ?2
            WHERE picture_digest = ?1 AND phase = 'fetched'
            """, [.blob(digest.bytes), .time(utc)])
    }
}
