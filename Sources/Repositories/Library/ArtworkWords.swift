internal import Domain
internal import PlatformSQL

/// The index of artworks' words, tags and stacks. It is written in order and merged later, so that it costs the same
/// however many artworks there are; an index by a hash would be written in random places. It keeps no texts, so what is removed has to be told token by token: always
/// before the artwork or its tags change.
enum ArtworkWords {
    /// `number`: the artwork's; `tags`: those of its tags.
    static func add(
        _ artwork: Artwork, number: ArtworkNumber, tags: [Int64], on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        try add(tokens(of: artwork, tags: tags), number, on: connection)
    }

    private static func add(
        _ tokens: [String], _ number: ArtworkNumber, on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        let words =
            switch connection.dialect {
            case .sqlite: "?"
            case .postgreSQL: "array_to_tsvector(string_to_array(?, ' '))"
            }
        try connection.run(
            "INSERT INTO artwork_words (rowid, words) VALUES (?, \(words))",
            [.integer(number.value), .text(tokens.joined(separator: " "))])
    }

    /// Adds an artwork that is stored with its tags.
    private static func add(stored artwork: Artwork, on connection: any SQLConnection) throws(RepositoryFailure) {
        try add(
            artwork, number: artwork.number, tags: try tags(of: artwork.number, on: connection), on: connection)
    }

    static func remove(_ artwork: Artwork, on connection: any SQLConnection) throws(RepositoryFailure) {
        guard connection.dialect == .sqlite else {
            return _ = try connection.run(
                "DELETE FROM artwork_words WHERE rowid = ?", [.integer(artwork.number.value)])
        }
        try connection.run(
            "INSERT INTO artwork_words (artwork_words, rowid, words) VALUES ('delete', ?, ?)",
            [
                .integer(artwork.number.value),
                .text(try tokens(of: artwork, on: connection).joined(separator: " ")),
            ])
    }

    /// Adds the artwork as it is now.
    static func renew(_ job: JobID, on connection: any SQLConnection) throws(RepositoryFailure) {
        guard let artwork = try ArtworkRecord.find(job, on: connection) else { return }
        try add(stored: artwork, on: connection)
    }

    /// Leaves nothing of removed words in the file: the index keeps them until its parts are merged. In PostgreSQL they
    /// are in the file until the server vacuums the table.
    static func purge(on connection: any SQLConnection) throws(RepositoryFailure) {
        guard connection.dialect == .sqlite else { return }
        try connection.run("INSERT INTO artwork_words (artwork_words) VALUES ('optimize')")
    }

    /// Merges parts of the index, as far as that writes no more pages. What is left to merge is left to the next call.
    /// Returns whether anything was merged. PostgreSQL does that by itself.
    static func merge(pages: Int, on connection: any SQLConnection) throws(RepositoryFailure) -> Bool {
        guard connection.dialect == .sqlite else { return false }
        let before = try changes(connection)
        try connection.run(
            "INSERT INTO artwork_words (artwork_words, rank) VALUES ('merge', ?)", [.integer(Int64(pages))])
        // The request itself counts as one change.
        return try changes(connection) - before > 1
    }

    private static func changes(_ connection: any SQLConnection) throws(RepositoryFailure) -> Int64 {
        try connection.rows("SELECT total_changes()") { $0.integer(0) }.first ?? 0
    }

    /// The token of a tag: a letter that `SearchTokenizer` never writes, and the tag's number.
    static func token(ofTag id: Int64) -> String { "\u{1110}" + String(id, radix: 16) }

    /// The token of a stack: another such letter, and the stack's hash.
    static func token(of stack: ArtworkStack) -> String { "\u{1111}" + String(stack.hash, radix: 16) }

    /// Writes the whole index again if another version of the tokenizer wrote it.
    static func bringUpToDate(on connection: any SQLConnection) throws(RepositoryFailure) {
        let versions = try connection.rows("SELECT version FROM artwork_words_version") { $0.integer(0) }
        guard versions != [Int64(SearchTokenizer.version)] else { return }
        try connection.beginWriting()
        do throws(RepositoryFailure) {
            try rebuild(on: connection)
            try connection.run("DELETE FROM artwork_words_version")
            try connection.run(
                "INSERT INTO artwork_words_version VALUES (?)", [.integer(Int64(SearchTokenizer.version))])
            try connection.commitAll()
        } catch {
            connection.endTransaction()
            throw error
        }
    }

