@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("The template for Stability", .timeLimit(.minutes(2)))
struct StabilityTests {
    private func studio(_ answer: Answer) throws -> FakeTemplateProvider {
        try FakeTemplateProvider(.stability, model: "core") { request, _ in
            request.target == "/v1/user/balance" ? .json(#"{"credits": 42.5}"#) : answer
        }
    }

    private static func picture(_ reason: String) -> Answer {
        .status(
            200, headers: [("finish-reason", reason), ("seed", "99"), ("Content-Type", "image/png")],
            body: TemplateFixture.png)
    }

    @Test("a form is sent once, and the picture is the response body")
    func good() async throws {
        let studio = try studio(Self.picture("SUCCESS"))
        #expect(await studio.painted() == .success(TemplateFixture.png))
        let order = try #require(studio.orders.first)
        #expect(studio.server.requests.count == 1 && order.target == "/v2beta/stable-image/generate/core")
        #expect(order.header("authorization") == "Bearer sk-hush-1" && order.header("accept") == "image/*")
        let mark = "textifyd-job1"
        #expect(order.header("content-type") == "multipart/form-data; boundary=\(mark)" && studio.keepsKeySecret)
        let fields = [
            ("aspect_ratio", "3:2"), ("output_format", "png"), ("prompt", TemplateFixture.prompt), ("seed", "7"),
        ]
        let parts = fields.map { name, value in
            "--\(mark)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        #expect(order.text == parts.joined() + "--\(mark)--\r\n")
        guard case .finished(_, let receipt) = try await studio.submitted().get() else { return }
        #expect(receipt.seed == 99)
    }

    @Test("a blurred picture is a rejection, whatever its status")
    func blurred() async throws {
        let studio = try studio(Self.picture("CONTENT_FILTERED"))
        #expect(await studio.painted() == .failure(.moderated(stage: "picture", charged: true)))
    }

    @Test(
        "a rejection has its class",
        arguments: [
            (403, #"{"name": "content_moderation", "errors": ["no"]}"#, .moderated(stage: "prompt", charged: false)),
            (403, #"{"name": "forbidden", "errors": ["no"]}"#, .auth), (402, #"{"name": "payment_required"}"#, .quota),
            (429, #"{"name": "rate_limit_exceeded"}"#, .rateLimited(after: nil)),
            (
                400, #"{"name": "bad_request", "errors": ["seed: too large"]}"#,
                .invalid(parameter: nil, message: "seed: too large")
            ),
            (200, "<html>", .badResponse(message: "an HTML or XML page where a picture was expected")),
        ] as [(Int, String, BackendFailure)])
    func refused(status: Int, body: String, failure: BackendFailure) async throws {
        let studio = try studio(.json(body, status: status))
        #expect(await studio.painted() == .failure(failure))
        #expect(studio.server.requests.count == 1)
    }

    @Test("half a picture is unknown, and checking the balance is free")
    func half() async throws {
        let answer = Answer(.send(Answer.head(200, length: 100)), .send(TemplateFixture.png), .close)
        let studio = try studio(answer)
        #expect(await studio.painted() == .failure(.unknown))
        #expect(await studio.health() == .ready && studio.orders.count == 1)
    }
}
