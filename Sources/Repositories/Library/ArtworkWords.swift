internal import Domain
internal import PlatformSQLite

/// The index of artworks' words. It keeps no texts, so what is removed has to be told word by word: always before the
/// artwork or its tags change.
enum ArtworkWords {
    static func add(_ artwork: Artwork, on connection: Connection) throws(RepositoryFailure) {
        try connection.run(
            "INSERT INTO artwork_words (rowid, words) VALUES (?, ?)",
            [.integer(artwork.number.value), .text(words(of: artwork))])
    }

    static func remove(_ artwork: Artwork, on connection: Connection) throws(RepositoryFailure) {
        try connection.run(
            "INSERT INTO artwork_words (artwork_words, rowid, words) VALUES ('delete', ?, ?)",
            [.integer(artwork.number.value), .text(words(of: artwork))])
    }

    /// Adds the artwork as it is now.
    static func renew(_ job: JobID, on connection: Connection) throws(RepositoryFailure) {
        guard let artwork = try ArtworkRecord.find(job, on: connection) else { return }
        try add(artwork, on: connection)
    }

    /// Leaves nothing of removed words in the file: the index keeps them until its parts are merged.
    static func purge(on connection: Connection) throws(RepositoryFailure) {
        try connection.run("INSERT INTO artwork_words (artwork_words) VALUES ('optimize')")
    }

    private static func words(of artwork: Artwork) -> String {
        SearchTokenizer.tokens(of: artwork).joined(separator: " ")
    }
}
