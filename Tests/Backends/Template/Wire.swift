import BackendKit
import Domain
import PlatformHTTP

/// The real way to a server: libcurl. Some bounds are drawn in, so that a server that never answers is not waited for.
struct Wire: HTTPTransport {
    private let client: HTTPClient
    private let total: Duration

    init(total: Duration = .seconds(20)) throws(HTTPFault) {
        client = try HTTPClient(HTTPClientSettings(userAgent: "textifyd/test"))
        self.total = total
    }

    func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        var request = request
        request.limits.total = min(request.limits.total, total)
        request.limits.bodyBytes = min(request.limits.bodyBytes, 1 << 20)
        return try await client.perform(request)
    }
}
