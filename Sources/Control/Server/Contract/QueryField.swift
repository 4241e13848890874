internal import Domain

/// One name of an address's query, or one header, that a route takes.
struct QueryField: Sendable {
    let name: String
    /// JSON Schema 2020-12.
    let schema: JSONValue
    let help: String
    /// Whether it may stand more than once.
    var isRepeated = false

    init(_ name: String, _ schema: JSONValue, _ help: String, isRepeated: Bool = false) {
        self.name = name
        self.schema = schema
        self.help = help
        self.isRepeated = isRepeated
    }

    /// The fields of a table that can stand in a query.
    static func list<Target>(_ table: FieldTable<Target>) -> [QueryField] {
        table.fields.filter { $0.type != .table }.map { QueryField($0.name, $0.type.querySchema, $0.help.english) }
    }

    static func text(_ name: String, longest: Int64? = nil, _ help: String) -> QueryField {
        var schema: [String: JSONValue] = ["type": .text("string")]
        if let longest {
            schema["minLength"] = .integer(1)
            schema["maxLength"] = .integer(longest)
        }
        return QueryField(name, .object(schema), help)
    }

    static func choice(_ name: String, _ words: [String], _ help: String) -> QueryField {
        QueryField(name, FieldType.choice(words).schema, help)
    }

    /// A second to an hour.
    static func time(_ name: String, _ help: String) -> QueryField {
        let milliseconds = "([1-9][0-9]{3,5}|[12][0-9]{6}|3[0-5][0-9]{5}|3600000)ms"
        let seconds = "([1-9][0-9]{0,2}|[12][0-9]{3}|3[0-5][0-9]{2}|3600)s"
        return QueryField(name, like("^(\(milliseconds)|\(seconds)|([1-9]|[1-5][0-9]|60)m|1h)$"), help)
    }

    private static func like(_ pattern: String) -> JSONValue {
        .object(["type": .text("string"), "pattern": .text(pattern)])
    }
}

extension QueryField {
    /// For routes that answer with text art.
    static let format = choice(
        "format", OutputKind.formats.map(\.format), "What the art is written as; txt when left out")
    static let since = QueryField("since", sinceSchema, "Jobs that came to their state from then on: \(Since.examples)")
    private static let sinceSchema = JSONValue.object([
        "type": .text("string"),
        "anyOf": .list([
            like("^[0-9]{1,3}(ms|s|m|h|d)$"), .object(["enum": .list([.text("today"), .text("yesterday")])]),
            .object(["format": .text("date")]), .object(["format": .text("date-time")]),
        ]),
    ])
    static let folder = text("folder", "A watch folder's name")
    static let states = QueryField(
        "state",
        .object(["type": .text("array"), "items": FieldType.choice(JobState.words).schema]),
        "Jobs in one of these states; with commas, or more than once", isRepeated: true)
}
