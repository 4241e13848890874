package import BackendKit
package import Domain

/// A service that speaks OpenAI's images dialect (`POST …/images/generations`, `…/images/edits` in JSON or
/// in parts): OpenAI itself, and the many servers that are asked the same way. It keeps no state and repeats nothing.
///
/// Source of the wire format: OpenAI's OpenAPI description, paths `/images/generations` and `/models`.
package struct OpenAIBackend: ImageBackend {
    package static let kind = "openai"

    package let descriptor: BackendDescriptor
    let options: OpenAIOptions
    let address: Address
    let dialect: Dialect
    let entrance: Entrance
    let transport: any HTTPTransport
    let quoting: Quoting
    private let proof: PurchaseProof
    /// Milliseconds since 1970.
    let utc: @Sendable () -> Int64

    private let notice: @Sendable (BackendNotice) -> Void
    private let lesson = Lesson()

    package init(
        _ options: OpenAIOptions, transport: any HTTPTransport, utc: @escaping @Sendable () -> Int64,
        notice: @escaping @Sendable (BackendNotice) -> Void = { _ in }
    ) {
        let address = Address(options.baseURL)
        var dialect = Dialect(options.profile, at: address)
        dialect.edits = options.edits ?? dialect.edits
        descriptor = BackendDescriptor(
            name: options.name, kind: Self.kind, credit: options.model, isFree: options.isFree, isDeterministic: false,
            sides: 16...4096, concurrency: options.concurrency, onUnknown: options.onUnknown,
            probeInterval: options.probeInterval, abilities: dialect.abilities)
        self.options = options
        self.address = address
        self.dialect = dialect
        entrance = Entrance(options, address, dialect.entrance)
        self.transport = transport
        quoting = Quoting(hiding: [options.key])
        proof = dialect.proof(mayCost: !options.isFree)
        self.utc = utc
        self.notice = notice
    }

    /// Asks for one picture and waits for it. `.unknown` when the request went out and nothing that came back proves that
    /// no picture was bought (see `PurchaseProof`). A service that doesn't know a field of the request has bought nothing: it is asked once more without that field.
    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        var fields = try GenerationBody(options: options, dialect: dialect).fields(request)
        if let unknown = lesson.unknown { fields[unknown] = nil }
        let place = entrance.images(
            request.picture == nil ? "generations" : "edits", model: request.details.model ?? options.model)
        var response = try await asked(fields, request.picture, at: place, key)
        if let name = Lesson.parameter(of: response, in: fields, dialect), !isWish(name, request), isLearnt(name) {
            fields[name] = nil
            response = try await asked(fields, request.picture, at: place, key)
        }
        return try await finished(response)
    }

    /// Whether a person asked for it.
    private func isWish(_ name: String, _ request: ImageRequest) -> Bool {
        name == "output_format" && request.details.format != nil
    }

    private func isLearnt(_ name: String) -> Bool {
        let taken = lesson.learn(name)
        if taken == .first {
            notice(.leavesOut(parameter: quoting.quoted(name, limit: 64), backend: descriptor.name))
        }
        return taken != .no
    }

    private func asked(
        _ fields: [String: JSONValue], _ picture: InputPicture?, at place: String, _ key: String
    ) async throws(BackendFailure) -> HTTPResponse {
        let body = try PostedBody(fields, picture, dialect)
        let headers = [
            HTTPHeader("Content-Type", body.type), HTTPHeader("Accept", "application/json"),
            HTTPHeader("Idempotency-Key", key), HTTPHeader("X-Client-Request-Id", key),
        ]
        let request = HTTPRequest(
            .post, place, headers: headers + dialect.headers + entrance.authorization,
            body: body.bytes, limits: HTTPLimits(total: options.timeout))
        do throws(HTTPFailure) { return try await transport.perform(request) } catch { throw unanswered(error) }
    }

    /// Nothing is ever pending here.
    package func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        throw .lost
    }

    /// The picture's bytes, from the answer or from where it said; the key is never sent there.
    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        switch source {
        case .bytes(let bytes): try ReceivedPicture.checked(bytes, limit: limit)
        case .url(let place):
            try await PictureFetch(
                transport, quoting: quoting, base: options.baseURL, allowedHosts: options.allowedHosts, utc: utc
            ).bytes(place, limit: limit)
        }
    }

    /// The dialect has no way to stop work.
    package func cancel(_ handle: JobHandle) async -> CancelOutcome {
        .unsupported
    }

    /// Megabytes of Base64 are work for a core: it leaves the caller's actor.
    @concurrent
    private func finished(_ response: HTTPResponse) async throws(BackendFailure) -> BackendKit.Submission {
        guard 200..<300 ~= response.status else {
            throw proof.failure(of: response, meaning: refusal(response).failure)
        }
        let answer = GenerationAnswer(response, quoting: quoting) { spoken in
            proof.failure(of: response, meaning: refusal(response, spoken).failure)
        }
        return .finished(try answer.pictures(), receipt(response, answer.value))
    }

    func refusal(_ response: HTTPResponse, _ spoken: SpokenError? = nil) -> Refusal {
        Refusal(response, spoken, quoting: quoting, now: utc(), dialect: dialect)
    }

    private func unanswered(_ failure: HTTPFailure) -> BackendFailure {
        proof.failure(of: failure) { refusal($0).failure }
    }

    private func receipt(_ response: HTTPResponse, _ value: JSONValue?) -> Receipt {
        let number = response.header("x-request-id").map { quoting.quoted($0) } ?? ""
        return Receipt(
            reference: number.isEmpty ? nil : number, charged: options.key == nil ? .unknown : .yes,
            cost: CostPlace.cost(of: response, value, in: dialect.costs), tokens: value.flatMap(Self.tokens),
            pause: RetryTime.pause(after: response))
    }

    /// Servers that count nothing say nought.
    private static func tokens(_ value: JSONValue) -> TokenCount? {
        let usage = value["usage"]
        let (input, output) = (Self.count(usage?["input_tokens"]), Self.count(usage?["output_tokens"]))
        return input > 0 || output > 0 ? TokenCount(input: input, output: output) : nil
    }

    private static func count(_ value: JSONValue?) -> Int64 {
        value?.word.flatMap { Int64($0) } ?? 0
    }
}
