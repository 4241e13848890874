package import BackendKit
import Domain

extension OpenAIBackend {
    /// Asks for the list of models, which costs nothing. Many servers have none: that says nothing against them.
    package func probe() async -> BackendHealth {
        let limits = HTTPLimits(total: .seconds(20), stall: .seconds(10), bodyBytes: 4 << 20)
        let request = HTTPRequest(
            .get, entrance.models, headers: [HTTPHeader("Accept", "application/json")] + entrance.authorization,
            limits: limits)
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await transport.perform(request) } catch { return health(error) }
        switch response.status {
        case 200: return lacksModel(response) ? .down(.gone) : .ready
        case 403 where isKeyForPicturesOnly(response): return .ready
        case 404, 405: return .ready
        default: return health(refusal(response).failure)
        }
    }

    /// More models than are read mean that there is a server.
    private func health(_ failure: HTTPFailure) -> BackendHealth {
        if case .bodyTooLarge(_, 200, _) = failure { return .ready }
        return .down(BackendFailure(free: failure))
    }

    /// What only concerns this question says nothing of pictures.
    private func health(_ failure: BackendFailure) -> BackendHealth {
        switch failure {
        case .invalid, .gone, .moderated, .failed, .unsupported: .ready
        default: .down(failure)
        }
    }

    /// Other servers list what they like; OpenAI's own list is whole.
    private func lacksModel(_ response: HTTPResponse) -> Bool {
        guard address.isOpenAI, let models = JSONBody.value(response.body)?["data"]?.list, !models.isEmpty else {
            return false
        }
        let names = models.compactMap { $0["id"]?.text }
        return !names.isEmpty && !names.contains(options.model)
    }

    /// A key may be good for pictures and not for looking at the list.
    private func isKeyForPicturesOnly(_ response: HTTPResponse) -> Bool {
        SpokenError(response.body).words.contains("missing scope")
    }
}
