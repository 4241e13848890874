extension FieldType {
    /// What a file or a request in JSON may hold here, as JSON Schema 2020-12. A table is any object: what it holds, its
    /// own fields say.
    package var schema: JSONValue {
        switch self {
        case .text: .object(["type": .text("string"), "pattern": .text(ControlCharacter.freeText)])
        case .path: .object(["type": .text("string")])
        case .flag: .object(["type": .text("boolean")])
        case .integer(let range):
            .object([
                "type": .text("integer"), "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
            ])
        case .number(let range):
            .object([
                "type": .text("number"), "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
            ])
        case .choice(let words): Self.text(oneOf: words)
        case .size: Self.text(like: "^[0-9]+x[0-9]+$", example)
        case .color: Self.text(like: "^(black|white|#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}))$", example)
        case .duration: Self.text(like: "^[0-9]+([.][0-9]+)?(ms|s|m|h|d)$", example)
        case .list(let element): .object(["type": .text("array"), "items": element.schema])
        case .table: .object(["type": .text("object")])
        }
    }

    /// The same as the value of an address's query, where all is text: lists have commas, and a flag may be said in
    /// several words.
    package var querySchema: JSONValue {
        switch self {
        case .flag: Self.text(oneOf: ["true", "false", "yes", "no", "on", "off", "1", "0"])
        case .list: .object(["type": .text("string")])
        default: schema
        }
    }

    /// No words are no bound: which there are, only the service knows.
    private static func text(oneOf words: [String]) -> JSONValue {
        var schema: [String: JSONValue] = ["type": .text("string")]
        if !words.isEmpty { schema["enum"] = .list(words.map { .text($0) }) }
        return .object(schema)
    }

    private static func text(like pattern: String, _ example: String) -> JSONValue {
        .object(["type": .text("string"), "pattern": .text(pattern), "examples": .list([.text(example)])])
    }
}
