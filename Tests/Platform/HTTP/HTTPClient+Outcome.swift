import Domain
@testable import PlatformHTTP

extension HTTPClient {
    /// The idle limit is long, so that a request delayed by other tests doesn't open a new connection for that reason.
    static func make(connectionsPerHost: Int = 16, paidIdleSeconds: Int = 3600) throws(HTTPFault) -> HTTPClient {
        try HTTPClient(
            HTTPClientSettings(
                userAgent: "textifyd/test", connectionsPerHost: connectionsPerHost, paidIdleSeconds: paidIdleSeconds))
    }

    /// The failure of the exchange; `nil` on success.
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
