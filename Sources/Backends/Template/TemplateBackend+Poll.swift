package import BackendKit
package import Domain

extension TemplateBackend {
    /// How long a look at work may take.
    private static let limits = HTTPLimits(total: .seconds(60), stall: .seconds(30))

    /// Asks for work by its handle, at an address that may be sent the key.
    package func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        guard let poll = template.poll, let work = WorkHandle(handle) else { throw .lost }
        let answer = try await look(try pollAddress(work, poll), work)
        guard let status = poll.status.word(in: answer) else {
            throw .badResponse(said: "no status where the template says that it stands")
        }
        if poll.done.contains(status) { return try await finished(answer, work) }
        guard poll.pending.contains(status) else {
            throw .badResponse(said: "a status that the template doesn't know: " + quoting.quoted(status, limit: 64))
        }
        guard utc() - work.started < options.timeout.milliseconds else { throw .timeout }
        let fraction = poll.progress?.word(in: answer).flatMap { Double($0) }
        return .running(fraction: fraction.map { min(1, max(0, $0)) }, eta: poll.interval.milliseconds)
    }

    /// Asks the service to stop; what comes of that, the next poll says.
    package func cancel(_ handle: JobHandle) async -> CancelOutcome {
        guard let method = template.cancel, let place = WorkHandle(handle)?.cancel else { return .unsupported }
        guard let address = base.resolving(place), isTrusted(address) else { return .unsupported }
        let request = HTTPRequest(method, address.text, headers: headers, limits: Self.limits)
        guard let response = try? await transport.perform(request) else { return .unsupported }
        return 200..<300 ~= response.status ? .requested : .notRunning
    }

    private func finished(_ answer: Answer, _ work: WorkHandle) async throws(BackendFailure) -> PollAnswer {
        guard template.result.from == .get else {
            return .finished(try found.sources(in: answer), receipt(answer))
        }
        let place = template.job?.resultURL?.word(in: answer) ?? work.result
        guard let place else { throw .badResponse(said: "no address of the result") }
        let result = try await look(try trusted(place), work)
        return .finished(try found.sources(in: result), receipt(result))
    }

    private func pollAddress(_ work: WorkHandle, _ poll: Template.Poll) throws(BackendFailure) -> WebAddress {
        if let place = work.poll { return try trusted(place) }
        guard let path = poll.path, let id = work.id else { throw .lost }
        var values = TemplateValues(options.values)
        values["id"] = .text(id)
        values["model"] = options.model.map { .text($0) }
        return try trusted(base.text + SubmitRequest.path(path, values))
    }

    /// An address that may be sent the key: the base address's host, or one that the template or the configuration allows, and never less
    /// encrypted. The handle stays: once a person has set this right, the work is asked for again.
    private func trusted(_ place: String) throws(BackendFailure) -> WebAddress {
        guard let address = base.resolving(place) else {
            throw .config(said: "the service names an address that can't be used: " + quoting.quoted(place, limit: 80))
        }
        guard isTrusted(address) else { throw .config(said: distrust(of: address)) }
        return address
    }

    private func distrust(of address: WebAddress) -> String {
        let place = quoting.quoted(address.origin, limit: 120)
        if address.scheme == "http", base.scheme == "https" {
            return
                "the service names \(place), where the key would go unencrypted, unlike at \(base.origin); no key was sent"
        }
        let host = quoting.quoted(HostPattern(address).text, limit: 120)
        return "the service names \(place), which is neither \(base.origin) nor in allowed_hosts; no key was sent; "
            + "if it is your service's, add allowed_hosts = [\"\(host)\"] to the backend and reload"
    }

    private func isTrusted(_ address: WebAddress) -> Bool {
        guard address.scheme == "https" || base.scheme == "http" else { return false }
        if address.host == base.host, address.port == base.port { return true }
        return allowedHosts.contains { $0.matches(address) }
    }

    private var headers: [HTTPHeader] { [HTTPHeader("Accept", "application/json")] + authorization }

    /// Looking costs nothing, so that whatever says nothing of the work can be asked again.
    @concurrent
    private func look(_ address: WebAddress, _ work: WorkHandle) async throws(BackendFailure) -> Answer {
        let request = HTTPRequest(.get, address.text, headers: headers, limits: Self.limits)
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await transport.perform(request) } catch {
            throw BackendFailure(free: error)
        }
        let answer = Answer(response)
        if let failure = judge.failure(answer, to: .poll) {
            throw failure == .lost && isOver(work) ? .expired : failure
        }
        let isPicture = PictureFormat(magic: response.body) != nil
        guard answer.json != nil || isPicture else { throw .transient(said: "an answer that is no JSON") }
        return answer
    }

    /// Whether the service will have thrown the result away by now.
    private func isOver(_ work: WorkHandle) -> Bool {
        template.result.lifetime.map { utc() - work.started > $0.milliseconds } ?? false
    }
}

extension Duration {
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
