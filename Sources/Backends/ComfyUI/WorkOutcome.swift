import BackendKit
import Domain

/// What the server's history says of a piece of work. It only knows work that has ended.
struct WorkOutcome {
    /// The entry of `GET /history/ID`.
    let entry: JSONValue
    let quoting: Quoting

    /// `nil`: the history has no such work.
    init?(_ history: JSONValue, id: String, quoting: Quoting) {
        guard let entry = history[id] else { return nil }
        self.entry = entry
        self.quoting = quoting
    }

    /// At least one picture, results before previews. Throws what the failing node said; `.cancelled` for work that was
    /// interrupted; `.empty` for a success without a picture.
    func pictures() throws(BackendFailure) -> [StoredFile] {
        if let failure { throw failure }
        let files = nodes.flatMap { $0["images"]?.list ?? [] }.compactMap { StoredFile($0) }
        guard !files.isEmpty else { throw .empty }
        return files.filter(\.isResult) + files.filter { !$0.isResult }
    }

    /// Its nodes' results, by the number of the node, so that their order is always the same.
    private var nodes: [JSONValue] {
        guard case .object(let outputs) = entry["outputs"] else { return [] }
        return outputs.sorted { one, other in
            (Int(one.key) ?? .max, one.key) < (Int(other.key) ?? .max, other.key)
        }.map(\.value)
    }

    /// A status may say success while a message tells of an error.
    private var failure: BackendFailure? {
        let messages = entry["status"]?["messages"]?.list?.compactMap(\.list) ?? []
        for message in messages {
            switch message.first?.text {
            case "execution_error": return .failed(said: words(message.dropFirst().first ?? .null))
            case "execution_interrupted": return .cancelled
            default: continue
            }
        }
        let status = entry["status"]?["status_str"]?.text
        return status == "error" ? .failed(said: "the workflow failed, and nothing says why") : nil
    }

    /// The node and its own words: neither the trace nor the inputs.
    private func words(_ error: JSONValue) -> String {
        let type = error["node_type"]?.text
        let number = error["node_id"]?.word.map { "node \($0)" }
        let node = [type, number].compactMap(\.self).joined(separator: ", ")
        let said = (error["exception_message"] ?? error["exception_type"])?.text ?? "it failed"
        return quoting.quoted(node.isEmpty ? said : "\(node): \(said)")
    }
}
