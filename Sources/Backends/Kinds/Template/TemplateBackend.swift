package import BackendKit
package import Domain
import FoundationEssentials

/// A service described by a template. It stores no work and repeats nothing.
package struct TemplateBackend: ImageBackend {
    package static let kind = "http"

    package let descriptor: BackendDescriptor
    let settings: TemplateSettings
    let template: Template
    let context: BackendContext
    let base: WebAddress
    let service: HTTPService

    /// `base` is the service's address.
    package init(
        _ settings: TemplateSettings, _ template: Template, at base: WebAddress, _ context: BackendContext,
        transport: any HTTPTransport, utc: @escaping @Sendable () -> UTCMillis
    ) {
        descriptor = BackendDescriptor(
            context, kind: Self.kind, credit: settings.model ?? context.name, sides: template.size.sides,
            resultLifetime: template.result.lifetime?.milliseconds, abilities: settings.abilities(template),
            maskStyle: template.maskStyle)
        self.settings = settings
        self.template = template
        self.context = context
        self.base = base
        service = HTTPService(
            base.text, transport: transport, quoting: Quoting(hiding: [context.key]),
            allowedHosts: template.allowedHosts + context.allowedHosts, utc: utc)
    }

    /// Requests one picture. Throws `.unknown` when the request was sent and nothing in the response proves that no
    /// picture was bought (see `PurchaseProof`).
    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> Submission {
        let order = try order(request, key: key)
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await service.transport.perform(order) } catch {
            throw failure(ofSubmission: error)
        }
        return try await submission(response)
    }

    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        try await service.picture(source, limit: limit)
    }

    var authorization: [HTTPHeader] {
        guard let auth = template.auth, let key = context.key else { return [] }
        var values = TemplateValues(settings.values)
        values["secret"] = .text(key.value)
        return [HTTPHeader(auth.header, auth.value.text(values), isSecret: true)]
    }

    /// Runs off the caller's actor, since megabytes of Base64 take a core's time.
    @concurrent
    private func submission(_ response: HTTPResponse) async throws(BackendFailure) -> Submission {
        let answer = ParsedResponse(response)
        if let failure = failure(answer, to: .submit) { throw failure }
        guard let job = template.job, template.result.from != .poll || !isDone(answer) else {
            return .finished(try pictures(in: answer), receipt(answer))
        }
        guard answer.json != nil else {
            throw BackendFailure(unreadable: response.body, quoting: service.quoting)
        }
        let work = TemplateWorkHandle(
            id: job.id?.word(in: answer), poll: job.pollURL?.word(in: answer), result: job.resultURL?.word(in: answer),
            cancel: job.cancelURL?.word(in: answer), started: service.utc())
        let isKnown = work.poll != nil || template.poll?.path != nil && work.id != nil
        guard isKnown else { throw .badResponse(message: "no address or ID to poll") }
        guard let handle = work.handle else { throw .badResponse(message: "an address that is too long") }
        return .pending(handle, receipt(answer))
    }

    private func isDone(_ answer: ParsedResponse) -> Bool {
        guard let poll = template.poll, let status = poll.status.word(in: answer) else { return false }
        return poll.done.contains(status)
    }

    private func receipt(_ answer: ParsedResponse) -> Receipt {
        let reference = template.job?.id?.word(in: answer) ?? answer.response.header("x-request-id")
        return Receipt(
            reference: service.quoting.quotedUnlessEmpty(reference), charged: context.key == nil ? .unknown : .yes,
            seed: template.result.seed?.word(in: answer).flatMap { UInt64($0) },
            cost: template.cost?.reported(in: answer), tokens: template.tokens?.counted(in: answer))
    }
}

extension TemplateBackend {
    /// The limits of a poll.
    private static let limits = HTTPLimits(total: .seconds(60), stall: .seconds(30))

