internal import Domain
internal import PlatformSQL

/// The rows of an artwork.
enum ArtworkRecord {
    static let columns = """
        number, job_id, made, source, name, folder, prompt, favourite, trashed, \(delivered), \
        (SELECT options FROM art_options WHERE id = artworks.options), \
        (SELECT group_concat(folded || '\t' || shown || '\t' || machine, '\n') \
        FROM (SELECT folded, shown, machine FROM artwork_tags \
        JOIN tags ON tags.id = tag_id WHERE artwork = number ORDER BY folded) AS given), \
        (SELECT size FROM kept_pictures WHERE digest = picture_digest), \
        (SELECT removed FROM removed_pictures WHERE digest = picture_digest)
        """
    /// What a delivery decides, besides the name and the options.
    private static let delivered = """
        picture_digest, picture_format, backend, model, seed, micros, currency, columns, rows, charset, look, likeness
        """

    /// Reads the artworks of a query that begins with `FROM`.
    static func rows(
        _ source: String, _ values: [SQLValue], on connection: any SQLConnection
    ) throws(RepositoryFailure) -> [Artwork] {
        var reader = ArtworkReader()
        return try connection.rows("SELECT \(columns) \(source)", values) { row throws(RepositoryFailure) in
            try reader.read(row)
        }
    }

    static func find(_ job: JobID, on connection: any SQLConnection) throws(RepositoryFailure) -> Artwork? {
        try rows("FROM artworks WHERE job_id = ?", [.text(job.text)], on: connection).first
    }

    /// Records the artwork of a job that is being moved to `done`. A job that was delivered again keeps its artwork's
    /// number, tags and marks.
    static func record(_ job: Job, at utc: UTCMillis, on connection: any SQLConnection) throws(RepositoryFailure) {
        let makings = try connection.rows(
            "SELECT making FROM jobs WHERE id = ? AND making IS NOT NULL", [.text(job.id.text)]
        ) { row throws(RepositoryFailure) -> ArtworkMaking in try row.json(0) }
        let none = ArtworkNumber(0)
        guard var made = job.artwork(number: none, making: makings.first ?? ArtworkMaking(), at: utc) else { return }
        if made.source == .dropped { made.making.pictureSize = try droppedSize(job, on: connection) }
        var known = KnownOptions()
        guard let earlier = try find(job.id, on: connection) else {
            return try insert(made, &known, on: connection)
        }
        try ArtworkWords.remove(earlier, on: connection)
        try connection.run(
            """
            UPDATE artworks SET (name, options, \(delivered)) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            WHERE job_id = ?
            """, try deliveredValues(earlier.redelivered(as: made), &known, on: connection) + [.text(job.id.text)])
        try keepPicture(of: made, at: utc, on: connection)
        try ArtworkWords.renew(job.id, on: connection)
    }

    /// From this transaction on the picture is kept for the artwork, no longer for the job.
    private static func keepPicture(
        of artwork: Artwork, at utc: UTCMillis, on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        guard let size = artwork.making.pictureSize else { return }
        try KeptPictures.keep(artwork.picture.digest, artwork.source, size: size, at: utc, on: connection)
    }

    private static func droppedSize(_ job: Job, on connection: any SQLConnection) throws(RepositoryFailure) -> Int64? {
        try connection.rows("SELECT size FROM drops WHERE id = ?", [.text(job.drop.text)]) { $0.integer(0) }.first
    }

    /// Inserts an artwork under the next number.
    static func insert(
        _ artwork: Artwork, _ known: inout KnownOptions, on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        let (number, tags) = try insertRows(artwork, &known, on: connection)
        try ArtworkWords.add(artwork, number: number, tags: tags, on: connection)
    }

