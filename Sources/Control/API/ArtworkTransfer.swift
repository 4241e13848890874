package import Domain

/// An artwork as an export has it: what the library shows, and what another library needs to make it again.
package struct ArtworkTransfer: Codable, Equatable, Sendable {
    package var artwork: ArtworkEntry
    /// The dropped file's name, or the name that a submission got.
    package var file: String
    /// When the job was ordered.
    package var ordered: WireTime
    package var picture: JobDetail.Picture
    /// The look of the picture, as `like:` takes it; absent if it was not rendered.
    package var likeness: String?
    /// The request with every default, as jobs store it.
    package var request: Request
    /// Jobs of artworks that a person told apart from it; absent without any.
    package var apart: [String]?

    package init(_ portable: PortableArtwork) {
        artwork = ArtworkEntry(portable.artwork)
        file = portable.file.shown
        ordered = WireTime(portable.created)
        picture = JobDetail.Picture(portable.artwork.picture)
        likeness = portable.artwork.making.likeness?.text
        request = portable.request
        apart = portable.apart.isEmpty ? nil : portable.apart.map(\.text)
    }
}

/// A page of an export, in the order of the search.
package struct ArtworkExport: Codable, Equatable, Sendable {
    package var artworks: [ArtworkTransfer]
    /// The value of `after` for the next page; absent on the last page.
    package var next: String?

    package init(artworks: [ArtworkTransfer], next: String? = nil) {
        self.artworks = artworks
        self.next = next
    }
}

/// The result of an import.
package struct ArtworkImportAnswer: Codable, Equatable, Sendable {
    package var id: String
    /// `added`, `merged`, `unchanged`, `forgotten` or `unfinished`.
    package var result: String

    package init(id: String, result: String) {
        self.id = id
        self.result = result
    }
}

extension ArtworkTransfer {
    /// The artwork, checked as if a person had given every value. Throws the first mistake; its key is the member's
    /// path.
    package func portable() throws(FieldFailure) -> PortableArtwork {
        let format = try Self.read("picture.format", picture.format, like: "png", PictureFormat.init(rawValue:))
        let picture = StoredPicture(
            digest: try Self.read("picture.digest", picture.digest, like: "64 hexadecimal digits") { Digest(hex: $0) },
            format: format)
        let source = try Self.read("artwork.source", artwork.source, like: "dropped", ArtworkSource.init(rawValue:))
        guard source == (request.source.task == nil ? .dropped : .generated),
            source == .generated || request.source.given == [picture]
        else {
            throw FieldFailure(key: "request.source", problem: .conflict(with: "artwork.source"))
        }
        if let failure = FieldTable.art.failures(of: request.art).first {
            throw FieldFailure(key: "request.art." + failure.key, problem: failure.problem)
        }
        for (key, name) in [("artwork.name", artwork.name), ("artwork.folder", artwork.folder), ("file", file)] {
            try Self.check(key, name)
        }
        var apart: [JobID] = []
        for other in self.apart ?? [] { apart.append(try Self.read("apart", other, like: Self.id) { JobID(text: $0) }) }
        let tags = try tags()
        return PortableArtwork(
            artwork: Artwork(
                number: ArtworkNumber(0),
                job: try Self.read("artwork.id", artwork.id, like: Self.id) { JobID(text: $0) }, made: artwork.made.utc,
                source: source, name: artwork.name, folder: artwork.folder,
                prompt: request.prompt, making: try making(), picture: picture, art: request.art, tags: tags,
                machineTags: Set((artwork.machineTags ?? []).compactMap { Tag($0) }).intersection(tags),
                isFavourite: artwork.isFavourite, trashed: artwork.trashed?.utc,
                pictureRemoved: artwork.pictureRemoved?.utc),
            request: request, file: FileName(file), created: ordered.utc, apart: apart)
    }

    private func making() throws(FieldFailure) -> ArtworkMaking {
        var grid: ArtworkGrid?
        if let columns = artwork.columns, let rows = artwork.rows {
            grid = ArtworkGrid(
                columns: columns, rows: rows,
                charset: try Self.readIfAny("artwork.charset", artwork.charset, like: "half", Charset.init(rawValue:)),
                look: try Self.readIfAny("artwork.look", artwork.look, like: "drawn", Look.init(rawValue:)))
        }
        return ArtworkMaking(
            backend: artwork.backend, model: artwork.model, seed: artwork.seed,
            cost: try Self.readIfAny("artwork.cost", artwork.cost, like: "0.05 USD") { Money(text: $0) }, art: grid,
            pictureSize: artwork.pictureBytes,
            likeness: try Self.readIfAny("likeness", likeness, like: "what an export has") { Likeness(text: $0) })
    }

    private func tags() throws(FieldFailure) -> [Tag] {
        guard artwork.tags.count <= TagLimits.most else {
            throw FieldFailure(key: "artwork.tags", problem: .tooMany(artwork.tags.count, TagLimits.most))
        }
        var tags: [Tag] = []
        for text in artwork.tags { tags.append(try Self.read("artwork.tags", text, like: "sea") { Tag($0) }) }
        return Tag.distinct(tags)
    }

    /// Names are shown, and those of outputs are made from them.
    private static func check(_ key: String, _ name: String) throws(FieldFailure) {
        if let offset = ControlCharacter.offset(in: name) {
            throw FieldFailure(key: key, problem: .controlCharacter(offset: offset))
        }
        guard (1...mostNameBytes).contains(name.utf8.count) else {
            let range = "1–\(mostNameBytes) bytes"
            throw FieldFailure(key: key, problem: .outOfRange(got: "\(name.utf8.count) bytes", range: range))
        }
    }

    private static var mostNameBytes: Int { 4096 }

    private static var id: String { "01k0c2n6d3s8x4v9b7m5q1w2e3" }

    private static func read<Value>(
        _ key: String, _ text: String, like example: String, _ parse: (String) -> Value?
    ) throws(FieldFailure) -> Value {
        guard let value = parse(text) else {
            throw FieldFailure(key: key, problem: .malformed(got: text, example: example))
        }
        return value
    }

    private static func readIfAny<Value>(
        _ key: String, _ text: String?, like example: String, _ parse: (String) -> Value?
    ) throws(FieldFailure) -> Value? {
        guard let text else { return nil }
        return try read(key, text, like: example, parse)
    }
}
