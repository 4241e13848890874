internal import Domain
internal import PlatformSQL

/// Compares the index of words with the artworks.
///
/// SQLite's own check needs the lock for writing, so it is run on a temporary copy of the index. It knows nothing of the
/// artworks, because the index has no texts, and overlooks changes within a part. So the index's entries are compared
/// too: each is hashed, and the sums of the hashes must be equal. Both sides are read in their own order, once.
struct ArtworkWordsCheck {
    private let connection: any SQLConnection

    /// The transaction must be open, so that index and artworks are of the same moment.
    init(in connection: any SQLConnection) { self.connection = connection }

    func defects() throws(RepositoryFailure) -> [StoredDefect] {
        do throws(RepositoryFailure) {
            try checkStructure()
            return try entries() == expected() ? [] : [.indexDiffers]
        } catch .corrupt(let message) {
            return [.indexDamaged(message)]
        }
    }

    private func checkStructure() throws(RepositoryFailure) {
        try connection.run("CREATE VIRTUAL TABLE temp.checked_words USING fts5 (\(SpoolSchema.wordsColumns))")
        for part in ["data", "idx"] {
            try connection.run("DELETE FROM temp.checked_words_\(part)")
            try connection.run("INSERT INTO temp.checked_words_\(part) SELECT * FROM main.artwork_words_\(part)")
        }
        try connection.run("INSERT INTO temp.checked_words (checked_words) VALUES ('integrity-check')")
    }

    /// What the index has.
    private func entries() throws(RepositoryFailure) -> EntrySum {
        try connection.run("CREATE VIRTUAL TABLE temp.word_entries USING fts5vocab(main, artwork_words, instance)")
        var sum = EntrySum()
        try connection.readEach("SELECT term, doc FROM temp.word_entries") { row in
            sum.add(row.text(0), ArtworkNumber(row.integer(1)))
        }
        return sum
    }

    /// What it must have.
    private func expected() throws(RepositoryFailure) -> EntrySum {
        var sum = EntrySum()
        var last = ArtworkNumber(0)
        while true {
            let artworks = try ArtworkRecord.rows(
                "FROM artworks WHERE number > ? ORDER BY number LIMIT 500", [.integer(last.value)], on: connection)
            for artwork in artworks {
                for token in try ArtworkWords.tokens(of: artwork, on: connection) {
                    sum.add(token, artwork.number)
                }
            }
            guard let end = artworks.last?.number else { return sum }
            last = end
        }
    }
}

/// A sum over entries of an index that doesn't depend on their order.
private struct EntrySum: Equatable {
    private var entries = 0
    private var sum: UInt64 = 0

    mutating func add(_ token: String, _ artwork: ArtworkNumber) {
        // The last step of SplitMix64 gives entries that differ in one bit unlike hashes.
        var hash = StableHash.of(token.utf8)
        hash ^= UInt64(bitPattern: artwork.value) &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        entries += 1
        sum &+= hash ^ (hash >> 31)
    }
}
