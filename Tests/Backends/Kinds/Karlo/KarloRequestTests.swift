@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("Requests to Karlo")
struct KarloRequestTests {
    private func sent(
        size: String = "1024x768", details: GenerationDetails = GenerationDetails(),
        _ change: (inout ConfiguredBackend<KarloSettings>) -> Void = { _ in }
    ) async throws -> JSONValue {
        var fixture = try KarloFixture()
        change(&fixture.options)
        _ = await fixture.submitted(size: size, details: details)
        #expect(fixture.server.requests.count == 1)
        let request = try #require(fixture.server.requests.first)
        #expect(request.method == "POST" && request.target == "/v2/inference/karlo/t2i")
        #expect(request.header("authorization") == "KakaoAK rest-hush")
        #expect(request.header("content-type") == "application/json")
        return try #require(JSONBody.value(request.body))
    }

    @Test("one PNG in Base64 is requested, with its seed in a list; the rest is left to Karlo")
    func short() async throws {
        let body = try await sent()
        let expected = JSONValue.object([
            "prompt": .text("a \"cat\"\n{{secret}}"), "width": .integer(640), "height": .integer(480),
            "samples": .integer(1), "seed": .list([.integer(7)]), "image_format": .text("png"),
            "return_type": .text("base64_string"),
        ])
        #expect(body == expected)
    }

    @Test("every setting is sent under Karlo's name")
    func whole() async throws {
        let body = try await sent { options in
            options.version = "v2.1"
            options.negativePrompt = "blur"
            options.steps = 10
            options.guidance = 20
            options.priorSteps = 100
            options.priorGuidance = 1.5
            options.scheduler = "decoder_ddpm_v_prediction"
            options.isChecked = true
        }
        #expect(body["version"] == .text("v2.1") && body["negative_prompt"] == .text("blur"))
        #expect(body["num_inference_steps"] == .integer(10) && body["guidance_scale"] == .integer(20))
        #expect(body["prior_num_inference_steps"] == .integer(100) && body["prior_guidance_scale"] == .number(1.5))
        #expect(body["scheduler"] == .text("decoder_ddpm_v_prediction") && body["nsfw_checker"] == .flag(true))
        #expect(body["width"] == .integer(1024) && body["height"] == .integer(768))
    }

    @Test("a request's values override the configuration")
    func asked() async throws {
        let details = GenerationDetails(
            negativePrompt: "fog", model: "v2.1", steps: 11, guidance: 2, scheduler: "decoder_ddim_v_prediction",
            quality: "90", format: .webp, upscale: 4)
        let body = try await sent(details: details) { options in
            options.version = "v2.0"
            options.negativePrompt = "blur"
            options.steps = 10
        }
        #expect(body["version"] == .text("v2.1") && body["negative_prompt"] == .text("fog"))
        #expect(body["num_inference_steps"] == .integer(11) && body["guidance_scale"] == .integer(2))
        #expect(body["scheduler"] == .text("decoder_ddim_v_prediction") && body["image_format"] == .text("webp"))
        #expect(body["image_quality"] == .integer(90) && body["width"] == .integer(1024))
        #expect(body["upscale"] == .flag(true) && body["scale"] == .integer(4))
    }

