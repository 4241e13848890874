/// The closed set of backend failures. Retry, fallback, circuit breaker, ledger and messages depend on nothing else.
package enum BackendFailure: Error, Equatable, Sendable, Codable {
    /// The key is missing or was rejected.
    case auth
    /// The account's credit or quota is used up.
    case quota
    /// `after`: the wait that the backend asks for, in milliseconds, if it names one.
    case rateLimited(after: Int64?)
    /// A content filter rejected the prompt or the picture. `charged` is `nil` where the provider doesn't say whether
    /// that costs.
    case moderated(stage: String, charged: Bool?)
    /// The backend rejects the request; `parameter` is the offending one, if known.
    case invalid(parameter: String?, message: String)
    /// The model, or the service at this address, no longer exists.
    case gone
    /// The provider has shut down the whole service.
    case closed(message: String)
    /// The model is still loading; `eta` is the expected wait in milliseconds, if known.
    case loading(eta: Int64?)
    /// A temporary fault of the server or the connection.
    case transient(message: String)
    case timeout
    /// It can't be determined whether the work was done.
    case unknown
    /// The answer has no picture.
    case empty
    /// The answer, or the picture in it, can't be used.
    case badResponse(message: String)
    /// The result was not fetched before the provider deleted it.
    case expired
    /// The backend no longer knows the job.
    case lost
    /// The picture exceeds the limit; both counts in bytes.
    case tooLarge(bytes: Int64, limit: Int64)
    case cancelled
    /// The provider reports that the work failed. `charged` is `nil` where it doesn't say whether that costs.
    case failed(message: String, charged: Bool? = nil)
    case unsupported(feature: String)
    /// The backend's configuration doesn't work.
    case config(message: String)
}

extension BackendFailure {
    /// Whether the cause is the backend and not the work, so that a later request for the same work can succeed.
    package var isBackendFault: Bool {
        switch self {
        case .auth, .quota, .rateLimited, .gone, .closed, .loading, .transient, .timeout, .config: true
        case .moderated, .invalid, .unknown, .empty, .badResponse, .expired, .lost, .tooLarge, .cancelled, .failed,
            .unsupported:
            false
        }
    }
}

extension BackendFailure {
    /// Returns the charge for a call that ended with this failure. A call counts as spent unless its end proves that
    /// nothing was bought; once the provider had accepted the work, only the provider's own statement proves that.
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
