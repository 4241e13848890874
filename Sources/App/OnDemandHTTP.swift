import BackendKit
import Domain
import PlatformHTTP
import Synchronization

/// An HTTP client that is made when the first request comes: a service that asks nobody loads no library for it.
final class OnDemandHTTP: HTTPTransport {
    private enum State {
        case idle
        case serving(HTTPClient)
        case ended
    }

    private let settings: HTTPClientSettings
    private let state = Mutex(State.idle)

    init(_ settings: HTTPClientSettings) {
        self.settings = settings
    }

    func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        try await client().perform(request)
    }

    /// Ends what runs. Later requests are refused.
    func shutdown() async {
        let before = state.withLock { state in
            defer { state = .ended }
            return state
        }
        if case .serving(let client) = before { await client.shutdown() }
    }

    private func client() throws(HTTPFailure) -> HTTPClient {
        let made = state.withLock { state -> Result<HTTPClient, HTTPFault> in
            switch state {
            case .serving(let client): return .success(client)
            case .ended: return .failure(HTTPFault(.stopped))
            case .idle:
                let made = Result { () throws(HTTPFault) in try HTTPClient(settings) }
                if case .success(let client) = made { state = .serving(client) }
                return made
            }
        }
        do throws(HTTPFault) { return try made.get() } catch { throw .notSent(host: "", error) }
    }
}
