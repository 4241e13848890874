internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

extension JobOrder {
    /// A request as JSON, or a picture with its options in the query.
    init(_ exchange: Exchange) throws(Rejection) {
        guard !exchange.body.isEmpty else { throw .refused(.noBody) }
        if exchange.contentType == MediaType.json {
            if let stray = exchange.query.first { throw Parameters.wrong(stray.name, .unknown(nearest: nil)) }
            let (fields, texts) = try FieldTree.split(exchange.json(), Self.about)
            self.init(source: .request, fields: fields, texts: texts, exchange)
        } else {
            guard PictureFormat(magic: exchange.body) != nil || MediaType.pictures.contains(exchange.contentType ?? "")
            else { throw .refused(.unsupportedMediaType(wanted: [MediaType.json] + MediaType.pictures)) }
            var texts: [String: String] = [:]
            for name in Self.about { texts[name] = exchange.query.text(name) }
            let fields = try FieldTree.request(exchange.query.filter { !Self.about.contains($0.name) })
            self.init(source: .picture(try exchange.picture()), fields: fields, texts: texts, exchange)
        }
        try check()
    }

    private init(source: Source, fields: FieldValue, texts: [String: String], _ exchange: Exchange) {
        self.init(
            source: source, fields: fields, folder: texts["folder"], name: texts["name"],
            reference: texts["reference"], idempotencyKey: exchange.head[ControlHeader.idempotencyKey],
            sent: source == .request ? exchange.body : Array(QueryString.encode(exchange.query).utf8),
            user: exchange.head.peer.user)
    }

    private func check() throws(Rejection) {
        let bounds = [("name", name, 255), ("reference", reference, 256), ("Idempotency-Key", idempotencyKey, 255)]
        for (word, text, limit) in bounds {
            guard let text, text.utf8.count > limit || text.isEmpty else { continue }
            throw Parameters.wrong(word, .outOfRange(got: "\(text.utf8.count) bytes", range: "1–\(limit) bytes"))
        }
    }

    /// What is said about a request, and is no field of it.
    private static var about: [String] { ["folder", "name", "reference"] }
}
