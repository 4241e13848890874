@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("The template for Gemini", .timeLimit(.minutes(2)))
struct GeminiTests {
    private func studio(_ body: String, status: Int = 200) throws -> FakeTemplateProvider {
        try FakeTemplateProvider(.gemini, model: "painter-image", extra: ["temperature": .number(0.5)]) { _, _ in
            .json(body, status: status)
        }
    }

    private static let good = """
        {"candidates": [{"finishReason": "STOP", "content": {"parts": [
            {"thought": true, "inlineData": {"mimeType": "image/png", "data": "AAAA"}}, {"text": "Here you are."},
            {"inlineData": {"mimeType": "image/png", "data": "\(TemplateFixture.base64)"}}]}}]}
        """

    @Test("drafts and text are skipped, and the picture is used")
    func good() async throws {
        let studio = try studio(Self.good)
        #expect(await studio.painted() == .success(TemplateFixture.png))
        let order = try #require(studio.orders.first)
        #expect(studio.orders.count == 1 && order.target == "/v1beta/models/painter-image:generateContent")
        #expect(order.header("x-goog-api-key") == "sk-hush-1" && studio.keepsKeySecret)
        let body = try TemplateFixture.json(order.body)
        let parts = JSONValue.list([.object(["text": .text(TemplateFixture.prompt)])])
        #expect(body["contents"] == .list([.object(["role": .text("user"), "parts": parts])]))
        #expect(
            body["generationConfig"]
                == .object([
                    "responseModalities": .list([.text("TEXT"), .text("IMAGE")]), "temperature": .number(0.5),
                    "imageConfig": .object(["aspectRatio": .text("3:2")]),
                ]))
    }

    @Test(
        "token counts are reported, with thoughts as output; without any, nothing is",
        arguments: [
            (
                #"{"promptTokenCount": 12, "candidatesTokenCount": 1290, "thoughtsTokenCount": 210, "totalTokenCount": 1512}"#,
                TokenCount(input: 12, output: 1500)
            ),
            (#"{"promptTokenCount": 12, "candidatesTokenCount": 1290}"#, TokenCount(input: 12, output: 1290)),
            (#"{"promptTokenCount": 12}"#, TokenCount(input: 12, output: 0)), ("{}", nil), ("null", nil),
            (#"{"promptTokenCount": "12", "candidatesTokenCount": -1}"#, nil),
        ] as [(String, TokenCount?)])
    func tokens(usage: String, tokens: TokenCount?) async throws {
        let body = Self.good.dropLast() + ", \"usageMetadata\": \(usage)}"
        guard case .finished(_, let receipt) = try await studio(String(body)).submitted().get() else {
            Issue.record("pending")
            return
        }
        #expect(receipt.tokens == tokens && receipt.cost == nil)
    }

    @Test(
        "rejections come with status 200",
        arguments: [
            (#"{"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}"#, .moderated(stage: "prompt", charged: nil)),
            (#"{"candidates": [{"finishReason": "IMAGE_SAFETY"}]}"#, .moderated(stage: "picture", charged: nil)),
            (#"{"candidates": [{"finishReason": "NO_IMAGE", "content": {"parts": [{"text": "No."}]}}]}"#, .empty),
            (#"{"candidates": []}"#, .empty),
        ] as [(String, BackendFailure)])
    func refused(body: String, failure: BackendFailure) async throws {
        #expect(try await studio(body).painted() == .failure(failure))
    }

    @Test(
        "the delay of a rate limit is in the body",
        arguments: [
            (
                #"[{"@type": "x.QuotaFailure", "violations": [{"quotaId": "GeneratePerMinute"}]}, {"retryDelay": "2s"}]"#,
                "slow", .rateLimited(after: 2000)
            ),
            (
                #"[{"violations": [{"quotaId": "GenerateRequestsPerDayPerProject"}]}, {"retryDelay": "2s"}]"#, "slow",
                .quota
            ),
            (#"[{"retryDelay": "2s"}]"#, "Quota exceeded, limit: 0, model: x", .quota),
        ] as [(String, String, BackendFailure)])
    func limits(details: String, message: String, failure: BackendFailure) async throws {
        let body =
            #"{"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "\#(message)", "details": \#(details)}}"#
        #expect(try await studio(body, status: 429).painted() == .failure(failure))
    }

    @Test("a bad key has status 400, and a removed model is reported")
    func key() async throws {
        let bad = #"{"error": {"code": 400, "status": "INVALID_ARGUMENT", "details": [{"reason": "API_KEY_INVALID"}]}}"#
        #expect(try await studio(bad, status: 400).painted() == .failure(.auth))
        #expect(try await studio(bad, status: 400).health() == .down(.auth))
        let gone = #"{"error": {"code": 404, "status": "NOT_FOUND", "message": "no such model"}}"#
        #expect(try await studio(gone, status: 404).painted() == .failure(.gone))
    }
}
