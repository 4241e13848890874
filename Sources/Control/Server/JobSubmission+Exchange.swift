internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

extension JobSubmission {
    /// Reads a JSON request, or pictures with their options in the query or in a form.
    /// `others`: query parameters that are none of the submission's.
    init(_ exchange: Exchange, others: [String] = []) throws(Rejection) {
        guard !exchange.body.isEmpty else { throw .refused(.noBody) }
        let content = try Content(exchange)
        // Query parameters override the body, as they override a picture's own sidecar.
        let names = Self.metadataNames + others
        let override = try FieldTree.request(exchange.query.filter { !names.contains($0.name) })
        let metadata = content.texts.merging(Self.metadata(exchange.query)) { $1 }
        self.init(
            source: content.source, fields: content.fields.overlaid(by: override), folder: metadata["folder"],
            reference: metadata["reference"],
            idempotencyKey: exchange.head[ControlHeader.idempotencyKey],
            sent: Self.sent(content, exchange), user: exchange.head.peer.user)
        try check()
    }

    /// What the body holds: the source, the fields of the request, and the texts that describe it.
    private struct Content {
        let source: Source
        var fields = FieldValue(.table([]))
        var texts: [String: String] = [:]
        /// The fields of a form.
        var items: [QueryString.Item] = []

        init(_ exchange: Exchange) throws(Rejection) {
            switch exchange.contentType {
            case MediaType.json:
                source = .request
                (fields, texts) = try FieldTree.split(exchange.json(), metadataNames)
            case MediaType.form:
                (source, items) = try Self.form(exchange)
                fields = try FieldTree.request(items.filter { !metadataNames.contains($0.name) })
                texts = JobSubmission.metadata(items)
            case let type:
                guard PictureFormat(magic: exchange.body) != nil || MediaType.pictures.contains(type ?? "") else {
                    let wanted = [MediaType.json, MediaType.form] + MediaType.pictures
                    throw .refused(.unsupportedMediaType(wanted: wanted))
                }
                source = .pictures([try exchange.picture()])
            }
        }

        private static func form(_ exchange: Exchange) throws(Rejection) -> (Source, [QueryString.Item]) {
            guard let form = MultipartForm(exchange.body, type: exchange.head["Content-Type"] ?? "") else {
                throw .refused(.malformedForm)
            }
            var pictures: [[UInt8]] = []
            var items: [QueryString.Item] = []
            for part in form.parts {
                if part.name == "picture" {
                    pictures.append(part.bytes)
                } else {
                    guard let text = String(validating: part.bytes, as: UTF8.self) else {
                        throw .refused(.malformedForm)
                    }
                    add(part.name, text, to: &items)
                }
            }
            guard !pictures.isEmpty else { throw Parameters.wrong("picture", .missing) }
            guard pictures.count <= InputPictures.most else {
                let range = "1–\(InputPictures.most) pictures"
                throw Parameters.wrong("picture", .outOfRange(got: "\(pictures.count) pictures", range: range))
            }
            guard pictures.allSatisfy({ PictureFormat(magic: $0) != nil }) else {
                throw .failed(.picture(.notAPicture))
            }
            return (.pictures(pictures), items)
        }

        /// Forms write a list as a part for each element.
        private static func add(_ name: String, _ text: String, to items: inout [QueryString.Item]) {
            guard case .list = FieldTable.request(backends: []).field(name)?.type,
                let index = items.firstIndex(where: { $0.name == name })
            else { return items.append(QueryString.Item(name, text)) }
            items[index] = QueryString.Item(name, (items[index].value ?? "") + "," + text)
        }
    }

    private static func metadata(_ query: [QueryString.Item]) -> [String: String] {
        var metadata: [String: String] = [:]
        for name in metadataNames { metadata[name] = query.text(name) }
        return metadata
    }

    /// The bytes that an idempotency key is checked against. A JSON request without a query must keep its old form,
    /// so that keys stored by earlier versions still match.
    private static func sent(_ content: Content, _ exchange: Exchange) -> [UInt8] {
        // A form's boundary differs each time, its fields don't.
        let query = Array(QueryString.encode(content.items + exchange.query).utf8)
        guard content.source == .request else { return query }
        return query.isEmpty ? exchange.body : exchange.body + [0] + query
    }

