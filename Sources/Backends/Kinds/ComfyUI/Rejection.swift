import BackendKit
import Domain

/// Maps an unsuccessful response to a failure.
struct Rejection {
    let response: HTTPResponse
    let workflow: Workflow
    let quoting: Quoting
    let now: UTCMillis
    /// Whether the request submitted a graph.
    var isOfGraph = false

    var failure: BackendFailure {
        let refusal = StatusRefusal(response, quoting: quoting, now: now)
        switch response.status {
        case 400 where isOfGraph: return refused(refusal)
        case 413 where isOfGraph: return refusal.invalid
        case 404, 405: return .config(said: "no ComfyUI server at base_url (status \(response.status))")
        case 300..<400, 401...403, 408, 425, 429, 503: return refusal.failure
        case 500...: return refusal.transient
        default: return .badResponse(said: refusal.said)
        }
    }

    /// The server validated the graph and rejected it. An error in a request's own value is the request's fault; a
    /// missing node or model is the workflow's.
    private func refused(_ refusal: StatusRefusal) -> BackendFailure {
        guard let body = JSONBody.value(response.body) else { return .badResponse(said: refusal.said) }
        if case .object(let nodes) = body["node_errors"] {
            let found = nodes.keys.sorted().flatMap { node in faults(node, nodes[node] ?? .null) }
            // The workflow's own errors first, because with them every request would be rejected.
            if let fault = found.first(where: { $0.placeholder == nil }) ?? found.first {
                return fault.placeholder.map { .invalid(parameter: $0.rawValue, said: fault.said) }
                    ?? .config(said: "the server rejected the workflow: " + fault.said)
            }
        }
        let details = body["error"]?["details"]?.text ?? ""
        return .config(
            said: "the server rejected the workflow: " + refusal.said
                + (details.isEmpty ? "" : ": " + quoting.quoted(details)))
    }

    private struct Fault {
        let placeholder: Placeholder?
        let said: String
    }

    private func faults(_ node: String, _ value: JSONValue) -> [Fault] {
        let type = value["class_type"]?.text ?? "node"
        return (value["errors"]?.list ?? []).map { error in
            let input = error["extra_info"]?["input_name"]?.text ?? error["details"]?.text ?? ""
            let words = [error["message"]?.text, error["details"]?.text].compactMap(\.self).filter { !$0.isEmpty }
            return Fault(
                placeholder: workflow.placeholder(node: node, input: input),
                said: quoting.quoted("\(type), node \(node): " + words.joined(separator: ": ")))
        }
    }
}
