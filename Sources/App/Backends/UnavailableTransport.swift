import BackendKit
import Domain

/// A transport for backends that are only checked: every request fails.
struct UnavailableTransport: HTTPTransport {
    func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        throw .notSent(host: "", HTTPFault(.stopped))
    }
}
