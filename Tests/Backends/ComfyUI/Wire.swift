import BackendKit
import Domain
import PlatformHTTP

/// The real way to a server: libcurl, with a total so short that a server that never answers is not waited for.
struct Wire: HTTPTransport {
    private let client: HTTPClient
    private let total: Duration

    init(total: Duration) throws(HTTPFault) {
        client = try HTTPClient(HTTPClientSettings(userAgent: "textifyd/test"))
        self.total = total
    }

    func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        var request = request
        request.limits.total = min(request.limits.total, total)
        return try await client.perform(request)
    }
}
