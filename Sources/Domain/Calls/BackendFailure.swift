/// The closed set of what can go wrong with a backend. Retry, fallback, breaker, ledger and words hang on this alone.
public enum BackendFailure: Error, Equatable, Sendable, Codable {
    case auth
    case quota
    /// After how many milliseconds to try again, when the backend said so.
    case rateLimited(after: Int64?)
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
    case failed(said: String)
    case unsupported(feature: String)
    case config(said: String)
}

extension BackendFailure {
    /// Whether it is the backend's fault and says nothing of the work, so that asking for the same work later can succeed.
    public var isOfBackend: Bool {
        switch self {
        case .auth, .quota, .rateLimited, .gone, .closed, .loading, .transient, .timeout, .config: true
        case .moderated, .invalid, .unknown, .empty, .badResponse, .expired, .lost, .tooLarge, .cancelled, .failed,
            .unsupported:
            false
        }
    }
}
