package import Domain

/// A graph of nodes in ComfyUI's API format (`{"6": {"class_type": …, "inputs": {…}}, …}`) with placeholders in the texts
/// of its inputs.
package struct Workflow: Equatable, Sendable {
    /// The largest file that is read, in bytes.
    package static let largest = 4 << 20

    private let nodes: [String: JSONValue]
    /// What it leaves open.
    let placeholders: Set<Placeholder>

    /// Reads the format and every placeholder. Throws all mistakes, each with its place in `file`.
    package init(_ bytes: [UInt8], file: String) throws(ConfigurationFailure) {
        let tree: FieldValue
        do throws(FieldFailure) { tree = try JSONReader.read(bytes, file: file) } catch { throw .invalid([error]) }
        var check = WorkflowCheck(file: file)
        check.look(at: tree)
        guard check.failures.isEmpty else { throw .invalid(check.failures) }
        let entries = tree.entries?.map { ($0.name, $0.value.json) } ?? []
        placeholders = check.placeholders
        nodes = Dictionary(entries) { first, _ in first }
    }

    /// The graph with the values in their places.
    func graph(_ values: [Placeholder: JSONValue]) -> JSONValue {
        .object(
            nodes.mapValues { node in
                guard case .object(var members) = node, let inputs = members["inputs"] else { return node }
                members["inputs"] = Self.filled(inputs, values)
                return .object(members)
            })
    }

    /// The placeholder that a node's input holds, if one does.
    func placeholder(node: String, input: String) -> Placeholder? {
        guard let text = nodes[node]?["inputs"]?[input]?.text else { return nil }
        return OpenText(text).names.compactMap { Placeholder(rawValue: $0) }.first
    }

    /// The work is done on the tree, so that quotes, backslashes and braces in a prompt are letters and nothing more.
    private static func filled(_ value: JSONValue, _ values: [Placeholder: JSONValue]) -> JSONValue {
        switch value {
        case .text(let text): OpenText(text).filled(values) ?? value
        case .list(let items): .list(items.map { filled($0, values) })
        case .object(let members): .object(members.mapValues { filled($0, values) })
        case .null, .flag, .integer, .number: value
        }
    }
}

extension FieldValue {
    /// The same without places.
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
