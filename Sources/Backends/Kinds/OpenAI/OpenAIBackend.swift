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
    private let settings: OpenAISettings
    private let context: BackendContext
    private let dialect: Dialect
    private let endpoints: Endpoints
    private let service: HTTPService
    private let proof: PurchaseProof
    private let notice: @Sendable (BackendNotice) -> Void
    private let unsupported = UnsupportedField()

    package init(
        _ settings: OpenAISettings, _ context: BackendContext, transport: any HTTPTransport,
        utc: @escaping @Sendable () -> UTCMillis, notice: @escaping @Sendable (BackendNotice) -> Void = { _ in }
    ) {
        service = HTTPService(
            settings.baseURL, transport: transport, quoting: Quoting(hiding: [context.key]),
            allowedHosts: context.allowedHosts, utc: utc)
        var dialect = Dialect(settings.profile, at: service.base)
        dialect.edits = settings.edits ?? dialect.edits
        dialect.inputPictures = settings.inputPictures ?? dialect.inputPictures
        descriptor = BackendDescriptor(
            context, kind: Self.kind, credit: settings.model,
            sides: 16...4096, abilities: dialect.abilities, maskStyle: dialect.maskStyle)
        self.settings = settings
        self.context = context
        self.dialect = dialect
        endpoints = Endpoints(base: service.base, style: dialect.apiStyle, apiVersion: settings.apiVersion)
        proof = dialect.proof(mayCost: !context.isFree)
        self.notice = notice
    }

    /// Requests one picture and waits for it. Throws `.unknown` when the request was sent and nothing in the response
    /// proves that no picture was bought (see `PurchaseProof`). A service that rejects an unknown field has bought
    /// nothing, so the request is repeated once without that field.
    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> Submission {
        var fields = try GenerationBody(settings: settings, dialect: dialect).fields(request)
        if let name = unsupported.name { fields[name] = nil }
        let url = endpoints.images(
            request.picture == nil ? "generations" : "edits", model: request.details.model ?? settings.model)
        var response = try await response(to: fields, request.pictures, at: url, key)
        if let name = UnsupportedField.reported(by: response, in: fields, dialect), !isRequested(name, request),
            recordUnsupported(name)
        {
            fields[name] = nil
            response = try await self.response(to: fields, request.pictures, at: url, key)
        }
        return try await submission(response)
    }

    /// Whether the user requested this field explicitly.
    private func isRequested(_ name: String, _ request: ImageRequest) -> Bool {
        name == "output_format" && request.details.format != nil
    }

    /// Records an unsupported field and reports it once. Returns whether it may be omitted.
    private func recordUnsupported(_ name: String) -> Bool {
        let recording = unsupported.record(name)
        if recording == .new {
            notice(.leavesOut(parameter: service.quoting.quoted(name, limit: 64), backend: descriptor.name))
        }
        return recording != .refused
    }

    private func response(
        to fields: [String: JSONValue], _ pictures: [InputPicture], at url: String, _ key: String
    ) async throws(BackendFailure) -> HTTPResponse {
        let body = try EncodedBody(fields, pictures, dialect)
        let headers = [
            HTTPHeader("Content-Type", body.type), .acceptsJSON, HTTPHeader("Idempotency-Key", key),
            HTTPHeader("X-Client-Request-Id", key),
        ]
        let request = HTTPRequest(
            .post, url, headers: headers + dialect.headers + authorization, body: body.bytes,
            limits: HTTPLimits(total: context.limits.timeout))
        do throws(HTTPFailure) { return try await service.transport.perform(request) } catch {
            throw proof.failure(of: error) { failure($0) }
        }
    }

    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        try await service.picture(source, limit: limit)
    }

    private var authorization: [HTTPHeader] { context.key.map { [dialect.apiStyle.authorization($0)] } ?? [] }

    /// Runs off the caller's actor, since megabytes of Base64 take a core's time.
    @concurrent
    private func submission(_ response: HTTPResponse) async throws(BackendFailure) -> Submission {
        guard response.isSuccess else { throw proof.failure(of: response, meaning: failure(response)) }
        let answer = GenerationResponse(response: response, quoting: service.quoting) { error in
            proof.failure(of: response, meaning: failure(response, error))
        }
        let (pictures, body) = try answer.pictures()
        let receipt = Receipt(
            reference: service.quoting.quotedUnlessEmpty(response.header("x-request-id")),
            charged: context.key == nil ? .unknown : .yes,
            cost: CostSource.cost(of: response, body, in: dialect.costs), tokens: body.flatMap(Self.tokens),
            pause: RetryTime.pause(after: response))
        return .finished(pictures, receipt)
    }

    private func failure(_ response: HTTPResponse, _ error: ReportedError? = nil) -> BackendFailure {
        OpenAIRefusal(plain: service.refusal(response, error), dialect: dialect).failure
    }

    /// Servers that don't count tokens report zero.
    private static func tokens(_ body: JSONValue) -> TokenCount? {
        func count(_ name: String) -> Int64 { body["usage"]?[name]?.word.flatMap { Int64($0) } ?? 0 }
        let (input, output) = (count("input_tokens"), count("output_tokens"))
        return input > 0 || output > 0 ? TokenCount(input: input, output: output) : nil
    }
}

extension OpenAIBackend {
    /// Requests the list of models, which is free. Many servers have none; that doesn't count against them.
    package func probe() async -> BackendHealth {
        do throws(BackendFailure) {
            let headers = [.acceptsJSON] + authorization
            guard let response = try await service.checkHealth(at: endpoints.models, headers: headers) else {
                return .ready
            }
            switch response.status {
            case 200: return lacksModel(response) ? .down(.gone) : .ready
            case 403 where lacksModelScope(response): return .ready
            case 404, 405: return .ready
            default: return health(failure(response))
            }
        } catch {
            return .down(error)
        }
    }

    /// Failures that concern only the list of models say nothing about pictures.
    private func health(_ failure: BackendFailure) -> BackendHealth {
        switch failure {
        case .invalid, .gone, .moderated, .failed, .unsupported: .ready
        default: .down(failure)
        }
    }

    private func lacksModel(_ response: HTTPResponse) -> Bool {
        guard dialect.listsAllModels, let models = JSONBody.value(response.body)?["data"]?.list else { return false }
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
        func finding(_ verdict: ConformanceFinding.Verdict, _ seen: String) -> [ConformanceFinding] {
            [ConformanceFinding("gateway.retries", verdict, seen)]
        }
        let response = try? await service.checkHealth(
            at: endpoints.routerSettings, headers: [.acceptsJSON] + authorization)
        guard let response, response.status == 200, let fields = JSONBody.value(response.body)?["fields"]?.list else {
            return finding(.skipped, "the proxy shows its retry settings only to an administrator's key")
        }
        let retries = fields.compactMap(Self.retries)
        guard !retries.isEmpty else { return finding(.kept, "the proxy sends each request once") }
        return finding(
            .skipped,
            "the proxy is configured to retry (\(retries.joined(separator: ", "))); this backend disables that per "
                + "request. Set router_settings: num_retries: 0, without retry_policy and fallbacks.")
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
