package import Domain

/// A graph of nodes in ComfyUI's API format (`{"6": {"class_type": …, "inputs": {…}}, …}`) with placeholders in the
/// texts of its inputs.
package struct Workflow: Equatable, Sendable {
    /// The maximum file size, in bytes.
    package static let largest = 4 << 20

    private let nodes: [String: JSONValue]
    /// The placeholders in the workflow.
    let placeholders: Set<Placeholder>

    /// Reads a workflow and its placeholders. Throws all mistakes, each with its position in `file`.
    package init(_ bytes: [UInt8], file: String) throws(ConfigurationFailure) {
        let tree: FieldValue
        do throws(FieldFailure) { tree = try JSONReader.read(bytes, file: file) } catch { throw .invalid([error]) }
        var validator = WorkflowValidator(file: file)
        validator.check(tree)
        guard validator.reader.failures.isEmpty else { throw .invalid(validator.reader.failures) }
        placeholders = validator.placeholders
        nodes = Dictionary(tree.entries?.map { ($0.name, $0.value.jsonWithNull) } ?? []) { first, _ in first }
    }

    /// The largest number of input pictures: those that have a placeholder.
    var pictures: Int { max(1, Placeholder.images.prefix { placeholders.contains($0) }.count) }

    /// Returns the graph with the placeholders substituted.
    func graph(_ values: [Placeholder: JSONValue]) -> JSONValue {
        .object(
            nodes.mapValues { node in
                guard case .object(var members) = node, let inputs = members["inputs"] else { return node }
                members["inputs"] = Self.filled(inputs, values)
                return .object(members)
            })
    }

    /// Returns the first placeholder in a node's input, if there is one.
    func placeholder(node: String, input: String) -> Placeholder? {
        guard let text = nodes[node]?["inputs"]?[input]?.text else { return nil }
        for case .placeholder(let name, _) in PlaceholderText(text).parts {
            if let placeholder = Placeholder(rawValue: name) { return placeholder }
        }
        return nil
    }

    /// Substitutes in the parsed tree, so that quotes, backslashes and braces in a prompt are plain characters.
    private static func filled(_ value: JSONValue, _ values: [Placeholder: JSONValue]) -> JSONValue {
        switch value {
        case .text(let text): PlaceholderText(text).filled(values) ?? value
        case .list(let items): .list(items.map { filled($0, values) })
        case .object(let members): .object(members.mapValues { filled($0, values) })
        case .null, .flag, .integer, .number: value
        }
    }
}

extension FieldValue {
    /// The value as JSON, with `null` for JSON's own.
    fileprivate var jsonWithNull: JSONValue {
        switch content {
        case .list(let values): .list(values.map(\.jsonWithNull))
        case .table(let entries):
            .object(Dictionary(entries.map { ($0.name, $0.value.jsonWithNull) }) { first, _ in first })
        case .other: .null
        case .text, .integer, .number, .flag: json
        }
    }
}

/// Validates a workflow file.
private struct WorkflowValidator {
    private static let example = #"{"6": {"class_type": "CLIPTextEncode", "inputs": {"text": "{{prompt}}"}}}"#

    private(set) var reader: FieldReader
    /// The placeholders found.
    private(set) var placeholders: Set<Placeholder> = []

    init(file: String) {
        reader = FieldReader(file: file)
    }

    mutating func check(_ tree: FieldValue) {
        guard let nodes = tree.entries else {
            return reader.report(.wrongType(wanted: "table", got: tree.typeName), key: "", at: tree)
        }
        // The editor's own format describes the drawing and cannot be submitted.
        if let list = tree["nodes"]?.value, case .list = list.content {
            return reader.report(
                .malformed(got: "\"nodes\": […]", example: Self.example), key: "nodes", at: list)
        }
        for node in nodes { check(node.value, key: node.name) }
        if reader.failures.isEmpty, !placeholders.contains(.prompt) {
            reader.report(.missing, key: Placeholder.prompt.written, at: tree)
        }
        // A gap would leave a picture out.
        let images = Placeholder.images
        if let last = images.lastIndex(where: placeholders.contains),
            let gap = images[..<last].first(where: { !placeholders.contains($0) })
        {
            reader.report(.missing, key: gap.written, at: tree)
        }
    }

    private mutating func check(_ node: FieldValue, key: String) {
        guard node.entries != nil else {
            return reader.report(.wrongType(wanted: "table", got: node.typeName), key: key, at: node)
        }
        let type = node["class_type"]?.value
        if case .text = type?.content {
        } else {
            let problem = type.map { FieldFailure.Problem.wrongType(wanted: "text", got: $0.typeName) }
            reader.report(problem ?? .missing, key: key + ".class_type", at: type ?? node)
        }
        guard let inputs = node["inputs"]?.value else {
            return reader.report(.missing, key: key + ".inputs", at: node)
        }
        guard inputs.entries != nil else {
            return reader.report(
                .wrongType(wanted: "table", got: inputs.typeName), key: key + ".inputs", at: inputs)
        }
        checkTexts(in: inputs, key: key + ".inputs")
    }

