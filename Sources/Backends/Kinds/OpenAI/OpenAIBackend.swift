package import BackendKit
package import Domain

/// A service with OpenAI's images API (`POST …/images/generations`, and `…/images/edits` as JSON or multipart): OpenAI
/// itself and the many compatible servers. It keeps no work in progress and, apart from one unknown field, repeats
/// nothing.
///
/// Source of the wire format: OpenAI's OpenAPI description, paths `/images/generations` and `/models`.
package struct OpenAIBackend: SynchronousBackend {
    package static let kind = "openai"

    package let descriptor: BackendDescriptor
    let settings: OpenAISettings
    let context: BackendContext
    let address: Address
    let dialect: Dialect
    let entrance: Endpoints
    let transport: any HTTPTransport
    let quoting: Quoting
    private let proof: PurchaseProof
    let utc: @Sendable () -> UTCMillis

    private let notice: @Sendable (BackendNotice) -> Void
    private let lesson = UnsupportedField()

    package init(
        _ settings: OpenAISettings, _ context: BackendContext, transport: any HTTPTransport,
        utc: @escaping @Sendable () -> UTCMillis, notice: @escaping @Sendable (BackendNotice) -> Void = { _ in }
    ) {
        let address = Address(settings.baseURL)
        var dialect = Dialect(settings.profile, at: address)
        dialect.edits = settings.edits ?? dialect.edits
        descriptor = BackendDescriptor(
            context, kind: Self.kind, credit: settings.model,
            sides: 16...4096, abilities: dialect.abilities)
        self.settings = settings
        self.context = context
        self.address = address
        self.dialect = dialect
        entrance = Endpoints(settings, context.key, address, dialect.entrance)
        self.transport = transport
        quoting = Quoting(hiding: [context.key])
        proof = dialect.proof(mayCost: !context.isFree)
        self.utc = utc
        self.notice = notice
    }

    /// Requests one picture and waits for it. Throws `.unknown` when the request was sent and nothing in the response
    /// proves that no picture was bought (see `PurchaseProof`). A service that rejects an unknown field has bought
    /// nothing, so the request is repeated once without that field.
    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        var fields = try GenerationBody(settings: settings, dialect: dialect).fields(request)
        if let unknown = lesson.unknown { fields[unknown] = nil }
        let place = entrance.images(
            request.picture == nil ? "generations" : "edits", model: request.details.model ?? settings.model)
        var response = try await asked(fields, request.picture, at: place, key)
        if let name = UnsupportedField.parameter(of: response, in: fields, dialect), !isWish(name, request),
            recordUnsupported(name)
        {
            fields[name] = nil
            response = try await asked(fields, request.picture, at: place, key)
        }
        return try await finished(response)
    }

    /// Whether the user requested this field explicitly.
    private func isWish(_ name: String, _ request: ImageRequest) -> Bool {
        name == "output_format" && request.details.format != nil
    }

    private func recordUnsupported(_ name: String) -> Bool {
        let taken = lesson.learn(name)
        if taken == .first {
            notice(.leavesOut(parameter: quoting.quoted(name, limit: 64), backend: descriptor.name))
        }
        return taken != .no
    }

    private func asked(
        _ fields: [String: JSONValue], _ picture: InputPicture?, at place: String, _ key: String
    ) async throws(BackendFailure) -> HTTPResponse {
        let body = try EncodedBody(fields, picture, dialect)
        let headers = [
            HTTPHeader("Content-Type", body.type), HTTPHeader("Accept", "application/json"),
            HTTPHeader("Idempotency-Key", key), HTTPHeader("X-Client-Request-Id", key),
        ]
        let request = HTTPRequest(
            .post, place, headers: headers + dialect.headers + entrance.authorization,
            body: body.bytes, limits: HTTPLimits(total: context.limits.timeout))
        do throws(HTTPFailure) { return try await transport.perform(request) } catch { throw unanswered(error) }
    }

    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        let fetch = PictureFetch(
            transport, quoting: quoting, base: settings.baseURL, allowedHosts: context.allowedHosts, utc: utc)
        return try await fetch.bytes(of: source, limit: limit)
    }

    /// Runs off the caller's actor, since megabytes of Base64 take a core's time.
    @concurrent
    private func finished(_ response: HTTPResponse) async throws(BackendFailure) -> BackendKit.Submission {
        guard 200..<300 ~= response.status else {
            throw proof.failure(of: response, meaning: refusal(response).failure)
        }
        let answer = GenerationResponse(response, quoting: quoting) { spoken in
            proof.failure(of: response, meaning: refusal(response, spoken).failure)
        }
        return .finished(try answer.pictures(), receipt(response, answer.value))
    }

    func refusal(_ response: HTTPResponse, _ spoken: ReportedError? = nil) -> OpenAIRefusal {
        OpenAIRefusal(response, spoken, quoting: quoting, now: utc(), dialect: dialect)
    }

    private func unanswered(_ failure: HTTPFailure) -> BackendFailure {
        proof.failure(of: failure) { refusal($0).failure }
    }

    private func receipt(_ response: HTTPResponse, _ value: JSONValue?) -> Receipt {
        let number = response.header("x-request-id").map { quoting.quoted($0) } ?? ""
        return Receipt(
            reference: number.isEmpty ? nil : number, charged: context.key == nil ? .unknown : .yes,
            cost: CostSource.cost(of: response, value, in: dialect.costs), tokens: value.flatMap(Self.tokens),
            pause: RetryTime.pause(after: response))
    }

    /// Servers that don't count tokens report zero.
    private static func tokens(_ value: JSONValue) -> TokenCount? {
        let usage = value["usage"]
        let (input, output) = (Self.count(usage?["input_tokens"]), Self.count(usage?["output_tokens"]))
        return input > 0 || output > 0 ? TokenCount(input: input, output: output) : nil
    }

    private static func count(_ value: JSONValue?) -> Int64 {
        value?.word.flatMap { Int64($0) } ?? 0
    }
}

