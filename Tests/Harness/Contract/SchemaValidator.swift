import Domain

/// Validates JSON values against the subset of JSON Schema 2020-12 that the OpenAPI document uses. A keyword outside the
/// subset is a fault, and so is a member that an object's schema doesn't list: a new member has to be documented.
struct SchemaValidator {
    /// The document that references are resolved in.
    let document: JSONValue
    private(set) var faults: [String] = []
    /// The members of named schemas that were found in values, as in `JobSummary.id`.
    private(set) var seen: Set<String> = []

    init(document: JSONValue) {
        self.document = document
    }

    /// The keywords that are checked or that only describe.
    private static let keywords: Set<String> = [
        "$ref", "description", "examples", "type", "enum", "const", "format", "pattern", "minimum", "maximum",
        "minLength", "maxLength", "maxItems", "items", "required", "properties", "additionalProperties", "allOf",
        "anyOf", "contentMediaType", "contentSchema",
    ]

    /// Checks a value and everything in it. `place` names the value in faults.
    mutating func check(_ value: JSONValue, _ schema: JSONValue, at place: String) {
        let (name, schema) = target(of: schema)
        for keyword in schema.members.keys where !Self.keywords.contains(keyword) {
            add("the schema has the unsupported keyword \(keyword)", place)
        }
        let parts = parts(of: schema, name)
        for part in parts { checkScalar(value, part.schema, at: place) }
        if let choices = schema["anyOf"]?.list { checkChoice(value, choices, at: place) }
        if let values = value.list { check(values, schema, at: place) }
        if case .object(let members) = value { check(members, parts, at: place) }
    }

    private mutating func checkScalar(_ value: JSONValue, _ schema: JSONValue, at place: String) {
        if let type = schema["type"]?.text, !value.isA(type) { add("is no \(type)", place) }
        if let words = schema["enum"]?.list, !words.contains(value) { add("\(value) is not in the enum", place) }
        if let constant = schema["const"], constant != value { add("is not \(constant)", place) }
        if let number = value.number {
            if let least = schema["minimum"]?.number, number < least { add("is less than \(least)", place) }
            if let most = schema["maximum"]?.number, number > most { add("is more than \(most)", place) }
        }
        guard let text = value.text else { return }
        if let least = schema["minLength"]?.number, Double(text.count) < least { add("is too short", place) }
        if let most = schema["maxLength"]?.number, Double(text.count) > most { add("is too long", place) }
        if let pattern = schema["pattern"]?.text, !text.matches(pattern) { add("doesn't match \(pattern)", place) }
        if let format = schema["format"]?.text, !text.hasFormat(format) { add("\(text) is no \(format)", place) }
        guard let content = schema["contentSchema"] else { return }
        guard let data = JSONValue(json: text.utf8) else { return add("is no JSON", place) }
        check(data, content, at: place)
    }

    private mutating func checkChoice(_ value: JSONValue, _ choices: [JSONValue], at place: String) {
        for choice in choices {
            var one = SchemaValidator(document: document)
            one.check(value, choice, at: place)
            guard one.faults.isEmpty else { continue }
            return seen.formUnion(one.seen)
        }
        add("matches no choice of anyOf", place)
    }

    private mutating func check(_ values: [JSONValue], _ schema: JSONValue, at place: String) {
        if let most = schema["maxItems"]?.number, Double(values.count) > most { add("has too many items", place) }
        guard let items = schema["items"] else { return }
        for (index, item) in values.enumerated() { check(item, items, at: "\(place)[\(index)]") }
    }

    /// `parts`: the object's schema and those that it is composed of with `allOf`.
    private mutating func check(
        _ members: [String: JSONValue], _ parts: [(name: String?, schema: JSONValue)], at place: String
    ) {
        for name in parts.flatMap({ $0.schema["required"]?.list ?? [] }).compactMap(\.text) where members[name] == nil {
            add("\(name) is missing", place)
        }
        for (name, member) in members {
            if let part = parts.first(where: { $0.schema["properties"]?[name] != nil }) {
                if let owner = part.name { seen.insert("\(owner).\(name)") }
                check(member, part.schema["properties"]?[name] ?? .null, at: "\(place).\(name)")
            } else if let others = parts.lazy.compactMap({ $0.schema["additionalProperties"] }).first(where: \.isObject)
            {
                check(member, others, at: "\(place).\(name)")
            } else if parts.contains(where: { $0.schema["properties"] != nil }) {
                add("\(name) is not documented", place)
            }
        }
    }

    private func parts(of schema: JSONValue, _ name: String?) -> [(name: String?, schema: JSONValue)] {
        (schema["allOf"]?.list ?? []).reduce(into: [(name, schema)]) { parts, part in
            let (partName, part) = target(of: part)
            parts += self.parts(of: part, partName ?? name)
        }
    }

    /// The schema that a chain of references leads to, with its name in the document.
    private func target(of schema: JSONValue) -> (name: String?, schema: JSONValue) {
        var (name, schema) = (String?.none, schema)
        while let reference = schema["$ref"]?.text {
            name = reference.split(separator: "/").last.map(String.init)
            schema = document.value(at: reference)
        }
        return (name, schema)
    }

    private mutating func add(_ fault: String, _ place: String) {
        faults.append("\(place): \(fault)")
    }
}

extension String {
    fileprivate func matches(_ pattern: String) -> Bool {
        (try? Regex(pattern).firstMatch(in: self)) != nil
    }

    /// Whether the text has a format of JSON Schema. Unknown formats match nothing.
    fileprivate func hasFormat(_ format: String) -> Bool {
        let date = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
        return switch format {
        case "date": matches("^\(date)$")
        case "date-time": matches("^\(date)T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?Z$")
        default: false
        }
    }
}
