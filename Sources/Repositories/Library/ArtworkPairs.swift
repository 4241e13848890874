internal import Domain
internal import PlatformSQLite

/// The rows of pairs of artworks that a person told apart, each stored once, with the smaller number first.
enum ArtworkPairs {
    static func others(of job: JobID, on connection: Connection) throws(RepositoryFailure) -> [ArtworkNumber] {
        try connection.rows(
            """
            WITH this (number) AS (SELECT number FROM artworks WHERE job_id = ?)
            SELECT other FROM artworks_apart WHERE one = (SELECT number FROM this)
            UNION ALL SELECT one FROM artworks_apart WHERE other = (SELECT number FROM this)
            """, [.text(job.text)]
        ) { ArtworkNumber($0.integer(0)) }
    }

    /// Stores or deletes all pairs of the artworks. Returns the number of those that differ from before.
    static func set(
        _ jobs: [JobID], _ areApart: Bool, on connection: Connection
    ) throws(RepositoryFailure) -> Int {
        var numbers: Set<Int64> = []
        for job in jobs {
            let found = try connection.rows("SELECT number FROM artworks WHERE job_id = ?", [.text(job.text)]) {
                $0.integer(0)
            }
            numbers.formUnion(found)
        }
        let change =
            areApart
            ? "INSERT INTO artworks_apart (one, other) VALUES (?, ?) ON CONFLICT DO NOTHING"
            : "DELETE FROM artworks_apart WHERE one = ? AND other = ?"
        let sorted = numbers.sorted()
        var changed = 0
        for (place, one) in sorted.enumerated() {
            for other in sorted.dropFirst(place + 1) {
                changed += try connection.run(change, [.integer(one), .integer(other)])
            }
        }
        return changed
    }
}
