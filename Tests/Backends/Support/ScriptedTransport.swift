public import BackendKit
public import Domain
import Synchronization

/// Answers every request as a test wrote down, and keeps what it was asked.
public final class ScriptedTransport: HTTPTransport {
    private let requests = Mutex<[HTTPRequest]>([])
    private let answer: @Sendable (HTTPRequest) -> Result<HTTPResponse, HTTPFailure>

    public init(_ answer: @escaping @Sendable (HTTPRequest) -> Result<HTTPResponse, HTTPFailure>) {
        self.answer = answer
    }

    public convenience init(_ status: Int, _ body: String, _ headers: [(String, String)] = []) {
        self.init(
            HTTPResponse(
                status: status, headers: headers.map { HTTPHeader($0.0, $0.1) }, body: Array(body.utf8)))
    }

    public convenience init(_ body: String) {
        self.init(200, body)
    }

    public convenience init(_ response: HTTPResponse) {
        self.init { _ in .success(response) }
    }

    public var asked: [HTTPRequest] { requests.withLock { $0 } }

    public func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        requests.withLock { $0.append(request) }
        return try answer(request).get()
    }
}