    private func check() throws(Rejection) {
        let bounds = [
            ("folder", folder, 255), ("reference", reference, 256), ("Idempotency-Key", idempotencyKey, 255),
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

    /// The names of texts that describe a request and are no fields of it.
    static var metadataNames: [String] { ["folder", "reference"] }
}

/// Builds the field tree that configuration files also produce from a query string or a JSON body.
enum FieldTree {
    /// The tree of a query that holds art options only.
    static func art(_ items: [QueryString.Item]) throws(Rejection) -> FieldValue {
        var failures: [FieldFailure] = []
        let entries = items.compactMap { entry($0, in: .art, &failures) }
        guard failures.isEmpty else { throw .failed(.fields(failures)) }
        return FieldValue(.table(entries))
    }

    /// The tree of a query that mixes request fields and art options.
    static func request(_ items: [QueryString.Item]) throws(Rejection) -> FieldValue {
        let table = FieldTable.request(backends: [])
        let own = items.filter { table.field($0.name).map { $0.type != .table } ?? false }
        let others = items.filter { item in !own.contains { $0.name == item.name } }
        var failures: [FieldFailure] = []
        var entries = own.compactMap { entry($0, in: table, &failures) }
        let art = others.compactMap { entry($0, in: .art, more: table.fields.map(\.name), &failures) }
        guard failures.isEmpty else { throw .failed(.fields(failures)) }
        if !art.isEmpty { entries.append(FieldEntry(name: "art", value: FieldValue(.table(art)))) }
        return FieldValue(.table(entries))
    }

    /// Splits a table into its fields and the named texts that describe the request itself.
    static func split(
        _ tree: FieldValue, _ names: [String]
    ) throws(Rejection) -> (fields: FieldValue, texts: [String: String]) {
        guard let entries = tree.entries else {
            throw .failed(
                .fields([FieldFailure(key: "", problem: .wrongType(wanted: "table", got: tree.typeName))]))
        }
        var texts: [String: String] = [:]
        for entry in entries where names.contains(entry.name) {
            guard case .text(let text) = entry.value.content else {
                throw Parameters.wrong(entry.name, .wrongType(wanted: "text", got: entry.value.typeName))
            }
            texts[entry.name] = text
        }
        let fields = entries.filter { !names.contains($0.name) }
        return (FieldValue(.table(fields), line: tree.line, column: tree.column), texts)
    }

    private static func entry<Target>(
        _ item: QueryString.Item, in table: FieldTable<Target>, more: [String] = [],
        _ failures: inout [FieldFailure]
    ) -> FieldEntry? {
        do throws(FieldFailure.Problem) {
            guard let field = table.field(item.name) else {
                let names = table.fields.map(\.name) + more
                throw .unknown(nearest: NearestName.of(item.name, among: names))
            }
            return FieldEntry(name: item.name, value: try field.type.value(of: item.value))
        } catch {
            failures.append(FieldFailure(key: item.name, problem: error))
            return nil
        }
    }
}

extension FieldValue {
    /// This table overlaid by another: tables are merged by key, `tags` are united, every other value is replaced.
    func overlaid(by other: FieldValue) -> FieldValue {
        guard let entries, let over = other.entries, !over.isEmpty else { return self }
        var merged = entries
        for entry in over {
            if let index = merged.firstIndex(where: { $0.name == entry.name }) {
                merged[index] = merged[index].overlaid(by: entry)
            } else {
                merged.append(entry)
            }
        }
        return FieldValue(.table(merged), line: line, column: column)
    }
}

extension FieldEntry {
    fileprivate func overlaid(by other: FieldEntry) -> FieldEntry {
        switch (value.content, other.value.content) {
        case (.table, .table):
            FieldEntry(name: name, value: value.overlaid(by: other.value), line: line, column: column)
        case (.list(let one), .list(let two)) where name == "tags":
            FieldEntry(
                name: name,
                value: FieldValue(.list(one + two.filter { tag in !one.contains { $0.content == tag.content } })))
        default: other
        }
    }
}
