import BackendKit
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
            let kept = nodes.flatMap { node in
                node.isRepeated ? values.ofEachPicture.compactMap(node.value) : [node.value(values)].compactMap(\.self)
            }
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

    /// Whether a list contains this element once for each input picture: the element, without lists of its own, has a
    /// placeholder for any of them.
    private var isRepeated: Bool {
        switch self {
        case .constant, .list: false
        case .text(let text): text.placeholders.contains { TemplateValues.ofEach.contains($0.name) }
        case .object(let members): members.values.contains(where: \.isRepeated)
        }
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
    /// The names of the files that a field of a form can be. A field of `images_file` is repeated for each picture.
    static let files = ["image_file", "images_file", "mask_file"]
    /// The names for each of all input pictures, in elements of lists, which are repeated.
    static let ofEach = ["images_b64", "images_data", "images_type"]
    /// The names for further input pictures, such as `image_2_b64`.
    static let ofFurther = (2...InputPictures.most).flatMap { ["image_\($0)_b64", "image_\($0)_data"] }
    /// The names for the input pictures, and for the first one's mask.
    static let pictures: Set = ["image_b64", "image_data", "image_file", "images_b64", "images_data", "images_file"]
    static let masks: Set = ["mask_b64", "mask_data", "mask_file"]
    /// The names that a request may lack: a template must mark them optional.
    static let optional =
        [
            "negative_prompt", "image_b64", "image_data", "image_type", "mask_b64", "mask_data", "steps", "guidance",
            "scheduler", "strength", "quality",
        ] + files + ofEach + ofFurther

    /// Returns the number of input pictures for which there is a place, given the names of all placeholders.
    static func places(_ names: Set<String>) -> Int {
        if !names.isDisjoint(with: ofEach + ["images_file"]) { return InputPictures.most }
        let further = (2...InputPictures.most).prefix { number in
            names.contains("image_\(number)_b64") || names.contains("image_\(number)_data")
        }
        return 1 + further.count
    }

    private var values: [String: JSONValue]
    /// The values of `ofEach`, for each input picture.
    private var pictures: [[String: JSONValue]] = []

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

    /// These values with those of each input picture.
    var ofEachPicture: [TemplateValues] {
        pictures.map { own in
            var copy = self
            copy.values.merge(own) { _, own in own }
            return copy
        }
    }

    /// Removes the input pictures, but not the mask.
    mutating func removePictures() {
        pictures = []
        for name in ["image_b64", "image_data"] + Self.ofFurther { values[name] = nil }
    }

    /// Adds the input pictures.
    mutating func add(_ pictures: [InputPicture]) {
        self.pictures = pictures.map { picture in
            [
                "images_b64": .text(picture.base64), "images_data": .text(picture.dataAddress),
                "images_type": .text(picture.mediaType),
            ]
        }
        for (index, picture) in pictures.enumerated() {
            let name = index == 0 ? "image" : "image_\(index + 1)"
            values[name + "_b64"] = .text(picture.base64)
            values[name + "_data"] = .text(picture.dataAddress)
        }
        values["image_type"] = pictures.first.map { .text($0.mediaType) }
        values["mask_b64"] = pictures.first?.maskBase64.map { .text($0) }
        values["mask_data"] = pictures.first?.maskAddress.map { .text($0) }
    }
}
