internal import Domain
internal import PlatformSQL

/// Finds jobs by the beginning or ending of their identifier.
struct FragmentSearch {
    /// The jobs that count.
    let condition: String

    /// Newest first. Each subquery is limited before the union. An identifier has 26 characters.
    func find(
        _ part: JobIDFragment, limit: Int, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> [JobID] {
        let length = part.text.utf8.count
        let most = SQLValue.integer(Int64(limit))
        return try connection.rows(
            """
            SELECT id FROM (SELECT id FROM jobs
                WHERE substr(id, 23) = ? AND substr(id, \(27 - length)) = ? AND \(condition)
                ORDER BY id DESC LIMIT ?) AS ended
            UNION SELECT id FROM (SELECT id FROM jobs
                WHERE id >= ? AND id < ? AND \(condition) ORDER BY id DESC LIMIT ?) AS begun
            ORDER BY id DESC LIMIT ?
            """,
            [
                .text(String(part.text.suffix(4))), .text(part.text), most, .text(part.text),
                // `~` sorts after every character of an identifier.
                .text(part.text + "~"), most, most,
            ]
        ) { row throws(RepositoryFailure) in try row.identifier(0) }
    }
}
