import BackendKit
import Domain

/// An error that a plugin reports: `{code, message, data: {class, retry_after_s, charged, stage, param}}`.
struct PluginError: Error, Equatable {
    enum Charged: Equatable {
        case yes
        case no
        case unknown
    }

    static let cancelled: Int64 = -32800
    static let version: Int64 = -32001

    let code: Int64
    let message: String
    /// The failure class, in the protocol's spelling.
    let kind: String?
    /// In milliseconds.
    let retryAfter: Int64?
    /// `nil` when the plugin doesn't say.
    let charged: Charged?
    let stage: String?
    let parameter: String?

    init(_ value: JSONValue) {
        code = value["code"]?.integer ?? -32603
        message = value["message"]?.text ?? ""
        let data = value["data"]
        kind = data?["class"]?.text
        retryAfter = data?["retry_after_s"]?.double.map { Int64(min(86_400, max(0, $0)) * 1000) }
        charged =
            switch data?["charged"] {
            case .flag(true): .yes
            case .flag(false): .no
            case .text("unknown"): .unknown
            default: nil
            }
        stage = data?["stage"]?.text
        parameter = data?["param"]?.text
    }

    /// The named class, or the one that the code implies.
    private var word: String {
        if let kind { return kind }
        switch code {
        case -32800: return "cancelled"
        case -32001: return "config"
        case -32602: return "invalid"
        case -32601: return "unsupported"
        case -32700, -32600: return "bad_response"
        case 1001: return "rate_limited"
        case 1002: return "auth"
        case 1003: return "quota"
        case 1004: return "moderated"
        case 1005: return "invalid"
        case 1006: return "gone"
        case 1007: return "transient"
        case 1008: return "loading"
        case 1009: return "empty"
        case 1010: return "unsupported"
        case 1011: return "lost"
        default: return "failed"
        }
    }

    /// Returns the failure for the job. If money may have been spent, the failure is one that does not lead to spending
    /// it again.
    func failure(_ quoting: Quoting) -> BackendFailure {
        let failure = plain(quoting)
        switch failure {
        case .transient, .timeout, .loading, .rateLimited:
            switch charged {
            case .yes: return .failed(said: quoting.quoted("it was charged, and then: " + message), charged: true)
            case .unknown: return .unknown
            case .no, nil: return failure
            }
        case .failed where charged == .unknown: return .unknown
        default: return failure
        }
    }

    private func plain(_ quoting: Quoting) -> BackendFailure {
        let isCharged = charged.flatMap { $0 == .unknown ? nil : $0 == .yes }
        let said = quoting.quoted(message.isEmpty ? "error \(code)" : message)
        switch word {
        case "auth": return .auth
        case "quota": return .quota
        case "rate_limited": return .rateLimited(after: retryAfter)
        case "moderated":
            let place = quoting.quoted(stage ?? "prompt", limit: 40)
            return .moderated(stage: place, charged: isCharged)
        case "invalid": return .invalid(parameter: parameter.map { quoting.quoted($0, limit: 60) }, said: said)
        case "gone": return .gone
        case "loading": return .loading(eta: retryAfter)
        case "transient": return .transient(said: said)
        case "timeout": return .timeout
        case "unknown", "ambiguous": return .unknown
        case "empty": return .empty
        case "bad_response": return .badResponse(said: said)
        case "expired": return .expired
        case "lost": return .lost
        case "cancelled": return .cancelled
        case "unsupported": return .unsupported(feature: quoting.quoted(parameter ?? message, limit: 60))
        case "config": return .config(said: said)
        default: return .failed(said: said, charged: isCharged)
        }
    }
}