    /// Inserts an artwork without its words, and returns its number and those of its tags. Many artworks are indexed
    /// faster after the last of them: before other statements SQLite writes what the index has in memory.
    static func insertRows(
        _ artwork: Artwork, _ known: inout KnownOptions, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> (number: ArtworkNumber, tags: [Int64]) {
        let numbers = try connection.rows(
            """
            INSERT INTO artworks
            (name, options, \(delivered), job_id, made, source, folder, prompt, favourite, trashed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number
            """,
            try deliveredValues(artwork, &known, on: connection) + [
                .text(artwork.job.text), .time(artwork.made), .text(artwork.source.rawValue), .text(artwork.folder),
                SQLValue(artwork.prompt), .integer(artwork.isFavourite ? 1 : 0),
                SQLValue(artwork.trashed?.milliseconds),
            ]
        ) { ArtworkNumber($0.integer(0)) }
        guard let number = numbers.first else { throw .absent("artwork of job \(artwork.job)") }
        try keepPicture(of: artwork, at: artwork.made, on: connection)
        var ids: [Int64] = []
        for isMachine in [false, true] {
            let tags = artwork.tags.filter { artwork.machineTags.contains($0) == isMachine }
            ids += try TagRecord.add(tags, to: number, byMachine: isMachine, on: connection)
        }
        return (number, ids)
    }

    private static func deliveredValues(
        _ artwork: Artwork, _ known: inout KnownOptions, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> [SQLValue] {
        let making = artwork.making
        return [
            .text(artwork.name), .integer(try known.id(of: artwork.art, on: connection)),
            .blob(artwork.picture.digest.bytes), .text(artwork.picture.format.rawValue), SQLValue(making.backend),
            SQLValue(making.model), SQLValue(making.seed.map { Int64(bitPattern: $0) }),
            SQLValue(making.cost?.micros), SQLValue(making.cost?.currency),
            SQLValue(making.art.map { Int64($0.columns) }), SQLValue(making.art.map { Int64($0.rows) }),
            SQLValue(making.art?.charset?.rawValue), SQLValue(making.art?.look?.rawValue),
            making.likeness.map { .blob($0.bytes) } ?? .null,
        ]
    }

    /// Erases the artwork. Its words stay in the file until parts of the index are merged; the picture and the files are
    /// the caller's to delete.
    static func erase(_ artwork: Artwork, on connection: any SQLConnection) throws(RepositoryFailure) {
        try ArtworkWords.remove(artwork, on: connection)
        try TagRecord.remove(artwork.tags, from: artwork.number, on: connection)
        try connection.run("DELETE FROM artworks WHERE number = ?", [.integer(artwork.number.value)])
    }

    /// Erases options that no artwork has. They may contain the user's own characters.
    static func eraseUnusedOptions(on connection: any SQLConnection) throws(RepositoryFailure) {
        try connection.run(
            "DELETE FROM art_options WHERE NOT EXISTS (SELECT 1 FROM artworks WHERE options = art_options.id)")
    }
}

/// The options that were stored last. Artworks that are added together mostly share them.
struct KnownOptions {
    private var last: (options: ArtOptions, id: Int64)?

    mutating func id(of art: ArtOptions, on connection: any SQLConnection) throws(RepositoryFailure) -> Int64 {
        if let last, last.options == art { return last.id }
        let options = SQLValue.text(try JSONText.of(art))
        let find = "SELECT id FROM art_options WHERE options = ?"
        let insert = "INSERT INTO art_options (options) VALUES (?) RETURNING id"
        var ids = try connection.rows(find, [options]) { $0.integer(0) }
        if ids.isEmpty { ids = try connection.rows(insert, [options]) { $0.integer(0) } }
        guard let id = ids.first else { throw .absent("art options") }
        last = (art, id)
        return id
    }
}

/// Reads rows of artworks. Most of them share a few sets of options and of characters, which are read once.
struct ArtworkReader {
    private var known: [String: ArtOptions] = [:]
    private var charsets: [String: Charset] = [:]

    mutating func read(_ row: borrowing Row) throws(RepositoryFailure) -> Artwork {
        guard let source = ArtworkSource(rawValue: row.text(3)) else { throw .corrupt("ArtworkSource \(row.text(3))") }
        guard let picture = try row.pictureIfAny(9) else { throw .corrupt("artwork \(row.integer(0)) has no picture") }
        let tags = Self.tags(row.textIfAny(22))
        return Artwork(
            number: ArtworkNumber(row.integer(0)), job: try row.identifier(1), made: row.time(2), source: source,
            name: row.text(4), folder: row.text(5), prompt: row.textIfAny(6), making: try making(row, from: 11),
            picture: picture, art: try options(row), tags: tags.map(\.tag),
            machineTags: Set(tags.filter(\.isMachine).map(\.tag)), isFavourite: row.integer(7) != 0,
            trashed: row.isNull(8) ? nil : row.time(8),
            pictureRemoved: row.isNull(24) ? nil : row.time(24))
    }

    /// Tags have no control characters. Folding each of them again would take longer than the rest of a page.
    private static func tags(_ lines: String?) -> [(tag: Tag, isMachine: Bool)] {
        guard let lines else { return [] }
        return lines.utf8.split(separator: 10).compactMap { line in
            let parts = line.split(separator: 9)
            guard parts.count == 3, let folded = String(parts[0]), let shown = String(parts[1]) else { return nil }
            return (Tag(storedAs: shown, folded: folded), parts[2].first == UInt8(ascii: "1"))
        }
    }

    private mutating func making(
        _ row: borrowing Row, from first: Int32
    ) throws(RepositoryFailure) -> ArtworkMaking {
        let cost = row.textIfAny(first + 4).map { Money(micros: row.integer(first + 3), currency: $0) }
        let grid =
            row.isNull(first + 5)
            ? nil
            : ArtworkGrid(
                columns: Int(row.integer(first + 5)), rows: Int(row.integer(first + 6)),
                charset: row.textIfAny(first + 7).flatMap { charset($0) },
                look: row.textIfAny(first + 8).flatMap { Look(rawValue: $0) })
        return ArtworkMaking(
            backend: row.textIfAny(first), model: row.textIfAny(first + 1),
            seed: row.isNull(first + 2) ? nil : UInt64(bitPattern: row.integer(first + 2)), cost: cost, art: grid,
            pictureSize: row.isNull(23) ? nil : row.integer(23), likeness: try row.likenessIfAny(first + 9))
    }

    private mutating func charset(_ text: String) -> Charset? {
        if let charset = charsets[text] { return charset }
        let charset = Charset(rawValue: text)
        charsets[text] = charset
        return charset
    }

    private mutating func options(_ row: borrowing Row) throws(RepositoryFailure) -> ArtOptions {
        let text = row.text(21)
        if let options = known[text] { return options }
        let options: ArtOptions = try row.json(21)
        known[text] = options
        return options
    }
}
