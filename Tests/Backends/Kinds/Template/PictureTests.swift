@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("Input pictures in templates", .timeLimit(.minutes(2)))
struct PictureTests {
    private func edit(_ strength: Double? = nil, mask: [UInt8]? = nil) throws -> ImageRequest {
        let digest = try #require(Digest(hex: String(repeating: "ab", count: 32)))
        var request = TemplateFixture.request
        request.details.strength = strength
        request.picture = InputPicture([1, 2, 3], .webp, digest: digest, mask: mask)
        return request
    }

    /// Returns the body of the single request that reached the service.
    private func sent(_ shipped: ShippedTemplate, _ request: ImageRequest) async throws -> JSONValue {
        let server = try Server(.json("{}"))
        let options = TemplateFixture.options(try shipped.template(), base: server.url)
        _ = await TemplateFixture.submitted(try TemplateFixture.backend(options, Wire()), request)
        #expect(server.requests.count == 1)
        let received = try #require(server.requests.first)
        #expect(received.method == "POST")
        return try TemplateFixture.json(received.body)
    }

    private static let address = "data:image/webp;base64,AQID"

    @Test("each service gets the picture in its own format, and no such field without one")
    func bodies() async throws {
        let bfl = try await sent(.bfl, try edit())
        #expect(bfl["input_image"] == .text("AQID"))
        let replicate = try await sent(.replicate, try edit())
        #expect(replicate["input"]?["input_image"] == .text(Self.address))
        let fal = try await sent(.fal, try edit(0.25))
        #expect(fal["image_url"] == .text(Self.address) && fal["strength"] == .number(0.25))
        let gemini = try await sent(.gemini, try edit())
        let data = JSONValue.object(["mimeType": .text("image/webp"), "data": .text("AQID")])
        #expect(
            gemini["contents"]?.list?.first?["parts"]
                == .list([.object(["inlineData": data]), .object(["text": .text(TemplateFixture.prompt)])]))
        var words = TemplateFixture.request
        words.details.strength = 0.25
        let plain = try await sent(.fal, words)
        #expect(plain["image_url"] == nil && plain["strength"] == nil)
    }

    @Test("each service gets the mask in its own format, and the picture where its models for masks expect it")
    func masks() async throws {
        let (picture, mask) = (JSONValue.text(Self.address), JSONValue.text("data:image/png;base64,BAU="))
        let bfl = try await sent(.bfl, try edit(mask: [4, 5]))
        #expect(bfl["image"] == .text("AQID") && bfl["mask"] == .text("BAU="))
        #expect(bfl["input_image"] == nil && bfl["width"] == nil && bfl["height"] == nil)
        let replicate = try await sent(.replicate, try edit(mask: [4, 5]))
        #expect(replicate["input"]?["image"] == picture && replicate["input"]?["mask"] == mask)
        #expect(replicate["input"]?["input_image"] == nil)
        let fal = try await sent(.fal, try edit(0.25, mask: [4, 5]))
        #expect(fal["image_url"] == picture && fal["mask_url"] == mask && fal["strength"] == .number(0.25))
        for shipped in [ShippedTemplate.bfl, .replicate, .fal, .stability] {
            let options = TemplateFixture.options(try shipped.template())
            let backend = try TemplateFixture.backend(options, ScriptedTransport("{}"))
            #expect(backend.descriptor.maskStyle == .white)
        }
    }

    @Test(
        "a template without a placeholder for a picture accepts none",
        arguments: [
            (ShippedTemplate.bfl, true), (.replicate, true), (.fal, true), (.gemini, true), (.stability, true),
            (.huggingface, false), (.cloudflare, false),
        ])
    func abilities(shipped: ShippedTemplate, takes: Bool) throws {
        let backend = try TemplateFixture.backend(
            TemplateFixture.options(try shipped.template()), ScriptedTransport("{}"))
        #expect(backend.descriptor.abilities.tasks.contains(.imageToImage) == takes)
    }
}
