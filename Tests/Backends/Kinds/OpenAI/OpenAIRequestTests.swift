@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import FoundationEssentials
import Testing

@Suite("Requests to an images API")
struct OpenAIRequestTests {
    private func sent(
        _ options: ConfiguredBackend<OpenAISettings>, _ request: ImageRequest = OpenAIFixture.request
    ) async throws -> (request: HTTPRequest, body: JSONValue) {
        let transport = OpenAIFixture.response("{\"data\":[{\"b64_json\":\"\(OpenAIFixture.base64)\"}]}")
        _ = await OpenAIFixture.submitted(transport, options, request)
        #expect(transport.asked.count == 1)
        let request = try #require(transport.asked.first)
        return (request, try JSONDecoder().decode(JSONValue.self, from: Data(request.body)))
    }

    @Test("OpenAI gets model, prompt, one of its sizes, count and format, nothing else")
    func openAI() async throws {
        let (request, body) = try await sent(OpenAIFixture.options())
        #expect(request.method == .post && request.url == "https://api.openai.com/v1/images/generations")
        #expect(
            body
                == .object([
                    "model": .text("gpt-image-2"), "prompt": .text(OpenAIFixture.request.prompt), "n": .integer(1),
                    "size": .text("1536x1024"), "output_format": .text("png"),
                ]))
        #expect(request.limits.total == .seconds(300) && request.redirects == 0)
    }

    @Test("a request's model, quality and format override the configuration")
    func asked() async throws {
        var request = OpenAIFixture.request
        request.details = GenerationDetails(model: "gpt-image-3", quality: "high", format: .webp)
        var options = OpenAIFixture.options()
        options.quality = "low"
        let (_, body) = try await sent(options, request)
        #expect(body["model"] == .text("gpt-image-3") && body["quality"] == .text("high"))
        #expect(body["output_format"] == .text("webp") && body["seed"] == nil)
        let known = OpenAIFixture.backend(OpenAIFixture.response("{}"), options).descriptor.abilities
        #expect(known.options[.seed] == nil && known.options[.steps] == nil && known.options[.quality] == .any)
    }

    @Test("other options are sent under the server's names; the request overrides extra fields")
    func fields() async throws {
        var request = OpenAIFixture.request
        request.details = GenerationDetails(negativePrompt: "blur", steps: 9)
        var options = OpenAIFixture.options("http://127.0.0.1:1234/v1")
        options.profile = .vllm
        options.extra = ["num_inference_steps": .integer(20), "true_cfg_scale": .integer(4)]
        let (_, body) = try await sent(options, request)
        #expect(body["seed"] == .integer(7) && body["num_inference_steps"] == .integer(9))
        #expect(body["negative_prompt"] == .text("blur") && body["true_cfg_scale"] == .integer(4))
        options.profile = .localai
        let (_, other) = try await sent(options, request)
        #expect(other["prompt"] == .text(request.prompt + "|blur") && other["step"] == .integer(9))
        #expect(
            OpenAIFixture.backend(OpenAIFixture.response("{}"), options).descriptor.abilities.options[.steps] == .any)
    }

    @Test("other servers get the requested size, in steps of 16, and no format")
    func local() async throws {
        let (request, body) = try await sent(OpenAIFixture.options("http://127.0.0.1:1234/v1/", key: nil))
        #expect(request.url == "http://127.0.0.1:1234/v1/images/generations")
        #expect(body["size"] == .text("768x512") && body["output_format"] == nil && body["response_format"] == nil)
        #expect(!request.headers.contains { $0.isNamed("Authorization") })
    }

    @Test("the key is a secret header, and each attempt has the same idempotency key")
    func headers() async throws {
        let (request, _) = try await sent(OpenAIFixture.options())
        let authorization = try #require(request.headers.first { $0.isNamed("Authorization") })
        #expect(authorization.isSecret && authorization.value == "Bearer sk-proj-hush")
        #expect(request.headers.first { $0.isNamed("Idempotency-Key") }?.value == "job-1")
        #expect(request.headers.first { $0.isNamed("Content-Type") }?.value == "application/json")
    }

    @Test("quality, response format and extra fields are sent as configured")
    func configured() async throws {
        var options = OpenAIFixture.options("http://127.0.0.1:1234/v1")
        options.quality = "low"
        options.sendResponseFormat = true
        options.extra = [
            "steps": .integer(4), "output_format": .text("png"), "deep": .object(["a": .list([.flag(true)])]),
        ]
        options.limits.timeout = .seconds(9)
        let (request, body) = try await sent(options)
        #expect(body["quality"] == .text("low") && body["response_format"] == .text("b64_json"))
        #expect(body["steps"] == .integer(4) && body["output_format"] == .text("png"))
        #expect(body["deep"] == .object(["a": .list([.flag(true)])]))
        #expect(request.limits.total == .seconds(9))
        options.extra["response_format"] = .text("base64")
        let (_, other) = try await sent(options)
        #expect(other["response_format"] == .text("base64"))
    }

    @Test("equal requests have equal bytes")
    func stable() async throws {
        let first = try await sent(OpenAIFixture.options()).request
        let second = try await sent(OpenAIFixture.options()).request
        #expect(first == second)
    }

    @Test(
        "of listed sizes, the nearest shape is chosen, and in it the smallest that covers",
        arguments: [
            ("512x512", "1024x1024"), ("1024x1024", "1024x1024"), ("1200x800", "1536x1024"), ("64x96", "1024x1536"),
            ("2048x2048", "1024x1024"), ("2048x64", "1536x1024"),
        ])
    func listed(wish: String, size: String) async throws {
        #expect(try await asked(wish, OpenAIFixture.options()) == size)
    }

    @Test(
        "free sizes are rounded up to the next step, and never narrower than one to three",
        arguments: [("768x512", "768x512"), ("500x333", "512x336"), ("64x64", "64x64"), ("2048x64", "2048x688")])
    func free(wish: String, size: String) async throws {
        #expect(try await asked(wish, OpenAIFixture.options("http://127.0.0.1/v1")) == size)
    }

    @Test("configured sizes replace the known ones")
    func configuredSizes() async throws {
        var options = OpenAIFixture.options()
        options.sizes = [PictureSize(width: 256, height: 256), PictureSize(width: 512, height: 512)]
        #expect(try await asked("300x300", options) == "512x512")
    }

    private func asked(_ wish: String, _ options: ConfiguredBackend<OpenAISettings>) async throws -> String? {
        let transport = OpenAIFixture.response("{}")
        let size = try #require(PictureSize(text: wish))
        _ = try? await OpenAIFixture.backend(transport, options).submit(
            ImageRequest(prompt: "a", size: size, seed: 1), key: "k")
        let body = try #require(transport.asked.first?.body)
        return try JSONDecoder().decode(JSONValue.self, from: Data(body))["size"]?.text
    }

    @Test("a host that resembles OpenAI's is treated like any other")
    func lookalike() async throws {
        for base in ["https://api.openai.com.example/v1", "https://notapi.openai.com/v1", "http://x/api.openai.com"] {
            #expect(try await sent(OpenAIFixture.options(base)).body["output_format"] == nil)
        }
        #expect(try await sent(OpenAIFixture.options("HTTPS://API.OpenAI.com:443/v1")).body["output_format"] != nil)
    }
}
