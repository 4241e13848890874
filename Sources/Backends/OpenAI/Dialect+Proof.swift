import BackendKit
import Domain

/// Which answers prove that nothing was bought, beside those that prove it for every service.
extension Dialect {
    func proof(mayCost: Bool) -> PurchaseProof {
        PurchaseProof(
            mayCost: mayCost, isOwnError: isOwnError, isDocumented: isDocumented, isOneOfSeveral: isOneOfSeveral)
    }

    /// LiteLLM's words and headers for what it tried besides.
    @Sendable
    private func isOneOfSeveral(_ response: HTTPResponse) -> Bool {
        let counts = ["x-litellm-attempted-retries", "x-litellm-attempted-fallbacks"]
        if counts.contains(where: { response.header($0).flatMap { Int($0) } ?? 0 > 0 }) { return true }
        let message = SpokenError(response.body).message
        return message.contains("litellm.") && message.contains("Fallback to ")
    }

    /// Whether the body is an error in the service's own format. Gateways write `{"message": …}`, a page, or words.
    @Sendable
    private func isOwnError(_ response: HTTPResponse) -> Bool {
        guard let body = JSONBody.value(response.body), let error = body["error"] else { return false }
        switch errorFormat {
        case .object:
            let name = error["type"]?.word ?? error["code"]?.word ?? ""
            return !name.isEmpty && error["message"]?.text?.isEmpty == false
        case .codeAndText:
            return error.text?.isEmpty == false && body["code"]?.text?.isEmpty == false
        }
    }

    @Sendable
    private func isDocumented(_ response: HTTPResponse) -> Bool {
        guard refusesOverloadAt503, response.status == 503, isOwnError(response) else { return false }
        let error = SpokenError(response.body)
        return Self.overload.contains { error.code == $0 || error.type == $0 }
    }

    /// OpenAI, guide "Error codes", 503: the model has no capacity for the request at the moment.
    private static let overload = [
        "server_is_overloaded", "service_unavailable_error", "overloaded_error", "slow_down",
    ]
}
