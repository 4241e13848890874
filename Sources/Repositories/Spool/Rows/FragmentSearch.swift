internal import Domain
internal import PlatformSQLite

/// Finds rows by the beginning or ending of a job's identifier.
///
/// The table needs two indexes: of the identifiers and of `substr(column, -4)`.
struct FragmentSearch {
    let table: String
    /// The column of the identifiers.
    let column: String
    /// The rows that count.
    var condition = "TRUE"

    /// Newest first. Each subquery is limited before the union.
    func find(
        _ part: JobIDFragment, limit: Int, on connection: Connection
    ) throws(RepositoryFailure) -> [JobID] {
        let length = part.text.utf8.count
        let most = SQLiteValue.integer(Int64(limit))
        return try connection.rows(
            """
            SELECT \(column) FROM (SELECT \(column) FROM \(table)
                WHERE substr(\(column), -4) = ? AND substr(\(column), -\(length)) = ? AND \(condition)
                ORDER BY \(column) DESC LIMIT ?)
            UNION SELECT \(column) FROM (SELECT \(column) FROM \(table)
                WHERE \(column) >= ? AND \(column) < ? AND \(condition) ORDER BY \(column) DESC LIMIT ?)
            ORDER BY \(column) DESC LIMIT ?
            """,
            [
                .text(String(part.text.suffix(4))), .text(part.text), most, .text(part.text),
                // `~` sorts after every character of an identifier.
                .text(part.text + "~"), most, most,
            ]
        ) { row throws(RepositoryFailure) in try row.identifier(0) }
    }
}