    private mutating func checkTexts(in value: FieldValue, key: String) {
        switch value.content {
        case .text(let text): check(PlaceholderText(text), value, key: key)
        case .list(let items):
            for (index, item) in items.enumerated() { checkTexts(in: item, key: "\(key)[\(index)]") }
        case .table(let entries):
            for entry in entries { checkTexts(in: entry.value, key: key + "." + entry.name) }
        case .integer, .number, .flag, .other: break
        }
    }

    private mutating func check(_ text: PlaceholderText, _ value: FieldValue, key: String) {
        for case .placeholder(let name, let defaultValue) in text.parts {
            if let placeholder = Placeholder(rawValue: name) {
                placeholders.insert(placeholder)
                if placeholder.requiresDefault, defaultValue == nil {
                    reader.report(
                        .malformed(got: "{{\(name)}}", example: "{{\(name)=20}}"), key: key, at: value)
                }
                continue
            }
            let nearest = NearestName.of(name, among: Placeholder.allCases.map(\.rawValue))
            reader.report(
                .notOneOf(
                    got: "{{\(name)}}", choices: Placeholder.examples.map(\.written),
                    nearest: nearest.map { "{{\($0)}}" }), key: key, at: value)
        }
    }
}

/// The placeholders of a workflow, written `{{name}}`, or `{{name=20}}` with a default value.
enum Placeholder: String, CaseIterable, Equatable, Sendable {
    case prompt
    case negativePrompt = "negative_prompt"
    case seed
    case width
    case height
    /// The prompt's ID: in a file name it keeps two pictures apart.
    case id
    case model
    case steps
    case guidance
    case scheduler
    case strength
    /// The input picture's name at the server, for a `LoadImage` node.
    case image
    /// The names of further input pictures.
    case image2 = "image_2"
    case image3 = "image_3"
    case image4 = "image_4"
    case image5 = "image_5"
    case image6 = "image_6"
    case image7 = "image_7"
    case image8 = "image_8"
    case image9 = "image_9"
    case image10 = "image_10"
    case image11 = "image_11"
    case image12 = "image_12"
    case image13 = "image_13"
    case image14 = "image_14"
    case image15 = "image_15"
    case image16 = "image_16"

    /// The placeholders of the input pictures, in their order.
    static let images: [Placeholder] = [
        .image, .image2, .image3, .image4, .image5, .image6, .image7, .image8, .image9, .image10, .image11, .image12,
        .image13, .image14, .image15, .image16,
    ]

    /// The placeholders that a message lists: of the numbered ones only the first.
    static let examples = allCases.filter { !images.dropFirst(2).contains($0) }

    var written: String { requiresDefault ? "{{\(rawValue)=…}}" : "{{\(rawValue)}}" }

    /// Whether requests may omit the value, so that the workflow has to provide a default.
    var requiresDefault: Bool {
        switch self {
        case .prompt, .negativePrompt, .seed, .width, .height, .id, .image: false
        // A node that loads a picture needs one even if the request has fewer.
        default: true
        }
    }

    /// The request option of the same name, which provides the value; `nil` for other values.
    var option: GenerationOption? { GenerationOption(rawValue: rawValue) }
}

/// A text of a workflow, split at its placeholders.
private struct PlaceholderText {
    enum Part {
        case literal(Substring)
        /// The name between the braces, trimmed, and the default value.
        case placeholder(String, defaultValue: JSONValue?)
    }

    let parts: [Part]

    /// Splits a text. `{{` without a closing `}}` is plain text.
    init(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let opening = rest.firstRange(of: "{{"),
            let closing = rest[opening.upperBound...].firstRange(of: "}}")
        {
            if opening.lowerBound > rest.startIndex { parts.append(.literal(rest[..<opening.lowerBound])) }
            parts.append(Self.placeholder(rest[opening.upperBound..<closing.lowerBound]))
            rest = rest[closing.upperBound...]
        }
        if !rest.isEmpty { parts.append(.literal(rest)) }
        self.parts = parts
    }

    /// Substitutes values. If the text consists of one placeholder only, the result is the value itself with its type;
    /// otherwise it is a text. Substituted values are not searched for placeholders. `nil` if a placeholder has neither
    /// a value nor a default.
    func filled(_ values: [Placeholder: JSONValue]) -> JSONValue? {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .placeholder(let name, let defaultValue):
                let given = Placeholder(rawValue: name).flatMap { values[$0] }
                guard let value = given ?? defaultValue else { return nil }
                if parts.count == 1 { return value }
                text += value.word ?? ""
            }
        }
        return .text(text)
    }

    /// Parses `name` or `name=value`; a value that is a number becomes a number.
    private static func placeholder(_ text: Substring) -> Part {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let words = parts.map { $0.split(separator: " ").joined(separator: " ") }
        guard let value = words.dropFirst().first, !value.isEmpty else {
            return .placeholder(words[0], defaultValue: nil)
        }
        return .placeholder(words[0], defaultValue: JSONValue(written: value[...]))
    }
}