    static func rebuild(on connection: any SQLConnection) throws(RepositoryFailure) {
        switch connection.dialect {
        case .sqlite: try connection.run("INSERT INTO artwork_words (artwork_words) VALUES ('delete-all')")
        case .postgreSQL: try connection.run("DELETE FROM artwork_words")
        }
        var last: Int64 = 0
        while true {
            let artworks = try page(after: last, on: connection)
            guard let end = artworks.last?.number.value else { return }
            try add(artworks, on: connection)
            last = end
        }
    }

    private static func page(after last: Int64, on connection: any SQLConnection) throws(RepositoryFailure) -> [Artwork]
    {
        try ArtworkRecord.rows(
            "FROM artworks WHERE number > ? ORDER BY number LIMIT 500", [.integer(last)], on: connection)
    }

    /// Adds stored artworks, given in the order of their numbers: on a server in one statement.
    private static func add(_ artworks: [Artwork], on connection: any SQLConnection) throws(RepositoryFailure) {
        let entries = try entries(of: artworks, on: connection)
        guard connection.dialect == .postgreSQL else {
            for (artwork, tokens) in zip(artworks, entries) { try add(tokens, artwork.number, on: connection) }
            return
        }
        // No token has a space or a line feed.
        try connection.run(
            "INSERT INTO artwork_words (rowid, words) " + Self.unpacked, packed(artworks, entries))
    }

    /// Rows of numbers and words, of two lists.
    private static let unpacked = """
        SELECT number::bigint, array_to_tsvector(string_to_array(coalesce(tokens, ''), ' '))
        FROM unnest(string_to_array(?, ' '), string_to_array(?, E'\\n')) AS lists (number, tokens)
        """

    private static func packed(_ artworks: [Artwork], _ entries: [[String]]) -> [SQLValue] {
        [
            .text(artworks.map { "\($0.number.value)" }.joined(separator: " ")),
            .text(entries.map { $0.joined(separator: " ") }.joined(separator: "\n")),
        ]
    }

    /// The tokens of each artwork, given in the order of their numbers.
    private static func entries(
        of artworks: [Artwork], on connection: any SQLConnection
    ) throws(RepositoryFailure) -> [[String]] {
        guard let first = artworks.first?.number.value, let last = artworks.last?.number.value else { return [] }
        let rows = try connection.rows(
            "SELECT artwork, tag_id FROM artwork_tags WHERE artwork BETWEEN ? AND ?", [.integer(first), .integer(last)]
        ) { (artwork: $0.integer(0), tag: $0.integer(1)) }
        let tags = Dictionary(grouping: rows, by: \.artwork)
        return artworks.map { tokens(of: $0, tags: tags[$0.number.value, default: []].map(\.tag)) }
    }

    /// Whether the index has exactly the artworks' words. Only for PostgreSQL; SQLite's index is compared by
    /// `ArtworkWordsCheck`, because it has no texts.
    static func isComplete(on connection: any SQLConnection) throws(RepositoryFailure) -> Bool {
        var (last, count): (Int64, Int) = (0, 0)
        while true {
            let artworks = try page(after: last, on: connection)
            guard let end = artworks.last?.number.value else { break }
            let right = try connection.rows(
                "SELECT count(*) FROM artwork_words NATURAL JOIN (\(unpacked)) AS expected (rowid, words)",
                packed(artworks, try entries(of: artworks, on: connection))
            ) { Int($0.integer(0)) }
            guard right == [artworks.count] else { return false }
            count += artworks.count
            last = end
        }
        return try connection.rows("SELECT count(*) FROM artwork_words") { $0.integer(0) } == [Int64(count)]
    }

    /// The artwork's entries in the index, each once.
    static func tokens(of artwork: Artwork, on connection: any SQLConnection) throws(RepositoryFailure) -> [String] {
        tokens(of: artwork, tags: try tags(of: artwork.number, on: connection))
    }

    private static func tokens(of artwork: Artwork, tags: [Int64]) -> [String] {
        SearchDocument(artwork).tokens + tags.map { token(ofTag: $0) } + [artwork.stack].compactMap { $0.map(token) }
    }

    private static func tags(
        of number: ArtworkNumber, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> [Int64] {
        try connection.rows("SELECT tag_id FROM artwork_tags WHERE artwork = ?", [.integer(number.value)]) {
            $0.integer(0)
        }
    }
}
