import BackendKit
import Domain

/// What an answer that is no picture means: by its code, then its type, then its words, and only then by its status. A
/// type that says no more than "an error of ours" counts only where the status says so too.
struct Refusal {
    let response: HTTPResponse
    let spoken: SpokenError
    let quoting: Quoting
    /// Milliseconds since 1970.
    let now: Int64

    init(_ response: HTTPResponse, _ spoken: SpokenError? = nil, quoting: Quoting, now: Int64) {
        self.response = response
        self.spoken = spoken ?? SpokenError(response.body)
        self.quoting = quoting
        self.now = now
    }

    var failure: BackendFailure {
        byCode(spoken.code) ?? byCode(spoken.type) ?? byWords ?? byStatus(status)
    }

    private var status: Int { spoken.status ?? response.status }

    /// What is certain whatever the status says.
    private func byCode(_ code: String) -> BackendFailure? {
        switch code {
        case "moderation_blocked", "content_policy_violation", "content_filter", "content_moderation",
            "sensitive_content":
            .moderated(stage: "prompt", charged: false)
        case "unknown_parameter", "unsupported_parameter", "invalid_parameter", "invalid_value", "unsupported_value",
            "missing_required_parameter", "invalid_size", "string_above_max_length", "context_length_exceeded":
            invalid
        case "invalid_api_key", "invalid_authentication", "authentication_error", "account_deactivated",
            "invalid_organization", "mismatched_project", "permission_error", "permission_denied",
            "insufficient_permissions", "no_db_connection":
            .auth
        case "model_not_found", "model_not_available", "deployment_not_found", "model_deprecated": .gone
        case "insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "billing_error",
            "insufficient_credits", "insufficient_balance", "budget_exceeded", "quota_exceeded":
            .quota
        case "rate_limit_exceeded", "rate_limit_error", "rate_limited", "too_many_requests":
            isNothingAllowed ? .quota : rateLimited
        case "server_error", "internal_error", "internal_server_error", "service_unavailable", "overloaded_error",
            "engine_overloaded":
            status < 500 && status >= 400 ? nil : isLoading ? loading : transient
        default: nil
        }
    }

    /// What services say that give no code.
    private var byWords: BackendFailure? {
        let words = spoken.words
        func says(_ phrases: String...) -> Bool { phrases.contains { words.contains($0) } }
        switch status {
        case 400, 403, 422, 451, 200..<300:
            if says(
                "safety system", "safety_violations", "content policy", "content policies", "contentpolicyviolation",
                "content moderation",
                "moderation policy", "flagged", "nsfw", "violates our")
            {
                return .moderated(stage: "prompt", charged: response.status < 300 ? nil : false)
            }
        default: break
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
        if status == 429, isNothingAllowed { return .quota }
        if [400, 404, 410].contains(status), isOfMissingModel(words) { return .gone }
        return nil
    }

    private func byStatus(_ status: Int) -> BackendFailure {
        switch status {
        case 300..<400: moved
        case 401, 403: .auth
        case 402: .quota
        case 404, 410: .gone
        case 408, 409, 425: transient
        case 429: rateLimited
        case 400..<500: invalid
        case 503 where isLoading || RetryTime.milliseconds(of: response, now: now) != nil: loading
        // Somebody in between gave up waiting: the service behind may have painted and charged all the same.
        case 504 where !spoken.isOwn, 520 where !spoken.isOwn, 524 where !spoken.isOwn: .unknown
        case 500...: transient
        default: .failed(said: said)
        }
    }

    private func isOfMissingModel(_ words: String) -> Bool {
        let says = [
            "does not exist", "not found", "invalid model name", "unknown model", "has been deprecated", "no longer",
            "decommissioned", "has been retired", "has been shut down",
        ]
        return words.contains("model") && says.contains { words.contains($0) }
    }

    private var isLoading: Bool {
        ["loading", "starting up", "warming up", "not ready"].contains { spoken.words.contains($0) }
    }

    /// A limit of nothing, `Limit: 0`: the account's tier has no pictures, and no waiting mends that.
    private var isNothingAllowed: Bool {
        var rest = spoken.message.lowercased()[...]
        while let found = rest.firstRange(of: "limit") {
            rest = rest[found.upperBound...]
            let figure = rest.drop { $0 == ":" || $0 == " " }
            let isFigure = figure.startIndex != rest.startIndex && figure.first == "0"
            let after = figure.dropFirst().prefix(2)
            if isFigure, after.first.map({ $0.isNumber }) != true, !isFraction(after) { return true }
        }
        return false
    }

    private func isFraction(_ after: Substring) -> Bool {
        guard let point = after.first, point == "." || point == ",", let digit = after.dropFirst().first else {
            return false
        }
        return digit.isNumber
    }
}

extension Refusal {
    private var said: String {
        spoken.message.isEmpty ? "status \(response.status)" : quoting.quoted(spoken.message)
    }

    private var transient: BackendFailure { .transient(said: said) }
    private var rateLimited: BackendFailure { .rateLimited(after: wait) }
    private var loading: BackendFailure { .loading(eta: wait) }

    private var invalid: BackendFailure {
        let parameter = spoken.parameter.map { quoting.quoted($0, limit: 64) } ?? ""
        return .invalid(parameter: parameter.isEmpty ? nil : parameter, said: said)
    }

    private var moved: BackendFailure {
        guard let place = response.header("location"), !place.isEmpty else {
            return .config(said: "base_url leads elsewhere (status \(response.status))")
        }
        return .config(said: "base_url leads to \(quoting.quoted(place, limit: 120)), which is not followed")
    }

    /// As the headers say, or the words: `Please try again in 6m0s.`
    private var wait: Int64? {
        if let told = RetryTime.milliseconds(of: response, now: now) { return told }
        guard let found = spoken.message.lowercased().firstRange(of: "try again in ") else { return nil }
        let rest = spoken.message.lowercased()[found.upperBound...].prefix { $0 != " " && $0 != "," }
        let text = rest.last == "." ? rest.dropLast() : rest
        return text.last?.isLetter == true ? RetryTime.milliseconds(of: String(text)) : nil
    }
}
