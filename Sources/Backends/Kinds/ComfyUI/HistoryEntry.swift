import BackendKit
import Domain

/// A prompt's entry in the server's history, which contains only finished work.
struct HistoryEntry {
    /// The member of `GET /history/ID` with the prompt's ID.
    let entry: JSONValue
    let quoting: Quoting

    /// Returns at least one picture, results before previews. Throws the failing node's message, `.cancelled` for
    /// interrupted work, or `.empty` for a success without a picture.
    func pictures() throws(BackendFailure) -> [StoredFile] {
        if let failure { throw failure }
        let files = nodes.flatMap { $0["images"]?.list ?? [] }.compactMap { StoredFile($0) }
        guard !files.isEmpty else { throw .empty }
        return files.filter(\.isResult) + files.filter { !$0.isResult }
    }

    /// The nodes' results, sorted by node number for a stable order.
    private var nodes: [JSONValue] {
        guard case .object(let outputs) = entry["outputs"] else { return [] }
        return outputs.sorted { one, other in
            (Int(one.key) ?? .max, one.key) < (Int(other.key) ?? .max, other.key)
        }.map(\.value)
    }

    /// The failure, if any. The status may be `success` although a message reports an error.
    private var failure: BackendFailure? {
        for message in entry["status"]?["messages"]?.list?.compactMap(\.list) ?? [] {
            switch message.first?.text {
            case "execution_error": return .failed(message: description(ofError: message.dropFirst().first ?? .null))
            case "execution_interrupted": return .cancelled
            default: continue
            }
        }
        let status = entry["status"]?["status_str"]?.text
        return status == "error" ? .failed(message: "the workflow failed without a reason") : nil
    }

    /// Describes a failed node with its message, without the stack trace and the inputs.
    private func description(ofError error: JSONValue) -> String {
        let type = error["node_type"]?.text
        let number = error["node_id"]?.word.map { "node \($0)" }
        let node = [type, number].compactMap(\.self).joined(separator: ", ")
        let message = (error["exception_message"] ?? error["exception_type"])?.text ?? "it failed"
        return quoting.quoted(node.isEmpty ? message : "\(node): \(message)")
    }
}

/// The position of a prompt in the server's queue.
enum QueuePosition: Equatable {
    case running
    /// The number of prompts that the server starts before this one.
    case pending(ahead: Int)
    case absent

    /// The position in the server's queue, counted from 1.
    var progress: GenerationProgress? {
        guard case .pending(let ahead) = self else { return nil }
        return GenerationProgress(queuePosition: Int64(ahead) + 1)
    }

    /// Reads the response of `GET /queue`: items `[number, prompt_id, graph, extra, outputs]`.
    init(_ queue: JSONValue, id: String) {
        let number = Self.number(of: id, queue["queue_pending"])
        if Self.number(of: id, queue["queue_running"]) != nil {
            self = .running
        } else if let number {
            // The list is not sorted.
            let others = queue["queue_pending"]?.list?.compactMap { $0.list?.first?.double } ?? []
            self = .pending(ahead: others.count { $0 < number })
        } else {
            self = .absent
        }
    }

    /// The number by which the server orders a prompt; 0 if it has none. `nil` if the prompt is not in the list.
    private static func number(of id: String, _ items: JSONValue?) -> Double? {
        items?.list?.lazy.compactMap { item -> Double? in
            guard let parts = item.list, parts.count > 1, parts[1].text == id else { return nil }
            return parts[0].double ?? 0
        }.first
    }
}

/// A picture file at the server.
struct StoredFile {
    let name: String
    let folder: String
    /// `output`, `temp` or `input`.
    let type: String

    init?(_ value: JSONValue) {
        guard let name = value["filename"]?.text, !name.isEmpty else { return nil }
        self.name = name
        folder = value["subfolder"]?.text ?? ""
        type = value["type"]?.text ?? "output"
    }

    /// Whether the file is a saved result rather than a preview.
    var isResult: Bool { type == "output" }

    /// The path and query of its download address.
    var target: String {
        let values = [("filename", name), ("subfolder", folder), ("type", type)]
        return Self.path + values.map { "\($0)=\(PercentEncoding.encoded($1))" }.joined(separator: "&")
    }

    static let path = "/view?"
}
