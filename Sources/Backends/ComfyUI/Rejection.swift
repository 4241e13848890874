import BackendKit
import Domain

/// What an answer that is no success means.
struct Rejection {
    let response: HTTPResponse
    let workflow: Workflow
    let quoting: Quoting
    /// Milliseconds since 1970.
    let now: Int64
    /// Whether it was a graph that was handed over, and no other question.
    var isOfGraph = false

    var failure: BackendFailure {
        switch response.status {
        case 300..<400: .config(said: "base_url leads elsewhere (status \(response.status))")
        case 400 where isOfGraph: refused
        case 401, 403: .auth
        case 402: .quota
        case 404, 405: .config(said: "no ComfyUI answers at base_url (status \(response.status))")
        case 408, 425: .transient(said: said)
        case 413 where isOfGraph: .invalid(parameter: nil, said: said)
        case 429: .rateLimited(after: RetryTime.milliseconds(of: response, now: now))
        case 503 where wait != nil: .loading(eta: wait)
        case 500...: .transient(said: said)
        default: .badResponse(said: said)
        }
    }

    private var wait: Int64? { RetryTime.milliseconds(of: response, now: now) }

    /// The graph was looked through and refused. What a request's own value is to blame for is the request's fault; a
    /// node or model that the server lacks is the workflow's.
    private var refused: BackendFailure {
        guard let body = JSONBody.value(response.body) else { return .badResponse(said: said) }
        if case .object(let nodes) = body["node_errors"] {
            let found = nodes.keys.sorted().flatMap { node in faults(node, nodes[node] ?? .null) }
            // The workflow's own faults first: no other request would be taken either.
            if let fault = found.first(where: { $0.placeholder == nil }) ?? found.first {
                return fault.placeholder.map { .invalid(parameter: $0.rawValue, said: fault.said) }
                    ?? .config(said: "the workflow is refused: " + fault.said)
            }
        }
        return .config(said: "the workflow is refused: " + said)
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

    /// `{"error": {"message", "details"}}`, `{"error": "words"}`, or the body as it is; of a page no more than that it
    /// is one.
    private var said: String {
        let status = "status \(response.status)"
        guard let value = JSONBody.value(response.body) else {
            let head = String(decoding: response.body.prefix(1 << 10), as: UTF8.self)
            let isPage = head.first { !$0.isWhitespace } == "<"
            return head.isEmpty || isPage ? status : quoting.quoted(head)
        }
        let error = value["error"] ?? value
        let words = [error.text, error["message"]?.text, error["details"]?.text].compactMap(\.self)
        let text = words.filter { !$0.isEmpty }.joined(separator: ": ")
        return text.isEmpty ? status : quoting.quoted(text)
    }
}
