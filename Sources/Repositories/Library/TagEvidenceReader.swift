internal import Domain
internal import PlatformSQL

/// Counts the tags that occur together with cues, in bounded samples: each sample is the newest end of an index, so that
/// its cost doesn't depend on the number of artworks.
struct TagEvidenceReader {
    private let artwork: SQLValue
    private let sample: SQLValue

    init(except artwork: ArtworkNumber, sample: Int) {
        self.artwork = .integer(artwork.value)
        self.sample = .integer(Int64(sample))
    }

    func evidence(_ cues: [TagCue], on connection: any SQLConnection) throws(RepositoryFailure) -> TagEvidence {
        var uses: [Tag: Int] = [:]
        var samples: [TagEvidence.Sample] = []
        for cue in cues { samples.append(try count(cue, &uses, on: connection)) }
        return TagEvidence(artworks: try range(on: connection), uses: uses, samples: samples)
    }

    private func count(
        _ cue: TagCue, _ uses: inout [Tag: Int], on connection: any SQLConnection
    ) throws(RepositoryFailure) -> TagEvidence.Sample {
        let (source, value) = cue.newest(WordsQuery(dialect: connection.dialect))
        let rows = try connection.rows(
            """
            WITH newest (artwork) AS MATERIALIZED (\(source)),
            visible (artwork) AS MATERIALIZED (
                SELECT artwork FROM newest CROSS JOIN artworks WHERE number = artwork AND trashed IS NULL),
            counted (tag, shared) AS (
                SELECT tag_id, count(*) FROM visible CROSS JOIN artwork_tags AS given
                WHERE given.artwork = visible.artwork GROUP BY tag_id)
            SELECT NULL, NULL, count(*), 0 FROM visible
            UNION ALL SELECT shown, folded, shared, artworks FROM counted CROSS JOIN tags WHERE id = tag
            """, [value, artwork, sample]
        ) { row throws(RepositoryFailure) in
            let tag = row.textIfAny(1).map { Tag(storedAs: row.text(0), folded: $0) }
            return (tag: tag, count: Int(row.integer(2)), uses: Int(row.integer(3)))
        }
        var counts: [Tag: Int] = [:]
        for row in rows {
            guard let tag = row.tag else { continue }
            counts[tag] = row.count
            uses[tag] = row.uses
        }
        return TagEvidence.Sample(cue, artworks: rows.first { $0.tag == nil }?.count ?? 0, counts: counts)
    }

    /// Counting the rows would read an entry of each. Erased artworks make the share of every tag smaller, alike.
    private func range(on connection: any SQLConnection) throws(RepositoryFailure) -> Int {
        let ranges = try connection.rows(
            "SELECT (SELECT max(number) FROM artworks) - (SELECT min(number) FROM artworks) + 1"
        ) { $0.isNull(0) ? 0 : $0.integer(0) }
        return Int(ranges.first ?? 0)
    }
}

extension TagCue {
    /// The query of the newest artworks with the cue, and the value of its first parameter. The others are the artwork
    /// that is left out and the largest number of rows.
    fileprivate func newest(_ index: WordsQuery) -> (sql: String, value: SQLValue) {
        switch self {
        case .tag(let tag):
            (
                """
                SELECT artwork FROM artwork_tags WHERE tag_id = (SELECT id FROM tags WHERE folded = ?)
                AND artwork <> ? ORDER BY artwork DESC LIMIT ?
                """, .text(tag.folded)
            )
        case .word(let token):
            (
                """
                SELECT rowid FROM artwork_words WHERE \(index.condition) AND rowid <> ? ORDER BY rowid DESC LIMIT ?
                """, .text(index.token(token))
            )
        case .folder(let name):
            (
                "SELECT number FROM artworks WHERE folder = ? AND number <> ? ORDER BY number DESC LIMIT ?",
                .text(name)
            )
        }
    }
}
