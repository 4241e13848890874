@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("The template for Cloudflare", .timeLimit(.minutes(2)))
struct CloudflareTests {
    private func studio(_ answer: Answer) throws -> FakeTemplateProvider {
        try FakeTemplateProvider(
            .cloudflare, model: "@cf/owner/painter", values: ["account": .text("acc1")], extra: ["steps": .integer(4)]
        ) { _, _ in answer }
    }

    @Test("a picture is requested once, from the configured account")
    func good() async throws {
        let studio = try studio(
            .json(#"{"result": {"image": "\#(TemplateFixture.base64)"}, "success": true, "errors": []}"#))
        #expect(await studio.painted() == .success(TemplateFixture.png))
        let order = try #require(studio.orders.first)
        #expect(studio.orders.count == 1 && order.target == "/client/v4/accounts/acc1/ai/run/@cf/owner/painter")
        #expect(order.header("authorization") == "Bearer sk-hush-1")
        #expect(
            try TemplateFixture.json(order.body)
                == .object(["prompt": .text(TemplateFixture.prompt), "seed": .integer(7), "steps": .integer(4)]))
    }

    @Test("older models respond with the picture itself")
    func raw() async throws {
        #expect(try await studio(.status(200, body: TemplateFixture.png)).painted() == .success(TemplateFixture.png))
    }

    @Test(
        "a rejection is classified by its number",
        arguments: [
            (400, 3030, .moderated(stage: "prompt", charged: nil)), (429, 4006, .quota),
            (429, 3040, .transient(message: "words")), (400, 10000, .auth), (400, 5007, .gone),
            (400, 5004, .invalid(parameter: nil, message: "words")), (429, 1, .rateLimited(after: nil)),
        ] as [(Int, Int, BackendFailure)])
    func refused(status: Int, code: Int, failure: BackendFailure) async throws {
        let body = #"{"result": null, "success": false, "errors": [{"code": \#(code), "message": "words"}]}"#
        let studio = try studio(.json(body, status: status))
        #expect(await studio.painted() == .failure(failure))
        #expect(studio.server.requests.count == 1)
    }

    @Test("a prompt too long for the service isn't sent")
    func long() async throws {
        let template = try ShippedTemplate.cloudflare.template()
        let transport = ScriptedTransport("{}")
        let wish = ImageRequest(
            prompt: String(repeating: "a", count: 2049), size: TemplateFixture.request.size, seed: 1)
        var options = TemplateFixture.options(template)
        options.values = ["account": .text("acc1")]
        let result = await TemplateFixture.submitted(try TemplateFixture.backend(options, transport), wish)
        #expect(result.failure != nil && transport.asked.isEmpty)
    }
}
