package import Domain

/// Decides what the answer to a request that may cost money proves about the purchase.
///
/// Such a request is repeated without asking anybody only when its answer proves that the provider began no work. The
/// status line decides, never the body: a gateway in between answers in the provider's place when it gives up waiting,
/// and may put anything into the body, the provider's own error format included.
///
/// | status | proves that nothing was bought |
/// |---|---|
/// | 3xx and 4xx, except those below | always: the request was turned away |
/// | 403, 406 | in the provider's own error format; otherwise a filter may have withheld the answer to finished work |
/// | 503 | where the provider documents that answer as a refusal, at the provider's own host |
/// | 408, 409, 424, 460, 499, other 5xx | never |
/// | 2xx without a picture | never, unless the provider says so in it |
package struct PurchaseProof: Sendable {
    /// How much the status alone proves.
    package enum Strength: Equatable, Sendable {
        /// The request was turned away before any work was begun.
        case refusal
        /// The same, when the provider itself said it.
        case refusalInOwnWords
        /// The request was answered, and the body says how.
        case answer
        /// The work may have been done.
        case nothing
    }

    private let mayCost: Bool
    /// Whether the body is in the provider's own error format.
    private let isOwnError: @Sendable (HTTPResponse) -> Bool
    /// Whether the provider documents this answer as one that is given before any work.
    private let isDocumented: @Sendable (HTTPResponse) -> Bool
    /// Whether a gateway tried more than once, so that its answer is about the last try alone.
    private let isOneOfSeveral: @Sendable (HTTPResponse) -> Bool

    package init(
        mayCost: Bool, isOwnError: @escaping @Sendable (HTTPResponse) -> Bool,
        isDocumented: @escaping @Sendable (HTTPResponse) -> Bool = { _ in false },
        isOneOfSeveral: @escaping @Sendable (HTTPResponse) -> Bool = { _ in false }
    ) {
        self.mayCost = mayCost
        self.isOwnError = isOwnError
        self.isDocumented = isDocumented
        self.isOneOfSeveral = isOneOfSeveral
    }

    /// Sources: RFC 9110, 15.5 and 15.6; nginx's 499 and the load balancers' 460 (the client hung up while the work went
    /// on); RFC 4918, 11.4 for 424 (an action behind it failed).
    package static func strength(ofStatus status: Int) -> Strength {
        switch status {
        case 200..<300: .answer
        case 403, 406: .refusalInOwnWords
        case 408, 409, 424, 460, 499: .nothing
        case 300..<500: .refusal
        default: .nothing
        }
    }

    /// Returns `meaning`, which is what the answer says, where the answer proves it; otherwise `.unknown`, or a failure
    /// after which nothing is bought again.
    package func failure(of response: HTTPResponse, meaning: BackendFailure) -> BackendFailure {
        guard mayCost else { return meaning }
        if isOneOfSeveral(response) { return meaning.unproven }
        return switch Self.strength(ofStatus: response.status) {
        case .refusal: meaning
        case .refusalInOwnWords: isOwnError(response) ? meaning : .unknown
        case .answer: isDocumented(response) ? meaning : meaning.unproven
        case .nothing: isDocumented(response) ? meaning : .unknown
        }
    }

    /// The same for an exchange without a whole answer. A refusal whose body was too large to read is still one;
    /// `refusal` says what its status means.
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
    /// What is left of a failure when the answer doesn't prove that nothing was bought: failures that would be followed
    /// by another purchase become `.unknown`, those that end the job no longer claim that it was free.
    fileprivate var unproven: BackendFailure {
        switch self {
        case .auth, .quota, .rateLimited, .gone, .closed, .loading, .transient, .timeout, .config, .unknown: .unknown
        case .invalid(_, let said): .failed(said: said)
        case .unsupported(let feature): .failed(said: feature)
        case .moderated, .empty, .badResponse, .expired, .lost, .tooLarge, .cancelled, .failed: self
        }
    }
}