    /// Polls work by its handle, at an address that may receive the key.
    package func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        guard let poll = template.poll, let work = TemplateWorkHandle(handle) else { throw .lost }
        let answer = try await response(at: try pollAddress(work, poll), work)
        guard let status = poll.status.word(in: answer) else {
            throw .badResponse(message: "no status at the path that the template names")
        }
        if poll.done.contains(status) { return try await finished(answer, work) }
        guard poll.pending.contains(status) else {
            let status = service.quoting.quoted(status, limit: 64)
            throw .badResponse(message: "a status that the template does not list: " + status)
        }
        guard age(of: work) < context.limits.timeout.milliseconds else { throw .timeout }
        return .running(poll.progress.value(in: answer), next: poll.interval.milliseconds)
    }

    /// Requests cancellation. The next poll shows the result.
    package func cancel(_ handle: JobHandle) async -> CancelOutcome {
        guard let cancel = template.cancel, let work = TemplateWorkHandle(handle),
            let url = work.cancel ?? address(cancel.path, of: work), let address = base.resolving(url),
            isTrusted(address)
        else { return .unsupported }
        let request = HTTPRequest(cancel.method, address.text, headers: headers, limits: Self.limits)
        guard let response = try? await service.transport.perform(request) else { return .unsupported }
        return response.isSuccess ? .requested : .notRunning
    }

    private func finished(
        _ answer: ParsedResponse, _ work: TemplateWorkHandle
    ) async throws(BackendFailure) -> PollAnswer {
        var answer = answer
        if template.result.from == .get {
            guard let url = template.job?.resultURL?.word(in: answer) ?? work.result else {
                throw .badResponse(message: "no result address")
            }
            answer = try await response(at: try trusted(url), work)
        }
        return .finished(try pictures(in: answer), receipt(answer))
    }

    private func pollAddress(_ work: TemplateWorkHandle, _ poll: Template.Poll) throws(BackendFailure) -> WebAddress {
        if let url = work.poll { return try trusted(url) }
        guard let url = address(poll.path, of: work) else { throw .lost }
        return try trusted(url)
    }

    /// Returns the address at a path with `{{id}}`; `nil` without a path or an ID.
    private func address(_ path: TemplateText?, of work: TemplateWorkHandle) -> String? {
        guard let path, let id = work.id else { return nil }
        var values = TemplateValues(settings.values)
        values["id"] = .text(id)
        values["model"] = settings.model.map { .text($0) }
        return base.text + Self.path(path, values)
    }

    /// Resolves an address that may receive the key: on the base address's host, or one that the template or the
    /// configuration allows, and never with less encryption. The handle is kept, so the work is polled again once the
    /// configuration is corrected.
    private func trusted(_ url: String) throws(BackendFailure) -> WebAddress {
        guard let address = base.resolving(url) else {
            throw .config(
                message: "the service returned an unusable address: " + service.quoting.quoted(url, limit: 80))
        }
        guard isTrusted(address) else { throw .config(message: distrust(of: address)) }
        return address
    }

    private func distrust(of address: WebAddress) -> String {
        let origin = service.quoting.quoted(address.origin, limit: 120)
        if address.scheme == "http", base.scheme == "https" {
            return "the service returned \(origin), where the key would be unencrypted, unlike at \(base.origin); "
                + "no key was sent"
        }
        let host = service.quoting.quoted(HostPattern(address).text, limit: 120)
        return "the service returned \(origin), which is neither \(base.origin) nor in allowed_hosts; no key was sent; "
            + "if it belongs to your service, add allowed_hosts = [\"\(host)\"] to the backend and reload"
    }

    private func isTrusted(_ address: WebAddress) -> Bool {
        guard address.scheme == "https" || base.scheme == "http" else { return false }
        if address.host == base.host, address.port == base.port { return true }
        return service.allowedHosts.contains { $0.matches(address) }
    }

    private var headers: [HTTPHeader] { [.acceptsJSON] + authorization }

    /// Sends a poll. Polling is free, so a response that says nothing about the work is simply requested again.
    @concurrent
    private func response(
        at address: WebAddress, _ work: TemplateWorkHandle
    ) async throws(BackendFailure) -> ParsedResponse {
        let request = HTTPRequest(.get, address.text, headers: headers, limits: Self.limits)
        let answer = ParsedResponse(try await service.performFree(request))
        if let failure = failure(answer, to: .poll) {
            throw failure == .lost && isOver(work) ? .expired : failure
        }
        let isPicture = PictureFormat(magic: answer.response.body) != nil
        guard answer.json != nil || isPicture else { throw .transient(message: "an answer that is not JSON") }
        return answer
    }

    /// Whether the service has probably deleted the result by now.
    private func isOver(_ work: TemplateWorkHandle) -> Bool {
        template.result.lifetime.map { age(of: work) > $0.milliseconds } ?? false
    }

    /// Returns the time since the work was submitted, in milliseconds.
    private func age(of work: TemplateWorkHandle) -> Int64 { service.utc().milliseconds(since: work.started) }
}

extension Duration {
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}

extension TemplateBackend {
    /// Sends the template's free request. Without one, checks that any server answers at the base address, without
    /// sending the key.
    package func probe() async -> BackendHealth {
        var values = TemplateValues(settings.values)
        values["model"] = settings.model.map { .text($0) }
        let url = template.probe.map { base.text + Self.path($0, values) }
        do throws(BackendFailure) {
            let response = try await service.checkHealth(
                at: url ?? base.text, headers: url == nil ? [.acceptsJSON] : headers)
            guard let response else { return .ready }
            return url == nil ? reached(response) : health(ParsedResponse(response))
        } catch {
            return .down(error)
        }
    }

    private func reached(_ response: HTTPResponse) -> BackendHealth {
        502...504 ~= response.status ? .down(.transient(message: "status \(response.status)")) : .ready
    }

    /// Failures that concern only this request say nothing about pictures.
    private func health(_ answer: ParsedResponse) -> BackendHealth {
        guard !answer.response.isSuccess, let failure = failure(answer, to: .probe) else { return .ready }
        return switch failure {
        case .auth, .quota, .rateLimited, .loading, .transient, .timeout, .config: .down(failure)
        default: .ready
        }
    }
}

/// The stored handle of work at a service: enough to resume polling after a crash.
struct TemplateWorkHandle: Codable {
    /// The service's own ID.
    var id: String?
    /// The addresses, as the service wrote them.
    var poll: String?
    var result: String?
    var cancel: String?
    var started: UTCMillis

    /// The encoded handle; `nil` when it is too long.
    var handle: JobHandle? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(self) else { return nil }
        return JobHandle(String(decoding: bytes, as: UTF8.self))
    }
}

extension TemplateWorkHandle {
    init?(_ handle: JobHandle) {
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(handle.text.utf8)) else { return nil }
        self = read
    }
}
