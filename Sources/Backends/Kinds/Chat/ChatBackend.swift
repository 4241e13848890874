package import BackendKit
package import Domain

/// A service with OpenAI's chat API (`POST …/chat/completions`) and a model that sees pictures. It makes none, and
/// suggests tags. It repeats nothing.
///
/// Source of the wire format: OpenAI's OpenAPI description, path `/chat/completions`.
package struct ChatBackend: SynchronousBackend {
    package static let kind = "openai-chat"
    /// The largest answer, in bytes: a few words are expected.
    private static let answerBytes = 1 << 20

    package let descriptor: BackendDescriptor
    private let settings: ChatSettings
    private let context: BackendContext
    private let service: HTTPService
    /// The service's errors, and what they prove, are those of its images API.
    private let dialect: Dialect
    private let proof: PurchaseProof

    package init(
        _ settings: ChatSettings, _ context: BackendContext, transport: any HTTPTransport,
        utc: @escaping @Sendable () -> UTCMillis
    ) {
        self.settings = settings
        self.context = context
        service = HTTPService(
            settings.baseURL, transport: transport, quoting: Quoting(hiding: [context.key]), utc: utc)
        dialect = Dialect(.openai, at: service.base)
        proof = dialect.proof(mayCost: !context.isFree)
        descriptor = BackendDescriptor(
            context, kind: Self.kind, credit: settings.model, sides: 1...1, abilities: BackendCapabilities(tasks: []))
    }

    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> Submission {
        throw .unsupported(feature: "pictures")
    }

    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] { throw .lost }

    package func probe() async -> BackendHealth {
        do throws(BackendFailure) {
            let headers = [.acceptsJSON] + authorization
            let response = try await service.checkHealth(at: service.base + "/models", headers: headers)
            return response?.status == 401 ? .down(.auth) : .ready
        } catch {
            return .down(error)
        }
    }

    private var authorization: [HTTPHeader] { context.key.map { [.bearer($0)] } ?? [] }
}

extension ChatBackend {
    /// Sends the question with the picture and reads the tags. Throws `.unknown` when the request was sent and nothing
    /// proves that no answer was bought (see `PurchaseProof`).
    package func suggestTags(_ request: TagRequest, key: String) async throws(BackendFailure) -> TagReply {
        let response = try await response(to: request, key)
        guard response.isSuccess else { throw proof.failure(of: response, meaning: failure(response)) }
        let body = try response.object(quoting: service.quoting)
        let text = try text(of: body, response)
        let tags = TagAnswer.tags(in: text)
        guard !tags.isEmpty else {
            throw .badResponse(message: "no tags in the answer: " + service.quoting.quoted(text, limit: 80))
        }
        let receipt = Receipt(
            reference: service.quoting.quotedUnlessEmpty(response.header("x-request-id")),
            charged: context.key == nil ? .unknown : .yes,
            cost: CostSource.cost(of: response, body, in: dialect.costs), tokens: Self.tokens(body))
        return TagReply(tags: tags, receipt: receipt)
    }

    private func response(to request: TagRequest, _ key: String) async throws(BackendFailure) -> HTTPResponse {
        var fields = settings.extra
        fields["model"] = .text(settings.model)
        fields["messages"] = .list([
            .object([
                "role": .text("user"),
                "content": .list([
                    .object(["type": .text("text"), "text": .text(request.prompt)]),
                    .object([
                        "type": .text("image_url"),
                        // The picture is small; more detail would cost more and find nothing.
                        "image_url": .object(["url": .text(request.picture.dataAddress), "detail": .text("low")]),
                    ]),
                ]),
            ])
        ])
        let headers = [
            .containsJSON, .acceptsJSON, HTTPHeader("Idempotency-Key", key), HTTPHeader("X-Client-Request-Id", key),
        ]
        let order = HTTPRequest(
            .post, service.base + "/chat/completions", headers: headers + dialect.headers + authorization,
            body: try JSONBody.bytes(.object(fields), from: "extra"),
            limits: HTTPLimits(total: context.limits.timeout, bodyBytes: Self.answerBytes))
        do throws(HTTPFailure) { return try await service.transport.perform(order) } catch {
            throw proof.failure(of: error) { failure($0) }
        }
    }

    /// The words of the first choice. A refusal to look at the picture has been paid for like an answer.
    private func text(of body: JSONValue, _ response: HTTPResponse) throws(BackendFailure) -> String {
        let choice = try body.list("choices")?.first
        let message = choice?["message"]
        if message?["refusal"] != nil || choice?["finish_reason"]?.text == "content_filter" {
            throw .moderated(stage: "picture", charged: nil)
        }
        let content = message?["content"]
        let parts = content?.list?.compactMap { $0["text"]?.text }.joined(separator: "\n")
        if let text = content?.text ?? parts, !text.isBlank { return text }
        let error = ReportedError(body)
        throw error.isOwn ? proof.failure(of: response, meaning: failure(response, error)) : .empty
    }

    private func failure(_ response: HTTPResponse, _ error: ReportedError? = nil) -> BackendFailure {
        OpenAIRefusal(plain: service.refusal(response, error), dialect: dialect).failure
    }

    /// Servers that don't count tokens report none or zero.
    private static func tokens(_ body: JSONValue) -> TokenCount? {
        func count(_ name: String) -> Int64 { body["usage"]?[name]?.word.flatMap { Int64($0) } ?? 0 }
        let (input, output) = (count("prompt_tokens"), count("completion_tokens"))
        return input > 0 || output > 0 ? TokenCount(input: input, output: output) : nil
    }
}
