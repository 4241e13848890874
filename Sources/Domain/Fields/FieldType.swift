/// The type of a field's values, with their range.
package indirect enum FieldType: Equatable, Sendable {
    case text
    /// A text of at most this many Unicode scalars, at least one.
    case shortText(Int)
    case flag
    case integer(ClosedRange<Int64>)
    case number(ClosedRange<Double>)
    case choice([String])
    /// One of the words, or several joined by commas or plus signs.
    case union([String])
    /// One of the words, from none up. On a command line without a value: the second of them.
    case level([String])
    /// `WIDTHxHEIGHT`; the range applies to each side, in pixels.
    case size(sides: ClosedRange<Int>)
    case color
    /// A number with a unit, such as `30s`.
    case duration(ClosedRange<Duration>)
    case path
    /// `most`: the largest number of elements; `nil` for any.
    case list(FieldType, most: Int? = nil)
    case table

    /// The accepted values in short, such as `10–500`; empty if every value is accepted.
    package var range: String {
        switch self {
        case .integer(let range): "\(range.lowerBound)–\(range.upperBound)"
        case .number(let range): "\(range.lowerBound)–\(range.upperBound)"
        case .choice(let words), .union(let words), .level(let words): words.joined(separator: ", ")
        case .size(let sides): "\(sides.lowerBound)x\(sides.lowerBound)–\(sides.upperBound)x\(sides.upperBound)"
        case .duration(let range):
            DurationText.text(of: range.lowerBound) + "–" + DurationText.text(of: range.upperBound)
        case .list(let element, _): element.range
        case .text, .shortText, .flag, .color, .path, .table: ""
        }
    }

    /// An acceptable value.
    package var example: String {
        switch self {
        case .text, .shortText: "text"
        case .flag: "true"
        case .integer(let range): String(range.lowerBound)
        case .number(let range): String(range.lowerBound)
        case .choice(let words), .union(let words), .level(let words): words.first ?? ""
        case .size: "1024x1024"
        case .color: "#ff8800"
        case .duration: "30s"
        case .path: "/srv/textifyd/inbox"
        case .list(let element, _): element.example
        case .table: "{ }"
        }
    }
}

extension FieldType {
    /// Converts a text from a command line or a URL's query to the value that a file would contain; `nil` is a flag
    /// without a value.
    package func value(of text: String?) throws(FieldFailure.Problem) -> FieldValue {
        guard let text else {
            switch self {
            case .flag: return FieldValue(.flag(true))
            case .level(let words) where words.count > 1: return FieldValue(.text(words[1]))
            default: throw .missing
            }
        }
        switch self {
        case .flag: return FieldValue(.flag(try flag(text)))
        case .integer:
            if let integer = Int64(text) { return FieldValue(.integer(integer)) }
            // An integer that doesn't fit into 64 bits is out of range, not malformed.
            throw Self.isInteger(text) ? .outOfRange(got: text, range: range) : .malformed(got: text, example: example)
        case .number:
            guard let number = Double(text) else { throw .malformed(got: text, example: example) }
            return FieldValue(.number(number))
        case .list(let element, _): return FieldValue(.list(try Self.elements(text, of: element)))
        case .text, .shortText, .choice, .union, .level, .size, .color, .duration, .path: return FieldValue(.text(text))
        case .table: throw .malformed(got: text, example: example)
        }
    }

    private func flag(_ text: String) throws(FieldFailure.Problem) -> Bool {
        switch text.lowercased() {
        case "true", "yes", "on", "1": return true
        case "false", "no", "off", "0": return false
        default: throw .malformed(got: text, example: example)
        }
    }

    private static func isInteger(_ text: String) -> Bool {
        let digits = text.first == "-" ? text.dropFirst() : text[...]
        return !digits.isEmpty && digits.allSatisfy { ("0"..."9").contains($0) }
    }

    private static func elements(_ text: String, of element: FieldType) throws(FieldFailure.Problem) -> [FieldValue] {
        var values: [FieldValue] = []
        for part in text.split(separator: ",") { values.append(try element.value(of: String(part))) }
        return values
    }
}

extension FieldType {
    /// JSON Schema 2020-12 for the value in a file or a JSON request. A table is described as any object; its own
    /// fields add the rest.
    package var schema: JSONValue {
        switch self {
        case .text: .object(["type": .text("string"), "pattern": .text(ControlCharacter.freeText)])
        case .shortText(let most):
            .object([
                "type": .text("string"), "pattern": .text(ControlCharacter.freeText), "minLength": .integer(1),
                "maxLength": .integer(Int64(most)),
            ])
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
        case .choice(let words), .level(let words): Self.text(oneOf: words)
        case .union(let words): Self.text(likeUnionOf: words)
        case .size: Self.text(like: "^[0-9]+x[0-9]+$", example)
        case .color: Self.text(like: "^(black|white|#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}))$", example)
        case .duration: Self.text(like: "^[0-9]+([.][0-9]+)?(ms|s|m|h|d)$", example)
        case .list(let element, nil): .object(["type": .text("array"), "items": element.schema])
        case .list(let element, let most?):
            .object(["type": .text("array"), "items": element.schema, "maxItems": .integer(Int64(most))])
        case .table: .object(["type": .text("object")])
        }
    }

    /// Returns the schema of one of some words. An empty list means any text: only the service knows the valid words.
    private static func text(oneOf words: [String]) -> JSONValue {
        var schema: [String: JSONValue] = ["type": .text("string")]
        if !words.isEmpty { schema["enum"] = .list(words.map { .text($0) }) }
        return .object(schema)
    }

    private static func text(likeUnionOf words: [String]) -> JSONValue {
        let word = "(" + words.joined(separator: "|") + ")"
        return text(like: "^\(word)([,+]\(word))*$", words.first ?? "")
    }

    private static func text(like pattern: String, _ example: String) -> JSONValue {
        .object(["type": .text("string"), "pattern": .text(pattern), "examples": .list([.text(example)])])
    }
}
