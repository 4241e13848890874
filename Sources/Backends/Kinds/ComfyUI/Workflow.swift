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
        var check = WorkflowValidator(file: file)
        check.look(at: tree)
        guard check.failures.isEmpty else { throw .invalid(check.failures) }
        let entries = tree.entries?.map { ($0.name, $0.value.json) } ?? []
        placeholders = check.placeholders
        nodes = Dictionary(entries) { first, _ in first }
    }

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
        return PlaceholderText(text).names.compactMap { Placeholder(rawValue: $0) }.first
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
    /// The value without source positions.
    fileprivate var json: JSONValue {
        switch content {
        case .text(let text): .text(text)
        case .integer(let integer): .integer(integer)
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        case .list(let values): .list(values.map(\.json))
        case .table(let entries): .object(Dictionary(entries.map { ($0.name, $0.value.json) }) { first, _ in first })
        case .other: .null
        }
    }
}

/// Validates a workflow file.
struct WorkflowValidator {
    private static let example = #"{"6": {"class_type": "CLIPTextEncode", "inputs": {"text": "{{prompt}}"}}}"#

    let file: String
    private(set) var failures: [FieldFailure] = []
    /// The placeholders found.
    private(set) var placeholders: Set<Placeholder> = []

    init(file: String) {
        self.file = file
    }

    mutating func look(at tree: FieldValue) {
        guard let nodes = tree.entries else { return report(.wrongType(wanted: "table", got: tree.typeName), "", tree) }
        // The editor's own format describes the drawing and cannot be submitted.
        if let list = tree["nodes"], case .list = list.value.content {
            return report(.malformed(got: "\"nodes\": […]", example: Self.example), "nodes", list.value)
        }
        for node in nodes { look(at: node) }
        if failures.isEmpty, !placeholders.contains(.prompt) {
            report(.missing, Placeholder.prompt.written, tree)
        }
    }

    private mutating func look(at node: FieldEntry) {
        guard node.value.entries != nil else {
            return report(.wrongType(wanted: "table", got: node.value.typeName), node.name, node.value)
        }
        let type = node.value["class_type"]
        if case .text = type?.value.content {
        } else {
            let problem = type.map { FieldFailure.Problem.wrongType(wanted: "text", got: $0.value.typeName) }
            report(problem ?? .missing, node.name + ".class_type", type?.value ?? node.value)
        }
        guard let inputs = node.value["inputs"] else {
            return report(.missing, node.name + ".inputs", node.value)
        }
        guard inputs.value.entries != nil else {
            return report(.wrongType(wanted: "table", got: inputs.value.typeName), node.name + ".inputs", inputs.value)
        }
        look(into: inputs.value, node.name + ".inputs")
    }

    private mutating func look(into value: FieldValue, _ key: String) {
        switch value.content {
        case .text(let text): look(at: PlaceholderText(text), value, key)
        case .list(let items):
            for (index, item) in items.enumerated() { look(into: item, "\(key)[\(index)]") }
        case .table(let entries):
            for entry in entries { look(into: entry.value, key + "." + entry.name) }
        case .integer, .number, .flag, .other: break
        }
    }

    private mutating func look(at text: PlaceholderText, _ value: FieldValue, _ key: String) {
        for name in text.names {
            if let placeholder = Placeholder(rawValue: name) {
                placeholders.insert(placeholder)
                if placeholder.requiresDefault, !text.namesWithDefault.contains(name) {
                    report(.malformed(got: "{{\(name)}}", example: "{{\(name)=20}}"), key, value)
                }
                continue
            }
            let nearest = NearestName.of(name, among: Placeholder.allCases.map(\.rawValue))
            report(
                .notOneOf(
                    got: "{{\(name)}}", choices: Placeholder.allCases.map(\.written),
                    nearest: nearest.map { "{{\($0)}}" }),
                key, value)
        }
    }

    private mutating func report(_ problem: FieldFailure.Problem, _ key: String, _ value: FieldValue) {
        failures.append(
            FieldFailure(key: key, problem: problem, file: file, line: value.line, column: value.column))
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

    var written: String { requiresDefault ? "{{\(rawValue)=…}}" : "{{\(rawValue)}}" }

    /// Whether requests may omit the value, so that the workflow has to provide a default.
    var requiresDefault: Bool {
        switch self {
        case .prompt, .negativePrompt, .seed, .width, .height, .id, .image: false
        case .model, .steps, .guidance, .scheduler, .strength: true
        }
    }

    /// The request option that provides the value.
    var option: GenerationOption? {
        switch self {
        case .prompt, .width, .height, .id, .image: nil
        case .negativePrompt: .negativePrompt
        case .seed: .seed
        case .model: .model
        case .steps: .steps
        case .guidance: .guidance
        case .scheduler: .scheduler
        case .strength: .strength
        }
    }
}

/// A text of a workflow, split at its placeholders.
struct PlaceholderText: Equatable {
    enum Part: Equatable {
        case fixed(Substring)
        /// The name between the braces, trimmed, and the default value.
        case open(String, otherwise: JSONValue?)
    }

    let parts: [Part]

    /// Splits a text. `{{` without a closing `}}` is plain text.
    init(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let opening = rest.firstRange(of: "{{"),
            let closing = rest[opening.upperBound...].firstRange(of: "}}")
        {
            if opening.lowerBound > rest.startIndex { parts.append(.fixed(rest[..<opening.lowerBound])) }
            parts.append(Self.open(rest[opening.upperBound..<closing.lowerBound]))
            rest = rest[closing.upperBound...]
        }
        if !rest.isEmpty { parts.append(.fixed(rest)) }
        self.parts = parts
    }

    /// The names of the placeholders, in order.
    var names: [String] {
        parts.compactMap { part in
            if case .open(let name, _) = part { name } else { nil }
        }
    }

    /// The names of the placeholders that have a default value.
    var namesWithDefault: [String] {
        parts.compactMap { part in
            if case .open(let name, .some) = part { name } else { nil }
        }
    }

    /// Substitutes values. If the text consists of one placeholder only, the result is the value itself with its type;
    /// otherwise it is a text. Substituted values are not searched for placeholders. `nil` if a placeholder has neither
    /// a value nor a default.
    func filled(_ values: [Placeholder: JSONValue]) -> JSONValue? {
        var text = ""
        for part in parts {
            switch part {
            case .fixed(let fixed): text += fixed
            case .open(let name, let otherwise):
                let asked = Placeholder(rawValue: name).flatMap { values[$0] }
                guard let value = asked ?? otherwise else { return nil }
                if parts.count == 1 { return value }
                text += value.word ?? ""
            }
        }
        return .text(text)
    }

    /// Parses `name` or `name=value`; a value that is a number becomes a number.
    private static func open(_ text: Substring) -> Part {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let words = parts.map { $0.split(separator: " ").joined(separator: " ") }
        guard let value = words.dropFirst().first, !value.isEmpty else { return .open(words[0], otherwise: nil) }
        let number = Double(value).flatMap { $0.isFinite ? JSONValue.number($0) : nil }
        return .open(words[0], otherwise: Int64(value).map { .integer($0) } ?? number ?? .text(value))
    }
}
