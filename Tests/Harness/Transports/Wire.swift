import BackendKit
package import Domain
import PlatformHTTP

/// The real way to a server: libcurl. Some bounds are drawn in, so that a server that never answers is not waited for.
package struct Wire: HTTPTransport {
    private let client: HTTPClient
    private let total: Duration
    private let stall: Duration
    private let bodyBytes: Int

    package init(
        total: Duration = .seconds(20), stall: Duration = .seconds(20), bodyBytes: Int = 1 << 20
    ) throws(HTTPFault) {
        client = try HTTPClient(HTTPClientSettings(userAgent: "textifyd/test"))
        self.total = total
        self.stall = stall
        self.bodyBytes = bodyBytes
    }

    package func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        var request = request
        request.limits.total = min(request.limits.total, total)
        request.limits.stall = min(request.limits.stall, stall)
        request.limits.bodyBytes = min(request.limits.bodyBytes, bodyBytes)
        return try await client.perform(request)
    }
}
