package import Domain

/// A request that is sent as JSON: the same fields as in files by their names, those of the art in a table `art`, and
/// beside them `folder` (the watch folder whose outbox and defaults hold; the first when there is none), `name` (what
/// outputs are named after) and `reference` (the sender's own words, at most 256 bytes, given back with the job). What is
/// left out is the folder's.
package struct SubmitRequest: Equatable, Sendable {
    package var fields: [String: JSONValue]

    package init(_ fields: [String: JSONValue] = [:]) {
        self.fields = fields
    }

    /// The same as an address's query, for a picture that is sent as the body: lists with commas, options of the art
    /// side by side with the others.
    package var query: [QueryString.Item] {
        fields.sorted { $0.key < $1.key }.flatMap { name, value in
            guard case .object(let members) = value else { return [QueryString.Item(name, Self.text(value))] }
            return members.sorted { $0.key < $1.key }.map { QueryString.Item($0.key, Self.text($0.value)) }
        }
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .flag(let flag): flag ? "true" : "false"
        case .list(let values): values.map(text).joined(separator: ",")
        default: value.word ?? ""
        }
    }
}

extension SubmitRequest: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([String: JSONValue].self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(fields)
    }
}
