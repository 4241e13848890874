import BackendKit
import Domain

/// For backends that are only looked at.
struct NoTransport: HTTPTransport {
    func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        throw .notSent(host: "", HTTPFault(.stopped))
    }
}