    @Test("a variation is requested with the picture in Base64, and without the options for prompts")
    func variation() async throws {
        let digest = try #require(Digest(hex: String(repeating: "ab", count: 32)))
        var fixture = try KarloFixture()
        fixture.options.priorSteps = 30
        fixture.options.steps = 20
        let answer = await fixture.submitted(
            prompt: "at night", size: "512x512", picture: InputPicture([1, 2, 3], .png, digest: digest))
        guard case .success(.finished([.bytes(KarloFixture.png)], _)) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(fixture.server.requests.count == 1)
        let request = try #require(fixture.server.requests.first)
        #expect(request.method == "POST" && request.target == "/v2/inference/karlo/variations")
        #expect(request.header("authorization") == "KakaoAK rest-hush")
        #expect(
            JSONBody.value(request.body)
                == .object([
                    "prompt": .text("at night"), "image": .text("AQID"), "width": .integer(512),
                    "height": .integer(512), "samples": .integer(1), "seed": .list([.integer(7)]),
                    "image_format": .text("png"), "return_type": .text("base64_string"),
                    "num_inference_steps": .integer(20),
                ]))
        #expect(fixture.backend.descriptor.abilities.pictureBytes == 2_097_152)
    }

    @Test("inpainting sends picture and mask in Base64, with the area to paint in black")
    func inpainting() async throws {
        let digest = try #require(Digest(hex: String(repeating: "ab", count: 32)))
        let fixture = try KarloFixture()
        let picture = InputPicture([1, 2, 3], .png, digest: digest, mask: [4, 5])
        let answer = await fixture.submitted(
            prompt: "a door", size: "512x512", details: GenerationDetails(mask: .transparent), picture: picture)
        guard case .success(.finished([.bytes(KarloFixture.png)], _)) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(fixture.server.requests.map(\.target) == ["/v2/inference/karlo/inpainting"])
        let request = try #require(fixture.server.requests.first)
        #expect(request.method == "POST" && request.header("authorization") == "KakaoAK rest-hush")
        #expect(
            JSONBody.value(request.body)
                == .object([
                    "prompt": .text("a door"), "image": .text("AQID"), "mask": .text("BAU="), "width": .integer(512),
                    "height": .integer(512), "samples": .integer(1), "seed": .list([.integer(7)]),
                    "image_format": .text("png"), "return_type": .text("base64_string"),
                ]))
    }

    @Test("upscaling applies to the whole picture")
    func upscaledPart() async throws {
        let digest = try #require(Digest(hex: String(repeating: "ab", count: 32)))
        let fixture = try KarloFixture()
        let answer = await fixture.submitted(
            prompt: "", picture: InputPicture([1, 2, 3], .png, digest: digest, mask: [4, 5]))
        #expect(answer == .failure(.invalid(parameter: "mask", message: "upscaling does not support a mask")))
        #expect(fixture.server.requests.isEmpty)
    }

    @Test("a picture without a prompt is upscaled two or four times; the response is a single string")
    func upscale() async throws {
        let digest = try #require(Digest(hex: String(repeating: "ab", count: 32)))
        let fixture = try KarloFixture(#"{"id":"t-1","model_version":"1","images":["\#(KarloFixture.base64)"]}"#)
        let answer = await fixture.submitted(
            prompt: "", details: GenerationDetails(quality: "80", upscale: 4),
            picture: InputPicture([1, 2, 3], .png, digest: digest))
        guard case .success(.finished([.bytes(KarloFixture.png)], let receipt)) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(receipt.reference == "t-1" && receipt.seed == nil && fixture.server.requests.count == 1)
        let request = try #require(fixture.server.requests.first)
        #expect(request.method == "POST" && request.target == "/v2/inference/karlo/upscale")
        #expect(
            JSONBody.value(request.body)
                == .object([
                    "images": .list([.text("AQID")]), "scale": .integer(4), "image_format": .text("png"),
                    "image_quality": .integer(80), "return_type": .text("base64_string"),
                ]))
    }

    @Test(
        "sides are multiples of eight within Karlo's limits, in the requested shape as far as possible",
        arguments: [
            ("512x512", nil, 512, 512), ("500x401", nil, 504, 408), ("64x64", nil, 384, 384),
            ("2048x2048", nil, 640, 640), ("2048x64", nil, 640, 384), ("2048x1024", "v2.1", 1280, 640),
            ("1024x768", "v2.0", 640, 480), ("65535x1", "v2.1", 1280, 384),
        ] as [(String, String?, Int64, Int64)])
    func sides(wish: String, version: String?, width: Int64, height: Int64) async throws {
        let body = try await sent(size: wish) { $0.version = version }
        #expect(body["width"] == .integer(width) && body["height"] == .integer(height))
    }

    @Test("requests that Karlo would reject are reported before anything is sent")
    func ranges() async throws {
        var fixture = try KarloFixture()
        let long = await fixture.failure(prompt: String(repeating: "a", count: 257))
        #expect(long == .invalid(parameter: "prompt", message: "257 characters; the maximum is 256"))
        let seed = await fixture.failure(seed: 1 << 32)
        #expect(seed == .invalid(parameter: "seed", message: "4294967296; the maximum is 4294967295"))
        fixture.options.steps = 9
        #expect(await fixture.failure() == .config(message: "steps is not within 10–100"))
        fixture.options.steps = nil
        fixture.options.priorGuidance = .nan
        #expect(await fixture.failure() == .config(message: "prior_guidance is not within 1–20"))
        fixture.options.negativePrompt = String(repeating: "a", count: 257)
        #expect(await fixture.failure() == .config(message: "negative_prompt has over 256 characters"))
        #expect(fixture.server.requests.isEmpty)
    }

    @Test("the longest prompt and the largest seed are accepted")
    func edges() async throws {
        let fixture = try KarloFixture()
        #expect(await fixture.failure(prompt: String(repeating: "a", count: 256), seed: 4_294_967_295) == nil)
    }
}
