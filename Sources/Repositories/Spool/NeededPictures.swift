internal import Domain
internal import PlatformSQL

/// The pictures that must be there: those of unfinished jobs and of plans, purchases that can be reused, and those that are
/// kept after their delivery.
enum NeededPictures {
    /// Each place where a picture can be needed, with the column of its digest. All have an index that begins with it.
    private static let places = [
        (column: "picture_digest", rows: "jobs WHERE \(JobRecord.isUnfinished) AND picture_digest"),
        (column: "digest", rows: "job_inputs WHERE open <> 0 AND digest"),
        (column: "picture_digest", rows: "calls WHERE phase = 'fetched' AND picture_digest"),
        (column: "digest", rows: "kept_pictures WHERE digest"),
        (column: "digest", rows: "plan_pictures WHERE digest"),
    ]
    private static let test = places.map { "SELECT 1 FROM \($0.rows) = ?1" }.joined(separator: " UNION ALL ")
    private static let page =
        places.map { "SELECT \($0.column) AS digest FROM \($0.rows) > ?1" }.joined(separator: " UNION ")
        + " ORDER BY digest LIMIT ?2"

    static func contains(_ digest: Digest, on connection: any SQLConnection) throws(RepositoryFailure) -> Bool {
        try connection.finds(test, [.blob(digest.bytes)])
    }

    /// In ascending order. No digest is as small as the empty blob.
    static func page(
        after digest: Digest?, limit: Int, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> [Digest] {
        try connection.rows(page, [.blob(digest?.bytes ?? []), .integer(Int64(limit))]) {
            row throws(RepositoryFailure) in try row.digest(0)
        }
    }
}
