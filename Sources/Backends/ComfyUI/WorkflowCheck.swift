import Domain

/// Looks for what a workflow can't be asked with.
struct WorkflowCheck {
    private static let example = #"{"6": {"class_type": "CLIPTextEncode", "inputs": {"text": "{{prompt}}"}}}"#

    let file: String
    private(set) var failures: [FieldFailure] = []
    /// What the workflow leaves open.
    private(set) var placeholders: Set<Placeholder> = []

    init(file: String) {
        self.file = file
    }

    mutating func look(at tree: FieldValue) {
        guard let nodes = tree.entries else { return report(.wrongType(wanted: "table", got: tree.typeName), "", tree) }
        // What the editor saves for itself is drawn, not asked with.
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
        case .text(let text): look(at: OpenText(text), value, key)
        case .list(let items):
            for (index, item) in items.enumerated() { look(into: item, "\(key)[\(index)]") }
        case .table(let entries):
            for entry in entries { look(into: entry.value, key + "." + entry.name) }
        case .integer, .number, .flag, .other: break
        }
    }

    private mutating func look(at text: OpenText, _ value: FieldValue, _ key: String) {
        for name in text.names {
            if let placeholder = Placeholder(rawValue: name) {
                placeholders.insert(placeholder)
                if placeholder.needsDefault, !text.withDefault.contains(name) {
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
