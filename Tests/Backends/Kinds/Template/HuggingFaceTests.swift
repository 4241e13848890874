@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("The template for Hugging Face", .timeLimit(.minutes(2)))
struct HuggingFaceTests {
    private func studio(_ answer: Answer) throws -> FakeTemplateProvider {
        try FakeTemplateProvider(.huggingface, model: "owner/painter", extra: ["num_inference_steps": .integer(4)]) {
            _, _ in answer
        }
    }

    @Test("a picture is requested once and is the response body")
    func good() async throws {
        let studio = try studio(.status(200, headers: [("Content-Type", "image/jpeg")], body: TemplateFixture.png))
        #expect(await studio.painted() == .success(TemplateFixture.png))
        let order = try #require(studio.orders.first)
        #expect(studio.orders.count == 1 && order.target == "/hf-inference/models/owner/painter")
        #expect(order.header("authorization") == "Bearer sk-hush-1" && order.header("accept") == "image/png")
        #expect(
            try TemplateFixture.json(order.body)
                == .object([
                    "inputs": .text(TemplateFixture.prompt),
                    "parameters": .object([
                        "width": .integer(768), "height": .integer(512), "seed": .integer(7),
                        "num_inference_steps": .integer(4),
                    ]),
                ]))
    }

    private static let loading = #"{"error": "Model owner/painter is currently loading", "estimated_time": 44.49}"#

    @Test("a loading model has done no work, if Hugging Face itself says so")
    func loads() async throws {
        let template = try ShippedTemplate.huggingface.template()
        let backend = try TemplateFixture.backend(
            TemplateFixture.options(template), ScriptedTransport(503, Self.loading))
        #expect(await TemplateFixture.submitted(backend) == .failure(.loading(eta: 44_490)))
        let page = try TemplateFixture.backend(TemplateFixture.options(template), ScriptedTransport(503, "<html>"))
        #expect(await TemplateFixture.submitted(page) == .failure(.unknown))
    }

    @Test(
        "a rejection has its class",
        arguments: [
            // Not at its own host: a gateway may say so.
            (503, loading, .unknown), (503, #"{"error": "Service Unavailable"}"#, .unknown),
            (402, #"{"error": "You have exceeded your monthly included credits"}"#, .quota),
            (401, #"{"error": "Invalid username or password."}"#, .auth), (404, "Not Found", .gone),
            (400, #"{"error": ["width too large"]}"#, .invalid(parameter: nil, message: "status 400")),
            (200, #"{"error": "x"}"#, .badResponse(message: "JSON where a picture was expected")),
        ] as [(Int, String, BackendFailure)])
    func refused(status: Int, body: String, failure: BackendFailure) async throws {
        let studio = try studio(.json(body, status: status))
        #expect(await studio.painted() == .failure(failure))
        #expect(studio.server.requests.count == 1)
    }

    @Test("a lost response is unknown")
    func lost() async throws {
        #expect(try await studio(Answer(.close)).painted() == .failure(.unknown))
    }
}
