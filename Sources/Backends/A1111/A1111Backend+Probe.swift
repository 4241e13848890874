package import BackendKit
import Domain

extension A1111Backend {
    /// Looks at the models where one is configured, else at the options: both are free.
    package func probe() async -> BackendHealth {
        do throws(BackendFailure) {
            guard let model = options.model, let models = try await list("/sd-models") else {
                _ = try await list("/options", needed: true)
                return .ready
            }
            return has(Checkpoint(model), models) ? .ready : .down(.gone)
        } catch {
            return .down(error)
        }
    }

    /// `nil`: the server doesn't have that, or says more than is read.
    private func list(_ path: String, needed: Bool = false) async throws(BackendFailure) -> JSONValue? {
        let limits = HTTPLimits(total: .seconds(20), stall: .seconds(10), bodyBytes: 4 << 20)
        let request = HTTPRequest(.get, door.address(path), headers: try door.headers(), limits: limits)
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await transport.perform(request) } catch {
            if case .bodyTooLarge(_, 200, _) = error { return nil }
            throw BackendFailure(free: error)
        }
        if !needed, response.status == 404 { return nil }
        guard response.status == 200 else { throw Refusal(response, quoting: quoting, now: utc()).failure }
        guard let value = JSONBody.value(response.body) else {
            throw .badResponse(said: "no web UI's API, but something else that answers")
        }
        return value
    }

    /// A list of nothing says nothing.
    private func has(_ model: Checkpoint, _ models: JSONValue) -> Bool {
        guard let models = models.list, !models.isEmpty else { return true }
        return models.contains { entry in
            model.isNamed(in: ["title", "model_name", "filename", "hash", "sha256"].map { entry[$0]?.text })
        }
    }
}
