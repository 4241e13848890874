internal import Domain
internal import PlatformSQL

/// The rows of tags. Triggers keep the number of artworks of each.
enum TagRecord {
    static func id(of tag: Tag, on connection: any SQLConnection) throws(RepositoryFailure) -> Int64? {
        try connection.rows("SELECT id FROM tags WHERE folded = ?", [.text(tag.folded)]) { $0.integer(0) }.first
    }

    /// The tag as it is shown.
    static func tag(_ id: Int64, on connection: any SQLConnection) throws(RepositoryFailure) -> Tag? {
        try connection.rows("SELECT shown, folded FROM tags WHERE id = ?", [.integer(id)]) {
            Tag(storedAs: $0.text(0), folded: $0.text(1))
        }.first
    }

    /// The number of artworks with the tag, also those in the trash.
    static func uses(of id: Int64, on connection: any SQLConnection) throws(RepositoryFailure) -> Int {
        let counts = try connection.rows("SELECT count(*) FROM artwork_tags WHERE tag_id = ?", [.integer(id)]) {
            $0.integer(0)
        }
        return Int(counts.first ?? 0)
    }

    /// A tag that a person gives is a person's from then on. One that a model gives stays as it is if the artwork has it.
    /// Returns the tags' identifiers.
    @discardableResult
    static func add(
        _ tags: [Tag], to artwork: ArtworkNumber, byMachine isMachine: Bool = false, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> [Int64] {
        var ids: [Int64] = []
        for tag in tags {
            let known = try id(of: tag, on: connection)
            let id = if let known { known } else { try insert(tag, on: connection) }
            try connection.run(
                """
                INSERT INTO artwork_tags (tag_id, artwork, machine) VALUES (?, ?, ?)
                ON CONFLICT (tag_id, artwork) DO UPDATE SET machine = min(artwork_tags.machine, excluded.machine)
                """, [.integer(id), .integer(artwork.value), .integer(isMachine ? 1 : 0)])
            ids.append(id)
        }
        return ids
    }

    private static func insert(_ tag: Tag, on connection: any SQLConnection) throws(RepositoryFailure) -> Int64 {
        let ids = try connection.rows(
            "INSERT INTO tags (folded, shown) VALUES (?, ?) RETURNING id", [.text(tag.folded), .text(tag.shown)]
        ) { $0.integer(0) }
        guard let id = ids.first else { throw .absent("tag \(tag.folded)") }
        return id
    }

    /// A tag that no artwork has any more is removed.
    static func remove(
        _ tags: [Tag], from artwork: ArtworkNumber, on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        for tag in tags {
            guard let id = try id(of: tag, on: connection) else { continue }
            try connection.run(
                "DELETE FROM artwork_tags WHERE tag_id = ? AND artwork = ?", [.integer(id), .integer(artwork.value)])
            try connection.run(
                "DELETE FROM tags WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM artwork_tags WHERE tag_id = ?1)",
                [.integer(id)])
        }
    }

    /// The artworks with the tag, also those in the trash.
    static func artworks(with id: Int64, on connection: any SQLConnection) throws(RepositoryFailure) -> [Artwork] {
        try ArtworkRecord.rows(
            "FROM artworks WHERE number IN (SELECT artwork FROM artwork_tags WHERE tag_id = ?)", [.integer(id)],
            on: connection)
    }
}
