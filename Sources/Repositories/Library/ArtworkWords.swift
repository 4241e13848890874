internal import Domain
internal import PlatformSQLite

/// The index of artworks' words and tags. It keeps no texts, so what is removed has to be told token by token: always
/// before the artwork or its tags change.
enum ArtworkWords {
    /// `number`: the artwork's; its tags must have been stored.
    static func add(
        _ artwork: Artwork, number: ArtworkNumber, on connection: Connection
    ) throws(RepositoryFailure) {
        try connection.run(
            "INSERT INTO artwork_words (rowid, words) VALUES (?, ?)",
            [.integer(number.value), .text(try text(of: artwork, number, on: connection))])
    }

    static func remove(_ artwork: Artwork, on connection: Connection) throws(RepositoryFailure) {
        try connection.run(
            "INSERT INTO artwork_words (artwork_words, rowid, words) VALUES ('delete', ?, ?)",
            [
                .integer(artwork.number.value),
                .text(try text(of: artwork, artwork.number, on: connection)),
            ])
    }

    /// Adds the artwork as it is now.
    static func renew(_ job: JobID, on connection: Connection) throws(RepositoryFailure) {
        guard let artwork = try ArtworkRecord.find(job, on: connection) else { return }
        try add(artwork, number: artwork.number, on: connection)
    }

    /// Leaves nothing of removed words in the file: the index keeps them until its parts are merged.
    static func purge(on connection: Connection) throws(RepositoryFailure) {
        try connection.run("INSERT INTO artwork_words (artwork_words) VALUES ('optimize')")
    }

    /// Merges parts of the index, as far as that writes no more pages. What is left to merge is left to the next call.
    static func merge(pages: Int, on connection: Connection) throws(RepositoryFailure) {
        try connection.run(
            "INSERT INTO artwork_words (artwork_words, rank) VALUES ('merge', ?)", [.integer(Int64(pages))])
    }

    /// The token of a tag: a letter that `SearchTokenizer` never writes, and the tag's number.
    static func token(ofTag id: Int64) -> String { "\u{1110}" + String(id, radix: 16) }

    /// Writes the whole index again if another version of the tokenizer wrote it.
    static func bringUpToDate(on connection: Connection) throws(RepositoryFailure) {
        let versions = try connection.rows("SELECT version FROM artwork_words_version") { $0.integer(0) }
        guard versions != [Int64(SearchTokenizer.version)] else { return }
        try connection.run("BEGIN IMMEDIATE")
        do throws(RepositoryFailure) {
            try rebuild(on: connection)
            try connection.run("DELETE FROM artwork_words_version")
            try connection.run(
                "INSERT INTO artwork_words_version VALUES (?)", [.integer(Int64(SearchTokenizer.version))])
            try connection.run("COMMIT")
        } catch {
            connection.endTransaction()
            throw error
        }
    }

    static func rebuild(on connection: Connection) throws(RepositoryFailure) {
        try connection.run("INSERT INTO artwork_words (artwork_words) VALUES ('delete-all')")
        var last: Int64 = 0
        while true {
            let artworks = try ArtworkRecord.rows(
                "FROM artworks WHERE number > ? ORDER BY number LIMIT 500", [.integer(last)], on: connection)
            for artwork in artworks { try add(artwork, number: artwork.number, on: connection) }
            guard let end = artworks.last?.number.value else { return }
            last = end
        }
    }

    private static func text(
        of artwork: Artwork, _ number: ArtworkNumber, on connection: Connection
    ) throws(RepositoryFailure) -> String {
        try tokens(of: artwork, number, on: connection).joined(separator: " ")
    }

    /// The artwork's entries in the index, each once.
    static func tokens(
        of artwork: Artwork, _ number: ArtworkNumber, on connection: Connection
    ) throws(RepositoryFailure) -> [String] {
        let tags = try connection.rows(
            "SELECT tag_id FROM artwork_tags WHERE artwork = ?", [.integer(number.value)]
        ) { token(ofTag: $0.integer(0)) }
        return SearchDocument(artwork).tokens + tags
    }
}
