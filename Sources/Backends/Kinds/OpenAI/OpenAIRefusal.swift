import BackendKit
import Domain

/// Maps a response without a picture to a failure: by its code, then its type, then its message, and only then by its
/// status. A type that says no more than "internal error" counts only if the status agrees. Whether the response proves
/// that nothing was bought is a separate question, decided by the status: see `PurchaseProof`.
struct OpenAIRefusal {
    let plain: StatusRefusal
    let dialect: Dialect

    var failure: BackendFailure {
        upstreamKey ?? byCode(error.code) ?? byCode(error.type) ?? byWords ?? byStatus
    }

    /// LiteLLM reports that the service behind it rejected LiteLLM's key. For our own key it says `Authentication
    /// Error`.
    private var upstreamKey: BackendFailure? {
        guard dialect.retriesByDefault, status == 401 || status == 403,
            ["litellm.AuthenticationError", "litellm.PermissionDeniedError"].contains(where: error.message.hasPrefix)
        else { return nil }
        return .config(message: "the service behind the proxy rejected the proxy's own key: " + plain.message)
    }

    private var byStatus: BackendFailure {
        status == 503 && dialect.isLoadingAt503 ? plain.loading : plain.failure
    }

    private var error: ReportedError { plain.error }
    private var status: Int { plain.status }

    /// Maps codes that are unambiguous whatever the status.
    private func byCode(_ code: String) -> BackendFailure? {
        switch code {
        case "moderation_blocked", "content_policy_violation", "content_filter", "content_moderation",
            "sensitive_content", "contentfilter", "responsibleaipolicyviolation":
            .moderated(stage: "prompt", charged: false)
        case "unknown_parameter", "unsupported_parameter", "invalid_parameter", "invalid_value", "unsupported_value",
            "missing_required_parameter", "invalid_size", "string_above_max_length", "context_length_exceeded":
            plain.invalid
        case "invalid_api_key", "invalid_authentication", "authentication_error", "account_deactivated",
            "invalid_organization", "mismatched_project", "permission_error", "permission_denied",
            "insufficient_permissions", "no_db_connection":
            .auth
        case "model_not_found", "model_not_available", "deployment_not_found", "deploymentnotfound", "model_deprecated":
            .gone
        case "insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "billing_error",
            "insufficient_credits", "insufficient_balance", "budget_exceeded", "quota_exceeded":
            .quota
        case "rate_limit_exceeded", "rate_limit_error", "rate_limited", "too_many_requests":
            isZeroLimit ? .quota : plain.rateLimited
        case "server_error", "internal_error", "internal_server_error", "service_unavailable", "overloaded_error",
            "engine_overloaded":
            status < 500 && status >= 400 ? nil : plain.isLoading ? plain.loading : plain.transient
        default: nil
        }
    }

    /// Maps the messages of services that send no code.
    private var byWords: BackendFailure? {
        let words = error.words
        func says(_ phrases: String...) -> Bool { phrases.contains { words.contains($0) } }
        if [400, 403, 422, 451].contains(status) || 200..<300 ~= status,
            says(
                "safety system", "safety_violations", "content policy", "content policies", "contentpolicyviolation",
                "content moderation", "moderation policy", "flagged", "nsfw", "violates our")
        {
            return .moderated(stage: "prompt", charged: status < 300 ? nil : false)
        }
        if says("incorrect api key", "invalid api key", "no api key", "missing api key", "didn't provide an api key") {
            return .auth
        }
        if says(
            "billing hard limit", "current quota", "insufficient credit", "insufficient balance",
            "credit balance", "budget has been exceeded")
        {
            return .quota
        }
        if status == 429, isZeroLimit { return .quota }
        if [400, 404, 410].contains(status), words.contains("model"),
            says(
                "does not exist", "not found", "invalid model name", "unknown model", "has been deprecated",
                "no longer", "decommissioned", "has been retired", "has been shut down")
        {
            return .gone
        }
        return nil
    }

    /// Whether the message names a limit of zero (`Limit: 0`): the account's tier includes no pictures, and waiting
    /// cannot help.
    private var isZeroLimit: Bool {
        var rest = error.message.lowercased()[...]
        while let found = rest.firstRange(of: "limit") {
            rest = rest[found.upperBound...]
            let figure = rest.drop { $0 == ":" || $0 == " " }
            let after = figure.dropFirst()
            let isFraction = [",", "."].contains(after.first) && after.dropFirst().first?.isNumber == true
            if figure.startIndex != rest.startIndex, figure.first == "0", after.first?.isNumber != true, !isFraction {
                return true
            }
        }
        return false
    }
}
