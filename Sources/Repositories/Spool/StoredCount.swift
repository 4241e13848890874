internal import Domain
internal import PlatformSQL

/// A count or sum that triggers keep, beside what it must be.
struct StoredCount {
    /// The table with the number.
    let table: String
    let column: String
    /// The right number, for a row of the table.
    let truth: String

    static let all = [
        StoredCount(
            table: "tags", column: "artworks",
            truth: """
                (SELECT count(*) FROM artwork_tags JOIN artworks ON number = artwork
                WHERE tag_id = tags.id AND trashed IS NULL)
                """),
        StoredCount(
            table: "job_counts", column: "jobs",
            truth: "(SELECT count(*) FROM jobs WHERE jobs.state = job_counts.state AND forgotten = 0)"),
        StoredCount(
            table: "kept_sizes", column: "bytes",
            truth: "(SELECT coalesce(sum(size), 0) FROM kept_pictures WHERE kept_pictures.source = kept_sizes.source)"),
    ]

    private var isWrong: String { "\(column) <> \(truth)" }

    /// The number of wrong rows.
    func wrongRows(on connection: any SQLConnection) throws(RepositoryFailure) -> Int {
        let counts = try connection.rows("SELECT count(*) FROM \(table) WHERE \(isWrong)") { $0.integer(0) }
        return Int(counts.first ?? 0)
    }

    func correct(on connection: any SQLConnection) throws(RepositoryFailure) {
        try connection.run("UPDATE \(table) SET \(column) = \(truth) WHERE \(isWrong)")
    }
}
