internal import Domain
internal import PlatformSQL

/// Reads the months of the library from the index of times: each takes one search in it, and its own entries.
struct MonthReader {
    let calendar: LibraryCalendar
    let connection: any SQLConnection

    func months(limit: Int) throws(RepositoryFailure) -> [LibraryMonth] {
        var months: [LibraryMonth] = []
        var newest = try newest("", [])
        while let moment = newest, months.count < limit {
            let day = calendar.month(of: moment)
            let start = calendar.start(day)
            let end = calendar.start(day.firstDayOfNextMonth)
            months.append(LibraryMonth(day: day, count: try count(from: start, until: end)))
            newest = try self.newest("AND made < ?", [.time(start)])
        }
        return months
    }

    private func newest(_ condition: String, _ values: [SQLValue]) throws(RepositoryFailure) -> UTCMillis? {
        try connection.rows(
            "SELECT made FROM artworks WHERE trashed IS NULL \(condition) ORDER BY made DESC LIMIT 1", values
        ) { row throws(RepositoryFailure) in row.time(0) }.first
    }

    private func count(from start: UTCMillis, until end: UTCMillis) throws(RepositoryFailure) -> ArtworkCount {
        let limit = LibraryMonth.mostCounted
        let counted =
            try connection.rows(
                """
                SELECT count(*) FROM (SELECT 1 FROM artworks WHERE trashed IS NULL AND made >= ? AND made < ? LIMIT ?) AS found
                """, [.time(start), .time(end), .integer(Int64(limit) + 1)]
            ) { row throws(RepositoryFailure) in Int(row.integer(0)) }.first ?? 0
        return ArtworkCount(artworks: min(counted, limit), isComplete: counted <= limit)
    }
}
