import Domain
import PlatformHTTP

extension HTTPClient {
    /// Beside other tests a request may come late: that is not to be why it takes a new connection.
    static func make(connectionsPerHost: Int = 16, paidIdleSeconds: Int = 3600) throws(HTTPFault) -> HTTPClient {
        try HTTPClient(
            HTTPClientSettings(
                userAgent: "textifyd/test", connectionsPerHost: connectionsPerHost, paidIdleSeconds: paidIdleSeconds))
    }

    /// How the exchange failed; `nil` when it did not.
    func failure(_ request: HTTPRequest) async -> HTTPFailure? {
        do throws(HTTPFailure) {
            _ = try await perform(request)
            return nil
        } catch {
            return error
        }
    }
}

extension HTTPFailure {
    var fault: HTTPFault? {
        switch self {
        case .notSent(_, let fault), .sentNoAnswer(_, let fault), .partialAnswer(_, let fault, _, _): fault
        default: nil
        }
    }

    var isNotSent: Bool {
        if case .notSent = self { true } else { false }
    }

    var isSentNoAnswer: Bool {
        if case .sentNoAnswer = self { true } else { false }
    }
}
