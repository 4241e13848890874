internal import Domain
internal import PlatformSQLite

/// Visits the candidates of a search and keeps those that match, in one snapshot.
struct ArtworkScan {
    /// How many candidates one request visits at most, so that other reads don't wait for more than about 0.2 s. A query
    /// that SQL can't decide may need many for a few results.
    private static let mostVisited = 4_000
    /// How many of the newest results are sorted by rank.
    private static let mostRanked = 2_000

    private let search: ArtworkSearch
    private let connection: Connection

    init(
        _ query: LibraryQuery, in calendar: LibraryCalendar, on connection: Connection
    ) throws(RepositoryFailure) {
        search = try ArtworkSearch(query, in: calendar, on: connection)
        self.connection = connection
    }

    func page(_ range: ArtworkRange) throws(RepositoryFailure) -> ArtworkPage {
        guard search.query.sort == .rank else {
            let (artworks, end) = try matches(range.limit + 1, after: range.after?.number)
            guard artworks.count > range.limit else {
                return ArtworkPage(artworks: artworks, next: end.map { ArtworkPosition(number: $0) })
            }
            let page = Array(artworks.prefix(range.limit))
            return ArtworkPage(artworks: page, next: page.last.map { ArtworkPosition(number: $0.number) })
        }
        return try ranked(range)
    }

    func count(upTo limit: Int) throws(RepositoryFailure) -> ArtworkCount {
        if search.isDecided {
            let found = try search.rows("1", after: nil, limit: limit + 1, on: connection) { $0.integer(0) }.count
            return ArtworkCount(artworks: min(found, limit), isComplete: found <= limit)
        }
        let (artworks, end) = try matches(limit + 1, after: nil)
        return ArtworkCount(artworks: min(artworks.count, limit), isComplete: artworks.count <= limit && end == nil)
    }

    private func ranked(_ range: ArtworkRange) throws(RepositoryFailure) -> ArtworkPage {
        let scored = try matches(Self.mostRanked, after: nil).artworks.map { artwork in
            (artwork: artwork, position: ArtworkPosition(number: artwork.number, score: search.query.score(artwork)))
        }
        let rest = scored.filter { range.after?.isBefore($0.position) ?? true }
            .sorted { $0.position.isBefore($1.position) }
        let page = rest.prefix(range.limit)
        return ArtworkPage(
            artworks: page.map(\.artwork), next: rest.count > range.limit ? page.last?.position : nil)
    }

    /// At most `limit` results, and the last candidate that was visited if others may follow.
    private func matches(
        _ limit: Int, after: ArtworkNumber?
    ) throws(RepositoryFailure) -> (artworks: [Artwork], end: ArtworkNumber?) {
        var found: [Artwork] = []
        var last = after
        var visited = 0
        var reader = ArtworkReader()
        var batch = min(limit, 1_000)
        while found.count < limit {
            let candidates = try search.rows(ArtworkRecord.columns, after: last, limit: batch, on: connection) {
                row throws(RepositoryFailure) in
                try reader.read(row)
            }
            visited += candidates.count
            for candidate in candidates where found.count < limit {
                last = candidate.number
                if search.isDecided || search.query.matches(candidate, in: search.calendar) { found.append(candidate) }
            }
            if candidates.count < batch { return (found, nil) }
            if visited >= Self.mostVisited { break }
            batch = min(2 * batch, 1_000)
        }
        return (found, last)
    }
}

extension ArtworkPosition {
    /// Whether the artwork there comes first by rank.
    fileprivate func isBefore(_ other: Self) -> Bool { (other.score, other.number) < (score, number) }
}
