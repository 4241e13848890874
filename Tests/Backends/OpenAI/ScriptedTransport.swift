import BackendKit
import Domain
import Synchronization

/// Answers every request as a test wrote down, and keeps what it was asked.
final class ScriptedTransport: HTTPTransport {
    private let requests = Mutex<[HTTPRequest]>([])
    private let answer: @Sendable (HTTPRequest) -> Result<HTTPResponse, HTTPFailure>

    init(_ answer: @escaping @Sendable (HTTPRequest) -> Result<HTTPResponse, HTTPFailure>) {
        self.answer = answer
    }

    convenience init(_ response: HTTPResponse) {
        self.init { _ in .success(response) }
    }

    var asked: [HTTPRequest] { requests.withLock { $0 } }

    func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        requests.withLock { $0.append(request) }
        return try answer(request).get()
    }
}
