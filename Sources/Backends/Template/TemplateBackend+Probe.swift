package import BackendKit
import Domain

extension TemplateBackend {
    /// Gets what the template says costs nothing; without that, whether anybody answers at the base address, which is
    /// not sent the key.
    package func probe() async -> BackendHealth {
        let limits = HTTPLimits(total: .seconds(20), stall: .seconds(10), bodyBytes: 4 << 20)
        var values = TemplateValues(options.values)
        values["model"] = options.model.map { .text($0) }
        let place = template.probe.map { base.text + SubmitRequest.path($0, values) }
        let headers = [HTTPHeader("Accept", "application/json")] + (place == nil ? [] : authorization)
        let request = HTTPRequest(.get, place ?? base.text, headers: headers, limits: limits)
        do throws(HTTPFailure) {
            let answer = Answer(try await transport.perform(request))
            return place == nil ? reached(answer) : health(answer)
        } catch {
            if case .bodyTooLarge(_, 200, _) = error { return .ready }
            return .down(BackendFailure(free: error))
        }
    }

    private func reached(_ answer: Answer) -> BackendHealth {
        let status = answer.response.status
        return 502...504 ~= status ? .down(.transient(said: "status \(status)")) : .ready
    }

    /// What only concerns this question says nothing of pictures.
    private func health(_ answer: Answer) -> BackendHealth {
        if answer.isGood { return .ready }
        guard let failure = judge.failure(answer, to: .probe) else { return .ready }
        return switch failure {
        case .auth, .quota, .rateLimited, .loading, .transient, .timeout, .config: .down(failure)
        default: .ready
        }
    }
}
