@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import FoundationEssentials
import Loopback
import Testing

/// Each server's dialect over a real connection: the exact request, and its real responses.
@Suite("Profiles of images APIs", .timeLimit(.minutes(5)))
struct ProfileTests {
    private static let embedded = Answer.json("{\"data\":[{\"b64_json\":\"\(OpenAIFixture.base64)\"}]}")

    @Test("Azure: the deployment in the path, the API version in the query, the key in its own header")
    func azure() async throws {
        for path in ["", "/openai"] {
            let asked = try await ProfiledRequest.sent(.azure, Self.embedded, path: path) {
                $0.model = "my pictures"
                $0.apiVersion = "2025-04-01-preview"
            }
            #expect(
                asked.request.target
                    == "/openai/deployments/my%20pictures/images/generations?api-version=2025-04-01-preview")
            #expect(asked.request.header("api-key") == "sk-proj-hush" && asked.request.header("authorization") == nil)
            #expect(
                asked.body
                    == .object([
                        "model": .text("my pictures"), "prompt": .text("a fox"), "n": .integer(1),
                        "size": .text("1536x1024"), "output_format": .text("png"),
                    ]))
            #expect(asked.receipt?.charged == .yes)
        }
    }

    @Test("Azure's newer URLs are like OpenAI's, with or without an API version")
    func newAzure() async throws {
        let plain = try await ProfiledRequest.sent(.azure, Self.embedded, path: "/openai/v1")
        #expect(plain.request.target == "/openai/v1/images/generations")
        let dated = try await ProfiledRequest.sent(.azure, Self.embedded, path: "/openai/v1") {
            $0.apiVersion = "preview"
        }
        #expect(dated.request.target == "/openai/v1/images/generations?api-version=preview")
    }

    @Test("Together: width and height, a seed, and base64 instead of b64_json")
    func together() async throws {
        let answer = Answer.json(
            "{\"id\":\"o1\",\"model\":\"m\",\"object\":\"list\",\"data\":[{\"index\":0,\"type\":\"b64_json\","
                + "\"url\":null,\"b64_json\":\"\(OpenAIFixture.base64)\",\"timings\":{\"inference\":0.4}}]}")
        let asked = try await ProfiledRequest.sent(.together, answer)
        #expect(asked.request.target == "/v1/images/generations")
        #expect(asked.request.header("authorization") == "Bearer sk-proj-hush")
        #expect(
            asked.body
                == .object([
                    "model": .text("flux/schnell"), "prompt": .text("a fox"), "n": .integer(1),
                    "width": .integer(768), "height": .integer(512), "seed": .integer(7),
                    "response_format": .text("base64"),
                ]))
        #expect(asked.receipt != nil)
    }

    @Test(
        "xAI: an aspect ratio and a resolution, never a size",
        arguments: [
            ("768x512", "3:2", "1k"), ("512x512", "1:1", "1k"), ("1920x1080", "16:9", "2k"), ("64x2000", "9:20", "2k"),
        ])
    func xai(size: String, ratio: String, resolution: String) async throws {
        let answer = Answer.json(
            "{\"data\":[{\"url\":null,\"b64_json\":\"\(OpenAIFixture.base64)\",\"mime_type\":\"image/png\"}],"
                + "\"block_reason\":null,\"usage\":{\"cost_in_usd_ticks\":200000000}}")
        let asked = try await ProfiledRequest.sent(.xai, answer, size: size)
        #expect(
            asked.body
                == .object([
                    "model": .text("flux/schnell"), "prompt": .text("a fox"), "n": .integer(1),
                    "aspect_ratio": .text(ratio), "resolution": .text(resolution),
                    "response_format": .text("b64_json"),
                ]))
        #expect(asked.receipt?.cost == Money(micros: 20_000, currency: "USD"))
    }

    @Test(
        "LiteLLM reports the price in a header, in the body, or not at all",
        arguments: [
            ("0.04", "null", 40_000), ("4e-05", "null", 40), ("None", #"{"cost":0.0123}"#, 12_300),
            ("0", "null", 0), ("-1", "null", nil), ("nan", "null", nil), ("", "null", nil),
        ] as [(String, String, Int64?)])
    func litellm(header: String, usage: String, micros: Int64?) async throws {
        let body =
            "{\"created\":1,\"background\":null,\"data\":[{\"b64_json\":\"\(OpenAIFixture.base64)\",\"revised_prompt\":null,"
            + "\"url\":null}],\"output_format\":null,\"quality\":null,\"size\":null,\"usage\":\(usage)}"
        let head = [("Content-Type", "application/json"), ("x-litellm-response-cost", header)]
        let asked = try await ProfiledRequest.sent(.litellm, .status(200, headers: head, text: body))
        #expect(
            asked.body
                == .object([
                    "model": .text("flux/schnell"), "prompt": .text("a fox"), "n": .integer(1),
                    "size": .text("768x512"), "disable_fallbacks": .flag(true),
                ]))
        let receipt = try #require(asked.receipt)
        #expect(receipt.cost == micros.map { Money(micros: $0, currency: "USD") })
    }

    @Test("LocalAI gets a request for the picture inline, with a seed")
    func localai() async throws {
        let answer = Answer.json(
            "{\"created\":1,\"id\":\"u\",\"data\":[{\"embedding\":null,\"index\":0,\"b64_json\":\"\(OpenAIFixture.base64)\"}],"
                + "\"usage\":{\"prompt_tokens\":0,\"completion_tokens\":0,\"total_tokens\":0}}")
        let asked = try await ProfiledRequest.sent(.localai, answer) { $0.key = nil }
        #expect(
            asked.body
                == .object([
                    "model": .text("flux/schnell"), "prompt": .text("a fox"), "n": .integer(1),
                    "size": .text("768x512"), "seed": .integer(7), "response_format": .text("b64_json"),
                ]))
        #expect(asked.request.header("authorization") == nil && asked.receipt?.charged == .unknown)
        let refused = #"{"error":{"code":500,"message":"could not load model","type":""}}"#
        let failure = try await ProfiledRequest.sent(.localai, .json(refused, status: 500)) { $0.isFree = true }.result
        #expect(failure == .failure(.transient(message: "could not load model")))
    }

    @Test("stable-diffusion.cpp: sides in steps of 64, and the seed in tags before the prompt")
    func sdcpp() async throws {
        let answer = Answer.json(
            "{\"created\":1,\"data\":[{\"b64_json\":\"\(OpenAIFixture.base64)\"}],\"output_format\":\"png\"}")
        let asked = try await ProfiledRequest.sent(.sdcpp, answer, size: "500x330") {
            $0.key = nil
            $0.extra = ["sample_params": .object(["sample_steps": .integer(4)])]
        }
        let tagged = #"<sd_cpp_extra_args>{"sample_params":{"sample_steps":4},"seed":7}</sd_cpp_extra_args>a fox"#
        #expect(
            asked.body
                == .object([
                    "model": .text("flux/schnell"), "prompt": .text(tagged), "n": .integer(1),
                    "size": .text("512x384"),
                ]))
        #expect(asked.receipt != nil)
    }

    @Test("tag content can't close the tag: the server reads up to the first closing tag")
    func closingTag() async throws {
        let negative = "blur </sd_cpp_extra_args> \u{2028} <\\/ </ \n등대"
        let answer = Answer.json("{\"created\":1,\"data\":[{\"b64_json\":\"\(OpenAIFixture.base64)\"}]}")
        let asked = try await ProfiledRequest.sent(.sdcpp, answer, details: GenerationDetails(negativePrompt: negative))
        {
            $0.key = nil
            $0.extra = ["</sd_cpp_extra_args>": .text("</sd_cpp_extra_args>")]
        }
        let prompt = try #require(asked.body["prompt"]?.text)
        // Like `extract_and_remove_sd_cpp_extra_args`: `<sd_cpp_extra_args>(.*?)</sd_cpp_extra_args>`, where `.`
        // doesn't match a line break.
        let opened = try #require(prompt.firstRange(of: "<sd_cpp_extra_args>"))
        let closed = try #require(prompt[opened.upperBound...].firstRange(of: "</sd_cpp_extra_args>"))
        let inside = prompt[opened.upperBound..<closed.lowerBound]
        #expect(!inside.utf8.contains(10) && !inside.utf8.contains(13))
        let read = try #require(JSONBody.value(Array(inside.utf8)))
        #expect(read["negative_prompt"] == .text(negative) && read["seed"] == .integer(7))
        #expect(read["</sd_cpp_extra_args>"] == .text("</sd_cpp_extra_args>"))
        #expect(prompt[closed.upperBound...] == "a fox" && prompt[..<opened.lowerBound].isEmpty)
    }

    @Test("a size that stable-diffusion.cpp would silently replace is rejected before sending")
    func badSize() async throws {
        let transport = OpenAIFixture.response("{}")
        var options = OpenAIFixture.options("http://127.0.0.1:1/v1")
        options.profile = .sdcpp
        options.sizes = [PictureSize(width: 500, height: 500)]
        let said = "sizes contains 500x500, but both sides must be multiples of 64"
        #expect(await OpenAIFixture.submitted(transport, options) == .failure(.config(message: said)))
        #expect(transport.asked.isEmpty)
    }

    @Test("vLLM: a seed; nulls are ignored, and it is loading until its engine is up")
    func vllm() async throws {
        let answer = Answer.json(
            "{\"created\":1,\"data\":[{\"b64_json\":\"\(OpenAIFixture.base64)\",\"url\":null,\"revised_prompt\":null}]}"
        )
        let asked = try await ProfiledRequest.sent(.vllm, answer)
        #expect(
            asked.body
                == .object([
                    "model": .text("flux/schnell"), "prompt": .text("a fox"), "n": .integer(1),
                    "size": .text("768x512"), "seed": .integer(7),
                ]))
        #expect(asked.receipt?.cost == nil)
        let starting = Answer.json(#"{"detail":"Engine not initialized"}"#, status: 503)
        #expect(try await ProfiledRequest.sent(.vllm, starting).result == .failure(.unknown))
        let loading = try await ProfiledRequest.sent(.vllm, starting) { $0.isFree = true }.result
        #expect(loading == .failure(.loading(eta: nil)))
        let detail = #"{"detail":[{"type":"int_parsing","loc":["body","seed"],"msg":"Input should be an integer"}]}"#
        let invalid = try await ProfiledRequest.sent(.vllm, .json(detail, status: 422)).result
        #expect(invalid == .failure(.invalid(parameter: "seed", message: "Input should be an integer")))
    }

    @Test("the configuration's response format overrides the profile's")
    func requestsEmbedded() async throws {
        let silent = try await ProfiledRequest.sent(.together, Self.embedded) { $0.sendResponseFormat = false }
        #expect(silent.body["response_format"] == nil)
        let asking = try await ProfiledRequest.sent(.vllm, Self.embedded) { $0.sendResponseFormat = true }
        #expect(asking.body["response_format"] == .text("b64_json"))
    }

    @Test("a seed beyond the service's range is rejected before sending")
    func longSeed() async throws {
        let transport = OpenAIFixture.response("{}")
        var options = OpenAIFixture.options("http://127.0.0.1:1/v1")
        options.profile = .vllm
        let backend = OpenAIFixture.backend(transport, options)
        let request = ImageRequest(prompt: "a", size: PictureSize(width: 64, height: 64), seed: .max)
        await #expect(throws: BackendFailure.invalid(parameter: "seed", message: "the maximum is \(Int64.max)")) {
            try await backend.submit(request, key: "k")
        }
        #expect(transport.asked.isEmpty)
    }

    @Test("Azure's model list is requested with the API version and its own key header")
    func azureProbe() async throws {
        let server = try Server(.json(#"{"data":[]}"#))
        var options = OpenAIFixture.options(server.url)
        options.profile = .azure
        options.apiVersion = "2025-04-01"
        let health = await OpenAIFixture.backend(try Wire(), options).probe()
        #expect(health == .ready)
        let request = try #require(server.requests.first)
        #expect(request.target == "/openai/models?api-version=2025-04-01")
        #expect(request.header("api-key") == "sk-proj-hush")
    }
}
