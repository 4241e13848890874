internal import Domain
internal import PlatformSQL

/// The rows of pairs of artworks that a person told apart, each stored once, with the smaller number first.
enum ArtworkPairs {
    static func others(of job: JobID, on connection: any SQLConnection) throws(RepositoryFailure) -> [ArtworkNumber] {
        try connection.rows(
            """
            WITH this (number) AS (SELECT number FROM artworks WHERE job_id = ?)
            SELECT other FROM artworks_apart WHERE one = (SELECT number FROM this)
            UNION ALL SELECT one FROM artworks_apart WHERE other = (SELECT number FROM this)
            """, [.text(job.text)]
        ) { ArtworkNumber($0.integer(0)) }
    }

    /// The jobs of the artworks that were told apart from this one, by their identifiers.
    static func jobs(apartFrom number: ArtworkNumber, on connection: any SQLConnection) throws(RepositoryFailure)
        -> [JobID]
    {
        try connection.rows(
            """
            SELECT job_id FROM artworks WHERE number IN (SELECT other FROM artworks_apart WHERE one = ?1
            UNION ALL SELECT one FROM artworks_apart WHERE other = ?1) ORDER BY job_id
            """, [.integer(number.value)]
        ) { row throws(RepositoryFailure) -> JobID in try row.identifier(0) }
    }

    /// Stores or deletes all pairs of the artworks. Returns the number of those that differ from before.
    static func set(
        _ jobs: [JobID], _ areApart: Bool, on connection: any SQLConnection
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
