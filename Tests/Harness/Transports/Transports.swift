import BackendKit
package import Domain
import PlatformHTTP
import Synchronization

/// A transport that answers requests from a test's closure and records them.
package final class ScriptedTransport: HTTPTransport {
    private let requests = Mutex<[HTTPRequest]>([])
    private let answer: @Sendable (HTTPRequest) -> Result<HTTPResponse, HTTPFailure>

    package init(_ answer: @escaping @Sendable (HTTPRequest) -> Result<HTTPResponse, HTTPFailure>) {
        self.answer = answer
    }

    package convenience init(_ status: Int, _ body: String, _ headers: [(String, String)] = []) {
        self.init(
            HTTPResponse(
                status: status, headers: headers.map { HTTPHeader($0.0, $0.1) }, body: Array(body.utf8)))
    }

    package convenience init(_ body: String) {
        self.init(200, body)
    }

    package convenience init(_ response: HTTPResponse) {
        self.init { _ in .success(response) }
    }

    package var asked: [HTTPRequest] { requests.withLock { $0 } }

    package func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        requests.withLock { $0.append(request) }
        return try answer(request).get()
    }
}

/// The real transport, libcurl, with tighter limits so that a silent server doesn't stall a test.
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