extension OpenAIBackend {
    /// Requests the list of models, which is free. Many servers have none; that doesn't count against them.
    package func probe() async -> BackendHealth {
        let limits = HTTPLimits(total: .seconds(20), stall: .seconds(10), bodyBytes: 4 << 20)
        let request = HTTPRequest(
            .get, entrance.models, headers: [HTTPHeader("Accept", "application/json")] + entrance.authorization,
            limits: limits)
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await transport.perform(request) } catch { return health(error) }
        switch response.status {
        case 200: return lacksModel(response) ? .down(.gone) : .ready
        case 403 where lacksModelScope(response): return .ready
        case 404, 405: return .ready
        default: return health(refusal(response).failure)
        }
    }

    /// A list of models longer than the limit also proves that the server works.
    private func health(_ failure: HTTPFailure) -> BackendHealth {
        if case .bodyTooLarge(_, 200, _) = failure { return .ready }
        return .down(BackendFailure(free: failure))
    }

    /// Failures that concern only the list of models say nothing about pictures.
    private func health(_ failure: BackendFailure) -> BackendHealth {
        switch failure {
        case .invalid, .gone, .moderated, .failed, .unsupported: .ready
        default: .down(failure)
        }
    }

    /// Only OpenAI's own list is known to be complete.
    private func lacksModel(_ response: HTTPResponse) -> Bool {
        guard address.isOpenAI, let models = JSONBody.value(response.body)?["data"]?.list, !models.isEmpty else {
            return false
        }
        let names = models.compactMap { $0["id"]?.text }
        return !names.isEmpty && !names.contains(settings.model)
    }

    /// A key may be allowed to create pictures but not to list models.
    private func lacksModelScope(_ response: HTTPResponse) -> Bool {
        ReportedError(response.body).words.contains("missing scope")
    }
}

extension OpenAIBackend {
    /// Reports whether a LiteLLM proxy is configured to retry. Requests of this backend disable retries; those of other
    /// clients may be sent several times.
    ///
    /// Source: LiteLLM 1.109.1, `GET /router/settings`, which requires an administrator's key. `GET /health` is not
    /// used, since it generates pictures.
    package func inspect() async -> [ConformanceFinding] {
        guard dialect.retriesByDefault else { return [] }
        let rule = "gateway.retries"
        let limits = HTTPLimits(total: .seconds(20), stall: .seconds(10), bodyBytes: 4 << 20)
        let root = address.base.hasSuffix("/v1") ? String(address.base.dropLast(3)) : address.base
        let request = HTTPRequest(
            .get, root + "/router/settings",
            headers: [HTTPHeader("Accept", "application/json")] + entrance.authorization, limits: limits)
        guard let response = try? await transport.perform(request), response.status == 200,
            let fields = JSONBody.value(response.body)?["fields"]?.list
        else {
            return [
                ConformanceFinding(rule, .skipped, "the proxy shows its retry settings only to an administrator's key")
            ]
        }
        let found = fields.compactMap { Self.retries($0) }
        guard !found.isEmpty else { return [ConformanceFinding(rule, .kept, "the proxy sends each request once")] }
        return [
            ConformanceFinding(
                rule, .skipped,
                "the proxy is configured to retry (\(found.joined(separator: ", "))); this backend disables that per "
                    + "request. Set router_settings: num_retries: 0, without retry_policy and fallbacks.")
        ]
    }

    /// Describes a router setting that turns one request into several; `nil` for any other setting.
    private static func retries(_ field: JSONValue) -> String? {
        guard let name = field["field_name"]?.text, let value = field["field_value"] else { return nil }
        switch (name, value) {
        case ("num_retries", .integer(let count)) where count > 0: return "num_retries \(count)"
        case ("retry_policy", .object(let policy)) where !policy.isEmpty: return name
        case ("fallbacks", .list(let list)) where !list.isEmpty: return name
        default: return nil
        }
    }
}
