package import Domain

extension BackendFailure {
    /// The stable word for machines; a failure inside speaks for itself.
    package var code: String {
        switch self {
        case .auth: "backend_auth"
        case .quota: "backend_quota"
        case .rateLimited: "backend_rate_limited"
        case .moderated: "backend_moderated"
        case .invalid: "backend_invalid"
        case .gone, .closed: "backend_gone"
        case .loading: "backend_loading"
        case .transient: "backend_transient"
        case .timeout: "backend_timeout"
        case .unknown: "backend_unknown"
        case .empty: "backend_empty"
        case .badResponse: "backend_bad_response"
        case .expired: "backend_expired"
        case .lost: "backend_lost"
        case .tooLarge: "backend_too_large"
        case .cancelled: "backend_cancelled"
        case .failed: "backend_failed"
        case .unsupported: "backend_unsupported"
        case .config: "backend_config"
        }
    }
}
