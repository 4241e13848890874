@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Testing

@Suite("Health checks of an images API")
struct OpenAIProbeTests {
    private let list = #"{"object":"list","data":[{"id":"gpt-image-2"},{"id":"other"}]}"#
    private let without = #"{"object":"list","data":[{"id":"other"}]}"#

    private func health(
        _ status: Int, _ body: String = "", _ base: String = "https://api.openai.com/v1"
    ) async -> BackendHealth {
        await OpenAIFixture.backend(OpenAIFixture.response(status, body), OpenAIFixture.options(base)).probe()
    }

    @Test("the models are requested with the key, and never a picture")
    func request() async throws {
        let transport = OpenAIFixture.response(list)
        #expect(await OpenAIFixture.backend(transport).probe() == .ready)
        let request = try #require(transport.asked.first)
        #expect(transport.asked.count == 1 && request.method == .get)
        #expect(request.url == "https://api.openai.com/v1/models")
        #expect(request.headers.contains { $0.isNamed("authorization") && $0.isSecret })
    }

    @Test("only OpenAI's own model list is considered complete")
    func models() async {
        #expect(await health(200, list) == .ready)
        #expect(await health(200, without) == .down(.gone))
        #expect(await health(200, without, "http://127.0.0.1:1/v1") == .ready)
        #expect(await health(200, #"{"data":[]}"#) == .ready)
        #expect(await health(200, "fine") == .ready)
    }

    @Test(
        "responses that make the server unusable, and those that only concern the check",
        arguments: [
            (401, "", .down(.auth)), (403, "", .down(.auth)), (402, "", .down(.quota)), (404, "", .ready),
            (405, "", .ready), (400, "", .ready), (500, "", .down(.transient(message: "status 500"))),
            (503, "", .down(.transient(message: "status 503"))), (504, "", .down(.timeout)),
            (429, "", .down(.rateLimited(after: nil))),
            (403, #"{"error":{"message":"Missing scopes: api.model.read"}}"#, .ready),
        ] as [(Int, String, BackendHealth)])
    func statuses(status: Int, body: String, expected: BackendHealth) async {
        #expect(await health(status, body) == expected)
    }

    @Test("an unreachable server is down")
    func unreachable() async {
        let transport = ScriptedTransport { _ in .failure(.sentNoAnswer(host: "a", HTTPFault(.timeout))) }
        #expect(await OpenAIFixture.backend(transport).probe() == .down(.timeout))
        let large = ScriptedTransport { _ in .failure(.bodyTooLarge(host: "a", status: 200, limit: 1)) }
        #expect(await OpenAIFixture.backend(large).probe() == .ready)
    }
}
