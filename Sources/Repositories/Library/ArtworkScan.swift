internal import Domain
internal import PlatformSQL

/// Visits the candidates of a search and keeps those that match, in one snapshot.
struct ArtworkScan {
    /// How many candidates one request visits at most, so that other reads don't wait for more than about 0.2 s. A query
    /// that SQL can't decide may need many for a few results.
    private static let mostVisited = 4_000
    /// How many of the newest results are sorted by rank.
    private static let mostRanked = 2_000

    private let search: ArtworkSearch
    /// The artworks that look as the query asks, in its order; `nil` if it doesn't ask for a look.
    private let candidates: [LikenessCandidate]?
    private let connection: any SQLConnection

    init(
        _ query: LibraryQuery, _ candidates: [LikenessCandidate]?, in calendar: LibraryCalendar,
        on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        search = try ArtworkSearch(query, in: calendar, on: connection)
        self.candidates = candidates
        self.connection = connection
    }

    func page(_ range: ArtworkRange) throws(RepositoryFailure) -> ArtworkPage {
        let page = search.query.sort == .rank ? try ranked(range) : try sorted(range)
        guard range.isStacked else { return page }
        let others = try StackFilter(search, on: connection).others(of: page.artworks)
        return ArtworkPage(artworks: page.artworks, next: page.next, others: others)
    }

    private func sorted(_ range: ArtworkRange) throws(RepositoryFailure) -> ArtworkPage {
        let (found, end) = try matches(range.limit + 1, after: range.after, isStacked: range.isStacked)
        let page = found.prefix(range.limit)
        return ArtworkPage(
            artworks: page.map(\.artwork), next: found.count > range.limit ? page.last?.position : end)
    }

    func count(upTo limit: Int) throws(RepositoryFailure) -> ArtworkCount {
        if search.isDecided, candidates == nil {
            let found = try search.rows("1", after: nil, limit: limit + 1, on: connection) { $0.integer(0) }.count
            return ArtworkCount(artworks: min(found, limit), isComplete: found <= limit)
        }
        let (found, end) = try matches(limit + 1, after: nil)
        return ArtworkCount(artworks: min(found.count, limit), isComplete: found.count <= limit && end == nil)
    }

    /// - Precondition: the query's order is `newest`.
    func facets(_ facets: [LibraryFacet]) throws(RepositoryFailure) -> ArtworkFacets {
        let most = ArtworkFacets.most
        var counter = FacetCounter(facets)
        if search.isDecided, candidates == nil {
            // Whole artworks would take several times as long.
            var reader = FacetReader(facets)
            let rows = try search.rows(reader.columns, after: nil, limit: most + 1, on: connection) {
                reader.read($0)
            }
            for values in rows.prefix(most) { counter.add { values[$0] ?? [] } }
            return counter.result(isComplete: rows.count <= most)
        }
        let (found, end) = try matches(most + 1, after: nil)
        for (artwork, _) in found.prefix(most) { counter.add(artwork) }
        return counter.result(isComplete: found.count <= most && end == nil)
    }

    private func ranked(_ range: ArtworkRange) throws(RepositoryFailure) -> ArtworkPage {
        let scored = try matches(Self.mostRanked, after: nil, isStacked: range.isStacked).found.map { found in
            (
                artwork: found.artwork,
                position: ArtworkPosition(number: found.artwork.number, score: search.query.score(found.artwork))
            )
        }
        let rest = scored.filter { range.after?.isBefore($0.position) ?? true }
            .sorted { $0.position.isBefore($1.position) }
        let page = rest.prefix(range.limit)
        return ArtworkPage(
            artworks: page.map(\.artwork), next: rest.count > range.limit ? page.last?.position : nil)
    }

    /// At most `limit` results with their positions, and that of the last candidate that was visited if others may
    /// follow.
    private func matches(
        _ limit: Int, after: ArtworkPosition?, isStacked: Bool = false
    ) throws(RepositoryFailure) -> (found: [(artwork: Artwork, position: ArtworkPosition)], end: ArtworkPosition?) {
        var found: [(artwork: Artwork, position: ArtworkPosition)] = []
        var last = after
        var visited = 0
        var reader = ArtworkReader()
        var stacks = StackFilter(search, on: connection)
        var batch = min(limit, 1_000)
        while found.count < limit {
            let visits = try visits(after: last, limit: batch, &reader)
            visited += visits.count
            for visit in visits where found.count < limit {
                last = visit.position
                guard let artwork = visit.artwork else { continue }
                guard search.isDecided || search.query.matches(artwork, in: search.calendar) else { continue }
                let isShown = isStacked ? try stacks.isNewest(artwork, &reader) : true
                if isShown { found.append((artwork, visit.position)) }
            }
            if visits.count < batch { return (found, nil) }
            if visited + stacks.visited >= Self.mostVisited { break }
            batch = min(2 * batch, 1_000)
        }
        return (found, last)
    }

    /// The next candidates in the query's order; without an artwork where SQL or an erasure leaves none.
    private func visits(
        after last: ArtworkPosition?, limit: Int, _ reader: inout ArtworkReader
    ) throws(RepositoryFailure) -> [(position: ArtworkPosition, artwork: Artwork?)] {
        let columns = ArtworkRecord.columns
        guard let candidates else {
            return try search.rows(columns, after: last?.number, limit: limit, on: connection) {
                row throws(RepositoryFailure) in
                let artwork = try reader.read(row)
                return (ArtworkPosition(number: artwork.number), artwork)
            }
        }
        let next = candidates.drop { candidate in last.map { !follows(candidate, $0) } ?? false }.prefix(limit)
        let artworks = try search.rows(columns, among: next.map(\.number), on: connection) {
            row throws(RepositoryFailure) in
            try reader.read(row)
        }
        let known = Dictionary(uniqueKeysWithValues: artworks.map { ($0.number, $0) })
        return next.map { candidate in
            (ArtworkPosition(number: candidate.number, score: candidate.score), known[candidate.number])
        }
    }

    /// Whether the candidate comes after a position, in the order of candidates.
    private func follows(_ candidate: LikenessCandidate, _ position: ArtworkPosition) -> Bool {
        let order = (candidate.score, candidate.number)
        let isOldestFirst = search.query.sort == .oldest
        return isOldestFirst ? position.number < candidate.number : order < (position.score, position.number)
    }
}

extension ArtworkPosition {
    /// Whether the artwork there comes first by rank.
    fileprivate func isBefore(_ other: Self) -> Bool { (other.score, other.number) < (score, number) }
}
