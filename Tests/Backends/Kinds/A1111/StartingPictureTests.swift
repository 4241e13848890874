@testable import BackendKinds
import BackendKit
import Domain
import Loopback
import Testing

@Suite("Pictures made from pictures by a web UI", .timeLimit(.minutes(2)))
struct StartingPictureTests {
    private func sent(_ details: GenerationDetails = GenerationDetails()) async throws -> JSONValue {
        let digest = try #require(Digest(hex: String(repeating: "ab", count: 32)))
        let studio = try FakeWebUI(FakeWebUI.picture())
        let answer = await studio.submitted(
            details: details, picture: InputPicture([1, 2, 3], .png, digest: digest))
        guard case .success(.finished([.bytes(FakeWebUI.png)], _)) = answer else {
            Issue.record("\(answer)")
            return .null
        }
        #expect(studio.server.requests.count == 1)
        let request = try #require(studio.server.requests.first)
        #expect(request.method == "POST" && request.target == "/sdapi/v1/img2img")
        #expect(request.header("content-type") == "application/json")
        return try #require(JSONBody.value(request.body))
    }

    @Test("one POST to img2img starts from the picture; the strength defaults to the server's")
    func short() async throws {
        let body = try await sent()
        #expect(
            body
                == .object([
                    "prompt": .text(FakeWebUI.prompt), "seed": .integer(7), "width": .integer(776),
                    "height": .integer(512), "batch_size": .integer(1), "n_iter": .integer(1),
                    "send_images": .flag(true), "save_images": .flag(false), "init_images": .list([.text("AQID")]),
                ]))
    }

    @Test("a mask is sent, and its black area is painted")
    func mask() async throws {
        let digest = try #require(Digest(hex: String(repeating: "ab", count: 32)))
        let studio = try FakeWebUI(FakeWebUI.picture())
        _ = await studio.submitted(picture: InputPicture([1, 2, 3], .png, digest: digest, mask: [4, 5]))
        let body = try #require(studio.server.requests.first.flatMap { JSONBody.value($0.body) })
        #expect(body["mask"] == .text("BAU=") && body["inpainting_mask_invert"] == .integer(1))
        #expect(studio.server.requests.map(\.target) == ["/sdapi/v1/img2img"])
    }

    @Test("a requested strength is sent, but only with a picture")
    func strength() async throws {
        let body = try await sent(GenerationDetails(strength: 0.25))
        #expect(body["denoising_strength"] == .number(0.25))
        let studio = try FakeWebUI(FakeWebUI.picture())
        _ = await studio.submitted(details: GenerationDetails(strength: 0.25))
        let request = try #require(studio.server.requests.first)
        let plain = try #require(JSONBody.value(request.body))
        #expect(plain["denoising_strength"] == nil && plain["init_images"] == nil)
    }
}
