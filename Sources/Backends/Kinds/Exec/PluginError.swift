import BackendKit
import Domain

/// An error that a plugin reports: `{code, message, data: {class, retry_after_s, charged, stage, param}}`.
struct PluginError: Equatable, Sendable {
    static let cancelled: Int64 = -32800
    static let version: Int64 = -32001
    static let unknownMethod: Int64 = -32601

    let code: Int64
    let message: String
    /// The failure class, in the protocol's spelling.
    let kind: String?
    /// In milliseconds.
    let retryAfter: Int64?
    /// `nil` when the plugin doesn't say.
    let charged: Receipt.Charged?
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

    /// The classes that codes imply when an error names none.
    private static let classes: [Int64: String] = [
        cancelled: "cancelled", version: "config", unknownMethod: "unsupported", -32602: "invalid",
        -32700: "bad_response", -32600: "bad_response", 1001: "rate_limited", 1002: "auth", 1003: "quota",
        1004: "moderated", 1005: "invalid", 1006: "gone", 1007: "transient", 1008: "loading", 1009: "empty",
        1010: "unsupported", 1011: "lost",
    ]

    /// Returns the failure for the job. If money may have been spent, the failure is one that does not lead to spending
    /// it again.
    func failure(_ quoting: Quoting) -> BackendFailure {
        let failure = failureByClass(quoting)
        switch failure {
        case .transient, .timeout, .loading, .rateLimited:
            switch charged {
            case .yes: return .failed(message: quoting.quoted("it was charged, and then: " + message), charged: true)
            case .unknown: return .unknown
            case .no, nil: return failure
            }
        case .failed where charged == .unknown: return .unknown
        default: return failure
        }
    }

    private func failureByClass(_ quoting: Quoting) -> BackendFailure {
        let isCharged = charged.flatMap { $0 == .unknown ? nil : $0 == .yes }
        let quoted = quoting.quoted(message.isEmpty ? "error \(code)" : message)
        let name = kind ?? Self.classes[code] ?? ""
        switch name {
        case "unsupported": return .unsupported(feature: quoting.quoted(parameter ?? message, limit: 60))
        case "config": return .config(message: quoted)
        case "ambiguous": return .unknown
        default:
            return (FailureClass(rawValue: name) ?? .failed).failure(
                message: quoted, wait: retryAfter, stage: quoting.quoted(stage ?? "prompt", limit: 40),
                charged: isCharged,
                parameter: parameter.map { quoting.quoted($0, limit: 60) })
        }
    }
}
