@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import FoundationEssentials
import Loopback
import Testing

@Suite("Tags from a chat API", .timeLimit(.minutes(5)))
struct ChatTests {
    private static let good = #"""
        {"choices":[{"message":{"content":"[\"sea\",\"fox\"]"}}],"usage":{"prompt_tokens":90,"completion_tokens":7}}
        """#

    private let picture: InputPicture

    init() throws {
        let digest = try #require(Digest(bytes: [UInt8](repeating: 7, count: 32)))
        picture = InputPicture(OpenAIFixture.png, .png, digest: digest)
    }

    private func suggested(
        _ transport: any HTTPTransport, _ base: String = "https://api.openai.com/v1", isFree: Bool = false,
        extra: [String: JSONValue] = [:]
    ) async -> Result<TagReply, BackendFailure> {
        var settings = ChatSettings(at: base, model: "gpt-see")
        settings.extra = extra
        let backend = ChatBackend(
            settings, BackendContext("eyes", key: OpenAIFixture.key, isFree: isFree), transport: transport,
            utc: { OpenAIFixture.now })
        do throws(BackendFailure) {
            return .success(
                try await backend.suggestTags(TagRequest(prompt: "What is \"it\"?", picture: picture), key: "k"))
        } catch {
            OpenAIFixture.checkWording(of: error)
            return .failure(error)
        }
    }

    private func failure(_ status: Int, _ body: String, isFree: Bool = false) async -> BackendFailure? {
        if case .failure(let failure) = await suggested(OpenAIFixture.response(status, body), isFree: isFree) {
            return failure
        }
        return nil
    }

    @Test("the question is sent once with model and picture; tags and tokens are read")
    func request() async throws {
        let transport = OpenAIFixture.response(Self.good)
        let reply = try await suggested(transport, extra: ["max_tokens": .integer(99)]).get()
        #expect(reply.tags.map(\.shown) == ["sea", "fox"])
        #expect(reply.receipt.tokens == TokenCount(input: 90, output: 7) && reply.receipt.charged == .yes)
        #expect(transport.asked.count == 1)
        let request = try #require(transport.asked.first)
        #expect(request.method == .post && request.url == "https://api.openai.com/v1/chat/completions")
        #expect(request.redirects == 0)
        let body = try JSONDecoder().decode(JSONValue.self, from: Data(request.body))
        let content = JSONValue.list([
            .object(["type": .text("text"), "text": .text("What is \"it\"?")]),
            .object([
                "type": .text("image_url"),
                "image_url": .object([
                    "url": .text("data:image/png;base64," + OpenAIFixture.base64), "detail": .text("low"),
                ]),
            ]),
        ])
        #expect(
            body
                == .object([
                    "model": .text("gpt-see"), "max_tokens": .integer(99),
                    "messages": .list([.object(["role": .text("user"), "content": content])]),
                ]))
    }

    @Test("over a real connection the key is sent, and a lost answer is unknown")
    func connection() async throws {
        let server = try Server(.json(Self.good))
        let wire = try Wire(total: .seconds(20), stall: .seconds(20))
        let reply = try await suggested(wire, server.url + "/v1").get()
        #expect(reply.tags.count == 2 && server.requests.first?.header("authorization") == "Bearer sk-proj-hush")
        let closing = try Server(Answer(.close))
        #expect(await suggested(wire, closing.url + "/v1") == .failure(.unknown))
        #expect(closing.requests.count == 1, "it was asked twice")
    }

    @Test("answers in parts and as lines are read")
    func shapes() async throws {
        let parts = #"{"choices":[{"message":{"content":[{"type":"text","text":"sea\nfox"}]}}]}"#
        #expect(try await suggested(OpenAIFixture.response(parts)).get().tags.map(\.shown) == ["sea", "fox"])
    }

    @Test(
        "an answer without tags has the class in the tables",
        arguments: [
            (401, #"{"error":{"code":"invalid_api_key","message":"x"}}"#, .auth), (402, "{}", .quota),
            (429, "", .rateLimited(after: nil)), (500, "", .unknown), (403, "", .unknown),
            (404, #"{"error":{"code":"model_not_found","message":"x"}}"#, .gone),
            (200, #"{"choices":[{"message":{"refusal":"no"}}]}"#, .moderated(stage: "picture", charged: nil)),
            (
                200, #"{"choices":[{"message":{"content":""},"finish_reason":"content_filter"}]}"#,
                .moderated(stage: "picture", charged: nil)
            ),
            (200, #"{"choices":[]}"#, .empty), (200, "", .empty),
            (200, #"{"choices":{}}"#, .badResponse(message: "an object in \"choices\", where a list was expected")),
            (
                200, #"{"choices":[{"message":{"content":"I can't help you with that."}}]}"#,
                .badResponse(message: "no tags in the answer: I can't help you with that.")
            ),
        ] as [(Int, String, BackendFailure)])
    func refusals(status: Int, body: String, expected: BackendFailure) async {
        #expect(await failure(status, body) == expected)
    }

    @Test("a free server's failure is what it says")
    func free() async {
        #expect(await failure(503, "", isFree: true) == .transient(message: "status 503"))
    }

    @Test("it makes no pictures")
    func pictures() async {
        let backend = ChatBackend(
            ChatSettings(at: "http://127.0.0.1:1", model: "m"), BackendContext("eyes"),
            transport: OpenAIFixture.response("{}"), utc: { OpenAIFixture.now })
        await #expect(throws: BackendFailure.unsupported(feature: "pictures")) {
            try await backend.submit(OpenAIFixture.request, key: "k")
        }
        #expect(backend.descriptor.abilities.tasks.isEmpty)
    }
}
