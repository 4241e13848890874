import BackendKit
import Domain

/// Maps an unsuccessful response to a failure.
struct ComfyUIRefusal {
    let plain: StatusRefusal
    let workflow: Workflow
    /// Whether the request submitted a graph.
    let isOfGraph: Bool

    var failure: BackendFailure {
        switch plain.status {
        case 400 where isOfGraph: rejectedGraph
        case 413 where isOfGraph: plain.invalid
        case 404, 405: .config(message: "no ComfyUI server at base_url (status \(plain.status))")
        case 300..<400, 401...403, 408, 425, 429, 503: plain.failure
        case 500...: plain.transient
        default: .badResponse(message: plain.message)
        }
    }

    /// The server validated the graph and rejected it. An error in a request's own value is the request's fault; a
    /// missing node or model is the workflow's.
    private var rejectedGraph: BackendFailure {
        guard let body = JSONBody.value(plain.response.body) else { return .badResponse(message: plain.message) }
        if case .object(let nodes) = body["node_errors"] {
            let found = nodes.keys.sorted().flatMap { node in faults(node, nodes[node] ?? .null) }
            // The workflow's own errors first, because with them every request would be rejected.
            if let fault = found.first(where: { $0.placeholder == nil }) ?? found.first {
                return fault.placeholder.map { .invalid(parameter: $0.rawValue, message: fault.message) }
                    ?? .config(message: "the server rejected the workflow: " + fault.message)
            }
        }
        let details = body["error"]?["details"]?.text ?? ""
        return .config(
            message: "the server rejected the workflow: " + plain.message
                + (details.isEmpty ? "" : ": " + plain.quoting.quoted(details)))
    }

    private struct Fault {
        let placeholder: Placeholder?
        let message: String
    }

    private func faults(_ node: String, _ value: JSONValue) -> [Fault] {
        let type = value["class_type"]?.text ?? "node"
        return (value["errors"]?.list ?? []).map { error in
            let input = error["extra_info"]?["input_name"]?.text ?? error["details"]?.text ?? ""
            let words = ["message", "details"].compactMap { error[$0]?.text }.filter { !$0.isEmpty }
            return Fault(
                placeholder: workflow.placeholder(node: node, input: input),
                message: plain.quoting.quoted("\(type), node \(node): " + words.joined(separator: ": ")))
        }
    }
}
