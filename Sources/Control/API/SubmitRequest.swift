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

/// The query of `POST /v1/render`: the output format and the options of the art.
package struct RenderQuery: Equatable, Sendable {
    /// `txt`, `ansi`, `html`, `svg`, `png`, `json`, `irc`, `discord`, `discord-ansi`, `bbcode` or `matrix`.
    package var format: String
    /// Options of the art by their names in files, such as `columns`, as a person would write the values.
    package var options: [QueryString.Item]

    package init(format: String = "txt", options: [QueryString.Item] = []) {
        self.format = format
        self.options = options
    }

    /// The encoded query, without the question mark.
    package var text: String {
        QueryString.encode([QueryString.Item("format", format)] + options)
    }
}
