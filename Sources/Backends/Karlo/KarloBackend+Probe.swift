package import BackendKit
import Domain

extension KarloBackend {
    /// Asks for what can only be posted, which costs nothing: what speaks against any request is said then too.
    package func probe() async -> BackendHealth {
        let limits = HTTPLimits(total: .seconds(20), stall: .seconds(10), bodyBytes: 1 << 20)
        let request = HTTPRequest(.get, address("t2i"), headers: authorization, limits: limits)
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await transport.perform(request) } catch {
            return .down(DeadHost(error)?.failure ?? BackendFailure(free: error))
        }
        let refusal = Refusal(response, quoting: quoting, now: utc())
        switch refusal.byCode {
        case .invalid: return .ready
        case let failure?: return .down(failure)
        case nil: return health(response.status, refusal.failure)
        }
    }

    /// What isn't Kakao's own word: 404 and 405 are about how it was asked.
    private func health(_ status: Int, _ failure: BackendFailure) -> BackendHealth {
        switch status {
        case 300..<400, 401, 403, 410, 429, 500...: .down(failure)
        default: .ready
        }
    }
}
