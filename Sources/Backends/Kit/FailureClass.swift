package import Domain

/// A failure that templates and plugins report by name. The raw value is the name.
package enum FailureClass: String, CaseIterable, Sendable {
    case auth
    case quota
    case rateLimited = "rate_limited"
    case moderated
    case invalid
    case gone
    case loading
    case transient
    case timeout
    case unknown
    case empty
    case badResponse = "bad_response"
    case expired
    case lost
    case cancelled
    case failed

    /// Returns the failure with those of the details that it has. All of them must be safe to show; `wait` is in
    /// milliseconds.
    package func failure(
        message: String, wait: Int64?, stage: String, charged: Bool?, parameter: String? = nil
    ) -> BackendFailure {
        switch self {
        case .auth: .auth
        case .quota: .quota
        case .rateLimited: .rateLimited(after: wait)
        case .moderated: .moderated(stage: stage, charged: charged)
        case .invalid: .invalid(parameter: parameter, message: message)
        case .gone: .gone
        case .loading: .loading(eta: wait)
        case .transient: .transient(message: message)
        case .timeout: .timeout
        case .unknown: .unknown
        case .empty: .empty
        case .badResponse: .badResponse(message: message)
        case .expired: .expired
        case .lost: .lost
        case .cancelled: .cancelled
        case .failed: .failed(message: message, charged: charged)
        }
    }
}
