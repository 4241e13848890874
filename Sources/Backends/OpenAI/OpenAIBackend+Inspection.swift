package import BackendKit
import Domain

extension OpenAIBackend {
    /// Reports whether a LiteLLM proxy is configured to retry. Requests of this backend forbid it; those of other clients
    /// may be sent several times.
    ///
    /// Source: LiteLLM 1.109.1, `GET /router/settings`, which takes an administrator's key. `GET /health` is not asked: it
    /// orders pictures.
    package func inspect() async -> [TrialFinding] {
        guard dialect.retriesByItself else { return [] }
        let rule = "gateway.retries"
        let limits = HTTPLimits(total: .seconds(20), stall: .seconds(10), bodyBytes: 4 << 20)
        let root = address.base.hasSuffix("/v1") ? String(address.base.dropLast(3)) : address.base
        let request = HTTPRequest(
            .get, root + "/router/settings",
            headers: [HTTPHeader("Accept", "application/json")] + entrance.authorization, limits: limits)
        guard let response = try? await transport.perform(request), response.status == 200,
            let fields = JSONBody.value(response.body)?["fields"]?.list
        else {
            return [TrialFinding(rule, .skipped, "the proxy shows its retries to an administrator's key alone")]
        }
        let found = fields.compactMap { Self.retries($0) }
        guard !found.isEmpty else { return [TrialFinding(rule, .kept, "the proxy sends each request once")] }
        return [
            TrialFinding(
                rule, .skipped,
                "the proxy is set to try again (\(found.joined(separator: ", "))); this backend asks it not to. "
                    + "Set router_settings: num_retries: 0, without retry_policy and fallbacks.")
        ]
    }

    /// A setting of the router by which one request becomes several.
    private static func retries(_ field: JSONValue) -> String? {
        guard let name = field["field_name"]?.text, let value = field["field_value"] else { return nil }
        switch (name, value) {
        case ("num_retries", .integer(let count)) where count > 0: return "num_retries \(count)"
        case ("retry_policy", .object(let policy)) where !policy.isEmpty: return name
        case ("fallbacks", .list(let list)) where !list.isEmpty: return name
        default: return nil
        }
    }
}
