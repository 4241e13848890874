internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

extension JobOrder {
    /// A request as JSON, or a picture with its options in the query.
    init(_ exchange: Exchange) throws(Rejection) {
        guard !exchange.body.isEmpty else { throw .refused(.noBody) }
        if exchange.contentType == MediaType.json {
            let (fields, texts) = try FieldTree.split(exchange.json(), Self.about)
            // What the address says wins, as it does over a picture's own file.
            let over = try FieldTree.request(exchange.query.filter { !Self.about.contains($0.name) })
            self.init(
                source: .request, fields: fields.overlaid(by: over),
                texts: texts.merging(Self.texts(exchange.query)) { $1 }, exchange)
        } else {
            guard PictureFormat(magic: exchange.body) != nil || MediaType.pictures.contains(exchange.contentType ?? "")
            else { throw .refused(.unsupportedMediaType(wanted: [MediaType.json] + MediaType.pictures)) }
            let texts = Self.texts(exchange.query)
            let fields = try FieldTree.request(exchange.query.filter { !Self.about.contains($0.name) })
            self.init(source: .picture(try exchange.picture()), fields: fields, texts: texts, exchange)
        }
        try check()
    }

    private init(source: Source, fields: FieldValue, texts: [String: String], _ exchange: Exchange) {
        self.init(
            source: source, fields: fields, folder: texts["folder"], name: texts["name"],
            reference: texts["reference"], idempotencyKey: exchange.head[ControlHeader.idempotencyKey],
            sent: Self.sent(source, exchange), user: exchange.head.peer.user)
    }

    private static func texts(_ query: [QueryString.Item]) -> [String: String] {
        var texts: [String: String] = [:]
        for name in about { texts[name] = query.text(name) }
        return texts
    }

    /// Without a query a request is what it always was: keys that were given before still stand for it.
    private static func sent(_ source: Source, _ exchange: Exchange) -> [UInt8] {
        let query = Array(QueryString.encode(exchange.query).utf8)
        guard source == .request else { return query }
        return query.isEmpty ? exchange.body : exchange.body + [0] + query
    }

    private func check() throws(Rejection) {
        let bounds = [
            ("folder", folder, 255), ("name", name, 255), ("reference", reference, 256),
            ("Idempotency-Key", idempotencyKey, 255),
        ]
        for (word, text, limit) in bounds {
            guard let text else { continue }
            if let offset = ControlCharacter.offset(in: text) {
                throw Parameters.wrong(word, .controlCharacter(offset: offset))
            }
            guard text.utf8.count > limit || text.isEmpty else { continue }
            throw Parameters.wrong(word, .outOfRange(got: "\(text.utf8.count) bytes", range: "1–\(limit) bytes"))
        }
    }

    /// What is said about a request, and is no field of it.
    private static var about: [String] { ["folder", "name", "reference"] }
}
