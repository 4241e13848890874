internal import Domain
internal import PlatformSQL

/// Leaves the newest result of each stack, whatever the order of the results, and counts the stack's other artworks.
struct StackFilter {
    /// The number of a stack's newest artworks that are compared with the query. If none of them is a result, several
    /// older ones can be shown.
    private static let mostCompared = 100
    private static let mostCounted = 100

    private let search: ArtworkSearch
    private let connection: any SQLConnection
    /// The newest result of each stack so far.
    private var newest: [ArtworkStack: ArtworkNumber] = [:]
    /// The number of artworks that were read.
    private(set) var visited = 0

    init(_ search: ArtworkSearch, on connection: any SQLConnection) {
        self.search = search
        self.connection = connection
    }

    /// Whether no newer artwork of the stack is a result.
    mutating func isNewest(
        _ result: Artwork, _ reader: inout ArtworkReader
    ) throws(RepositoryFailure) -> Bool {
        guard let stack = result.stack else { return true }
        if let known = newest[stack], known >= result.number { return known == result.number }
        let newer = try search.rows(
            ArtworkRecord.columns, of: stack, after: result.number, limit: Self.mostCompared, on: connection
        ) { row throws(RepositoryFailure) in
            try reader.read(row)
        }
        visited += newer.count
        let first = newer.first { search.query.matches($0, in: search.calendar) }
        newest[stack] = first?.number ?? result.number
        return first == nil
    }

    /// The number of other artworks outside the trash in each artwork's stack, results or not.
    func others(of artworks: [Artwork]) throws(RepositoryFailure) -> [ArtworkNumber: ArtworkCount] {
        var counts: [ArtworkNumber: ArtworkCount] = [:]
        for artwork in artworks {
            guard let stack = artwork.stack else { continue }
            let isMember = stack.condition(WordsQuery(dialect: connection.dialect))
            let found = try connection.rows(
                "SELECT 1 FROM artworks WHERE \(isMember.sql) AND trashed IS NULL AND number <> ? LIMIT ?",
                isMember.values + [.integer(artwork.number.value), .integer(Int64(Self.mostCounted + 1))]
            ) { $0.integer(0) }.count
            counts[artwork.number] = ArtworkCount(
                artworks: min(found, Self.mostCounted), isComplete: found <= Self.mostCounted)
        }
        return counts
    }
}

extension ArtworkStack {
    /// The hash finds the rows in the index of words; it can be that of another stack too.
    func condition(_ index: WordsQuery) -> (sql: String, values: [SQLValue]) {
        (
            """
            number IN (SELECT rowid FROM artwork_words WHERE \(index.condition))
            AND prompt = ? AND backend IS NOT DISTINCT FROM ?
            """, [.text(index.token(ArtworkWords.token(of: self))), .text(prompt), SQLValue(backend)]
        )
    }
}
