package import Domain

/// A request sent as JSON. The fields are those of request files, with the options of the art in a table `art`.
/// Additional fields: `folder` (the watch folder whose outbox and defaults apply; the first by default), `name` (the
/// base name of the outputs) and `reference` (the sender's own text, at most 256 bytes, returned with the job). Omitted
/// fields have the folder's defaults.
package struct SubmitRequest: Equatable, Sendable {
    package var fields: [String: JSONValue]

    package init(_ fields: [String: JSONValue] = [:]) {
        self.fields = fields
    }

    /// The request as a URL query, for a picture sent as the body. Lists are separated by commas, and options of the
    /// art are on the same level as the others.
    package var query: [QueryString.Item] {
        fields.sorted { $0.key < $1.key }.flatMap { name, value in
            guard case .object(let members) = value else { return [QueryString.Item(name, Self.text(value))] }
            return members.sorted { $0.key < $1.key }.map { QueryString.Item($0.key, Self.text($0.value)) }
        }
    }

    /// A field as a person would write it. Options of the art are called `art.NAME`. `nil` if it isn't set.
    package func text(of name: String) -> String? {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        guard let value = fields[parts[0]] else { return nil }
        return (parts.count > 1 ? value[parts[1]] : value).map(Self.text)
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
