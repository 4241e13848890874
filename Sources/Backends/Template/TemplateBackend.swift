package import BackendKit
package import Domain

/// A service that a template describes. It keeps no state and repeats nothing.
package struct TemplateBackend: ImageBackend {
    package static let kind = "http"

    package let descriptor: BackendDescriptor
    let options: TemplateOptions
    let base: WebAddress
    let transport: any HTTPTransport
    let quoting: Quoting
    /// Milliseconds since 1970.
    let utc: @Sendable () -> Int64

    var template: Template { options.template }
    var allowedHosts: [HostPattern] { template.allowedHosts + options.allowedHosts }

    /// `nil` when neither the template nor the options have an address that can be used.
    package init?(_ options: TemplateOptions, transport: any HTTPTransport, utc: @escaping @Sendable () -> Int64) {
        guard let base = (options.baseURL ?? options.template.baseURL).flatMap({ WebAddress($0) }) else { return nil }
        let sides = options.template.size.sides
        descriptor = BackendDescriptor(
            name: options.name, kind: Self.kind, credit: options.model ?? options.name, isFree: options.isFree,
            isDeterministic: false, sides: sides, concurrency: options.concurrency, onUnknown: options.onUnknown,
            probeInterval: options.probeInterval,
            resultLifetime: options.template.result.lifetime?.milliseconds, abilities: options.template.abilities)
        self.options = options
        self.base = base
        self.transport = transport
        quoting = Quoting(hiding: [options.key])
        self.utc = utc
    }

    /// Asks for one picture. `.unknown` when the request went out and nothing that came back proves that no picture was
    /// bought (see `PurchaseProof`).
    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        let submit = SubmitRequest(options: options, base: base.text, auth: authorization)
        let asked = try submit.request(request, key: key)
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await transport.perform(asked) } catch { throw unanswered(error) }
        return try await submission(response)
    }

    /// The picture's bytes, from the answer or from where it said; the key is never sent there.
    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        switch source {
        case .bytes(let bytes): try ReceivedPicture.checked(bytes, limit: limit)
        case .url(let place):
            try await PictureFetch(
                transport, quoting: quoting, base: base.text, allowedHosts: allowedHosts, utc: utc
            ).bytes(place, limit: limit)
        }
    }

    var authorization: [HTTPHeader] {
        guard let auth = template.auth, let key = options.key else { return [] }
        var values = TemplateValues(options.values)
        values["secret"] = .text(key.value)
        return [HTTPHeader(auth.header, auth.value.text(values), isSecret: true)]
    }

    var judge: Judge {
        Judge(
            rules: template.errors, mayCost: !options.isFree, isOwnHost: isOwnHost, quoting: quoting, now: utc())
    }

    /// Whether the configuration leaves the address to the template, or names the same server.
    private var isOwnHost: Bool {
        guard let own = template.baseURL.flatMap({ WebAddress($0) }) else { return false }
        return (own.scheme, own.host, own.port) == (base.scheme, base.host, base.port)
    }

    var found: FoundPictures { FoundPictures(result: template.result, base: base, quoting: quoting) }

    /// Megabytes of Base64 are work for a core: it leaves the caller's actor.
    @concurrent
    private func submission(_ response: HTTPResponse) async throws(BackendFailure) -> BackendKit.Submission {
        let answer = Answer(response)
        if let failure = judge.failure(answer, to: .submit) { throw failure }
        guard let job = template.job else {
            return .finished(try found.sources(in: answer), receipt(answer))
        }
        if template.result.from == .poll, isDone(answer) {
            return .finished(try found.sources(in: answer), receipt(answer))
        }
        guard answer.json != nil else { throw answer.unreadable(quoting) }
        let work = WorkHandle(
            id: job.id?.word(in: answer), poll: job.pollURL?.word(in: answer), result: job.resultURL?.word(in: answer),
            cancel: job.cancelURL?.word(in: answer), started: utc())
        let isKnown = work.poll != nil || template.poll?.path != nil && work.id != nil
        guard isKnown else { throw .badResponse(said: "nothing by which the work could be asked for") }
        guard let handle = work.handle else { throw .badResponse(said: "an address that is too long") }
        return .pending(handle, receipt(answer))
    }

    func isDone(_ answer: Answer) -> Bool {
        guard let poll = template.poll, let status = poll.status.word(in: answer) else { return false }
        return poll.done.contains(status)
    }

    private func unanswered(_ failure: HTTPFailure) -> BackendFailure {
        judge.failure(of: failure)
    }

    func receipt(_ answer: Answer) -> Receipt {
        let number = template.job?.id?.word(in: answer) ?? answer.response.header("x-request-id")
        let reference = number.map { quoting.quoted($0) } ?? ""
        return Receipt(
            reference: reference.isEmpty ? nil : reference, charged: options.key == nil ? .unknown : .yes,
            seed: template.result.seed?.word(in: answer).flatMap { UInt64($0) },
            cost: template.cost?.reported(in: answer), tokens: template.tokens?.counted(in: answer))
    }
}
