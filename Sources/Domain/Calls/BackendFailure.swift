/// The closed set of what can go wrong with a backend. Retry, fallback, breaker, ledger and words hang on this alone.
package enum BackendFailure: Error, Equatable, Sendable, Codable {
    case auth
    case quota
    /// After how many milliseconds to try again, when the backend said so.
    case rateLimited(after: Int64?)
    /// `charged` is `nil` where the provider doesn't say whether the refusal costs.
    case moderated(stage: String, charged: Bool?)
    case invalid(parameter: String?, said: String)
    /// The model or the service exists no more.
    case gone
    /// The whole service has ended.
    case closed(said: String)
    case loading(eta: Int64?)
    case transient(said: String)
    case timeout
    /// Nobody knows whether the work was done.
    case unknown
    case empty
    case badResponse(said: String)
    /// The result was not fetched in time.
    case expired
    case lost
    case tooLarge(bytes: Int64, limit: Int64)
    case cancelled
    /// The work failed. `charged` is `nil` where the provider doesn't say whether that costs.
    case failed(said: String, charged: Bool? = nil)
    case unsupported(feature: String)
    case config(said: String)
}

extension BackendFailure {
    /// Whether it is the backend's fault and says nothing of the work, so that asking for the same work later can succeed.
    package var isOfBackend: Bool {
        switch self {
        case .auth, .quota, .rateLimited, .gone, .closed, .loading, .transient, .timeout, .config: true
        case .moderated, .invalid, .unknown, .empty, .badResponse, .expired, .lost, .tooLarge, .cancelled, .failed,
            .unsupported:
            false
        }
    }
}

extension BackendFailure {
    /// How the ledger line of a call ends that came to this failure. A call counts as spent unless its end proves that
    /// nothing was bought; once the provider had accepted the work, only the provider's own word proves that.
    package func charge(wasAccepted: Bool) -> Charge {
        switch self {
        case .moderated(_, let charged), .failed(_, let charged): charged.map { $0 ? .spent : .unspent } ?? .unknown
        case .unknown, .expired, .lost, .tooLarge, .badResponse, .empty, .cancelled: .unknown
        case .auth, .quota, .rateLimited, .invalid, .gone, .closed, .loading, .transient, .timeout, .unsupported,
            .config:
            wasAccepted ? .unknown : .unspent
        }
    }
}
