package import Domain

/// Decides what the response to a request that may cost money proves about the purchase.
///
/// Such a request is repeated without asking the user only when its response proves that the provider began no work.
/// The status line decides, never the body: a gateway in between answers in the provider's place when it gives up
/// waiting, and may put anything into the body, including the provider's own error format.
///
/// | status | proves that nothing was bought |
/// |---|---|
/// | 3xx and 4xx, except those below | always: the request was rejected |
/// | 403, 406 | in the provider's own error format; otherwise a filter may have withheld the answer to finished work |
/// | 503 | where the provider documents that answer as a refusal, at the provider's own host |
/// | 408, 409, 424, 460, 499, other 5xx | never |
/// | 2xx without a picture | never, unless the provider says so in it |
package struct PurchaseProof: Sendable {
    /// What the status alone proves.
    package enum Strength: Equatable, Sendable {
        /// The request was rejected before any work began.
        case refusal
        /// The request was rejected, provided that the body is in the provider's own error format.
        case refusalInOwnFormat
        /// The request was answered; the body says how.
        case answer
        /// The work may have been done.
        case nothing
    }

    private let mayCost: Bool
    /// Whether the body is in the provider's own error format.
    private let isProviderError: @Sendable (HTTPResponse) -> Bool
    /// Whether the provider documents this response as one that is sent before any work.
    private let isDocumented: @Sendable (HTTPResponse) -> Bool
    /// Whether a gateway tried more than once, so that its response covers only the last attempt.
    private let isRetriedByGateway: @Sendable (HTTPResponse) -> Bool

    package init(
        mayCost: Bool, isProviderError: @escaping @Sendable (HTTPResponse) -> Bool,
        isDocumented: @escaping @Sendable (HTTPResponse) -> Bool = { _ in false },
        isRetriedByGateway: @escaping @Sendable (HTTPResponse) -> Bool = { _ in false }
    ) {
        self.mayCost = mayCost
        self.isProviderError = isProviderError
        self.isDocumented = isDocumented
        self.isRetriedByGateway = isRetriedByGateway
    }

    /// Classifies a status. Sources: RFC 9110, 15.5 and 15.6; nginx's 499 and the load balancers' 460 (the client
    /// disconnected while the work continued); RFC 4918, 11.4 for 424 (a dependent action failed).
    package static func strength(ofStatus status: Int) -> Strength {
        switch status {
        case 200..<300: .answer
        case 403, 406: .refusalInOwnFormat
        case 408, 409, 424, 460, 499: .nothing
        case 300..<500: .refusal
        default: .nothing
        }
    }

    /// Returns `meaning`, the failure that the response describes, if the response proves it; otherwise `.unknown`, or
    /// a failure that does not lead to another purchase.
    package func failure(of response: HTTPResponse, meaning: BackendFailure) -> BackendFailure {
        guard mayCost else { return meaning }
        if isRetriedByGateway(response) { return meaning.unproven }
        return switch Self.strength(ofStatus: response.status) {
        case .refusal: meaning
        case .refusalInOwnFormat: isProviderError(response) ? meaning : .unknown
        case .answer: isDocumented(response) ? meaning : meaning.unproven
        case .nothing: isDocumented(response) ? meaning : .unknown
        }
    }

    /// Returns the failure of an exchange without a complete response. A refusal whose body was too large to read is
    /// still a refusal; `refusal` maps its status.
    package func failure(
        of failure: HTTPFailure, refusal: (HTTPResponse) -> BackendFailure?
    ) -> BackendFailure {
        if case .bodyTooLarge(_, let status, _) = failure, !(200..<300 ~= status) {
            let response = HTTPResponse(status: status)
            if let meaning = refusal(response) { return self.failure(of: response, meaning: meaning) }
        }
        return mayCost ? BackendFailure(paid: failure) : BackendFailure(free: failure)
    }
}

extension BackendFailure {
    /// The failure to report when the response doesn't prove that nothing was bought: failures that would lead to
    /// another purchase become `.unknown`; those that end the job no longer claim that it was free.
    fileprivate var unproven: BackendFailure {
        switch self {
        case .auth, .quota, .rateLimited, .gone, .closed, .loading, .transient, .timeout, .config, .unknown: .unknown
        case .invalid(_, let message): .failed(message: message)
        case .unsupported(let feature): .failed(message: feature)
        case .moderated, .empty, .badResponse, .expired, .lost, .tooLarge, .cancelled, .failed: self
        }
    }
}
