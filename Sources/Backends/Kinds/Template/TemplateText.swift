import Domain

/// A text with placeholders: `{{name}}`, `{{name?}}` for a value that may be missing, or `{{name=0.5}}` with a default.
/// Substituted values are never parsed for placeholders.
package struct TemplateText: Equatable, Sendable {
    enum Piece: Equatable, Sendable {
        case literal(String)
        case placeholder(Placeholder)
    }

    struct Placeholder: Equatable, Sendable {
        let name: String
        /// Whether a request may lack the value.
        let isOptional: Bool
        /// The value where a request has none.
        var defaultValue: JSONValue?
    }

    let pieces: [Piece]

    /// Returns `nil` if a placeholder is not closed or has no name.
    init?(_ text: String) {
        var pieces: [Piece] = []
        var rest = text[...]
        while let opening = rest.firstRange(of: "{{") {
            guard let closing = rest[opening.upperBound...].firstRange(of: "}}"),
                let placeholder = Placeholder(rest[opening.upperBound..<closing.lowerBound])
            else { return nil }
            if opening.lowerBound > rest.startIndex { pieces.append(.literal(String(rest[..<opening.lowerBound]))) }
            pieces.append(.placeholder(placeholder))
            rest = rest[closing.upperBound...]
        }
        guard rest.firstRange(of: "}}") == nil else { return nil }
        if !rest.isEmpty { pieces.append(.literal(String(rest))) }
        self.pieces = pieces
    }

    init(literal text: String) {
        pieces = [.literal(text)]
    }

    var placeholders: [Placeholder] {
        pieces.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } }
    }

    /// The placeholder, if the text is nothing else.
    var single: Placeholder? {
        guard pieces.count == 1, case .placeholder(let placeholder) = pieces[0] else { return nil }
        return placeholder
    }

    /// Returns the value itself, of whatever type, if the text is a single placeholder; otherwise a text. `nil` if an
    /// optional value is missing.
    func value(_ values: TemplateValues) -> JSONValue? {
        if let placeholder = single { return values[placeholder.name] ?? placeholder.defaultValue }
        return .text(text(values))
    }

    /// Joins the pieces; `escape` is applied to substituted values.
    func text(_ values: TemplateValues, escape: (_ name: String, _ text: String) -> String = { $1 }) -> String {
        pieces.map { piece in
            switch piece {
            case .literal(let text): text
            case .placeholder(let placeholder):
                escape(placeholder.name, (values[placeholder.name] ?? placeholder.defaultValue)?.spelled ?? "")
            }
        }.joined()
    }
}

extension TemplateText.Placeholder {
    fileprivate init?(_ text: Substring) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let written = parts.count == 2 ? JSONValue(written: parts[1]) : nil
        guard parts.count == 1 || written != nil else { return nil }
        let isOptional = written != nil || text.hasSuffix("?")
        let name = written == nil && isOptional ? text.dropLast() : parts[0]
        let isName = name.utf8.allSatisfy { byte in
            97...122 ~= byte || 65...90 ~= byte || 48...57 ~= byte || byte == UInt8(ascii: "_")
        }
        guard isName, !name.isEmpty else { return nil }
        self.init(name: String(name), isOptional: isOptional, defaultValue: written)
    }
}

extension JSONValue {
    /// Parses a placeholder's default: a number where it is one, otherwise a text. `nil` if it is empty.
    init?(written text: Substring) {
        guard !text.isEmpty else { return nil }
        let number = Double(text).flatMap { $0.isFinite ? JSONValue.number($0) : nil }
        self = Int64(text).map { .integer($0) } ?? number ?? .text(String(text))
    }
}

/// A JSON tree with placeholders, from which a request's body is made.
indirect enum TemplateNode: Equatable, Sendable {
    case constant(JSONValue)
    case text(TemplateText)
    case list([TemplateNode])
    case object([String: TemplateNode])

    /// Returns the tree with values substituted. Missing values are omitted, and so are containers that become empty.
    func value(_ values: TemplateValues) -> JSONValue? {
        switch self {
        case .constant(let value): return value
        case .text(let text): return text.value(values)
        case .list(let nodes):
            let kept = nodes.compactMap { $0.value(values) }
            return kept.isEmpty && !nodes.isEmpty ? nil : .list(kept)
        case .object(let members):
            let kept = members.compactMapValues { $0.value(values) }
            return kept.isEmpty && !members.isEmpty ? nil : .object(kept)
        }
    }

    /// Returns the tree with the members of `patch` in place of its own; a null removes a member (JSON Merge Patch,
    /// RFC 7386).
    func merged(with patch: TemplateNode) -> TemplateNode {
        guard case .object(let changes) = patch else { return patch }
        var members: [String: TemplateNode] = [:]
        if case .object(let own) = self { members = own }
        for (name, change) in changes {
            members[name] = change == .constant(.null) ? nil : (members[name] ?? .object([:])).merged(with: change)
        }
        return .object(members)
    }

    var placeholders: [TemplateText.Placeholder] {
        switch self {
        case .constant: []
        case .text(let text): text.placeholders
        case .list(let nodes): nodes.flatMap(\.placeholders)
        case .object(let members): members.values.flatMap(\.placeholders)
        }
    }
}

/// The values of a template's placeholders. Empty texts count as missing.
struct TemplateValues {
    /// The names that a request can provide.
    static let ofRequests = [
        "prompt", "negative_prompt", "image_b64", "image_data", "image_type", "mask_b64", "mask_data", "width",
        "height", "size", "aspect_ratio", "seed", "count", "key", "model", "steps", "guidance", "scheduler", "strength",
        "quality", "picture_format",
    ]
    /// The names of the files that a field of a form can be.
    static let files = ["image_file", "mask_file"]
    /// The names for the input picture, and for its mask.
    static let pictures: Set = ["image_b64", "image_data", "image_file"]
    static let masks: Set = ["mask_b64", "mask_data", "mask_file"]
    /// The names that a request may lack: a template must mark them optional.
    static let optional =
        [
            "negative_prompt", "image_b64", "image_data", "image_type", "mask_b64", "mask_data", "steps", "guidance",
            "scheduler", "strength", "quality",
        ] + files

    private var values: [String: JSONValue]

    init(_ values: [String: JSONValue] = [:]) {
        self.values = values
    }

    subscript(name: String) -> JSONValue? {
        get {
            guard let value = values[name], value != .null, value != .text("") else { return nil }
            return value
        }
        set { values[name] = newValue }
    }
}
