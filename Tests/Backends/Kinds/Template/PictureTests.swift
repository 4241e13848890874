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

    /// An edit of a picture with two references.
    private func several(mask: [UInt8]? = nil) throws -> ImageRequest {
        var request = try edit(mask: mask)
        request.references = try [(9, PictureFormat.png), (8, .jpeg)].map { byte, format in
            InputPicture([byte], format, digest: try #require(Digest(bytes: [UInt8](repeating: byte, count: 32))))
        }
        return request
    }

    /// Returns the body of the single request that reached the service. `key`: the configured member for all pictures.
    private func sent(_ shipped: ShippedTemplate, _ request: ImageRequest, key: String? = nil) async throws -> JSONValue
    {
        let server = try Server(.json("{}"))
        var options = TemplateFixture.options(try shipped.template(), base: server.url)
        options.settings.own.picturesKey = key
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

    private static let addresses = [address, "data:image/png;base64,CQ==", "data:image/jpeg;base64,CA=="]

    @Test("services for several pictures get all of them in their order")
    func several() async throws {
        let bfl = try await sent(.bfl, try several())
        let members = ["input_image", "input_image_2", "input_image_3", "input_image_4"]
        #expect(members.map { bfl[$0]?.text } == ["AQID", "CQ==", "CA==", nil])
        let gemini = try await sent(.gemini, try several())
        let parts = [("webp", "AQID"), ("png", "CQ=="), ("jpeg", "CA==")].map { type, data in
            JSONValue.object(["inlineData": .object(["mimeType": .text("image/" + type), "data": .text(data)])])
        }
        #expect(
            gemini["contents"]?.list?.first?["parts"]
                == .list(parts + [.object(["text": .text(TemplateFixture.prompt)])]))
    }

    @Test("a configured member lists all pictures instead of the template's own", arguments: [1, 3])
    func key(count: Int) async throws {
        let request = count == 1 ? try edit() : try several()
        let list = JSONValue.list(Self.addresses.prefix(count).map { .text($0) })
        let fal = try await sent(.fal, request, key: "image_urls")
        #expect(fal["image_urls"] == list && fal["image_url"] == nil)
        let replicate = try await sent(.replicate, request, key: "input_images")
        #expect(replicate["input"]?["input_images"] == list && replicate["input"]?["input_image"] == nil)
        let words = try await sent(.fal, TemplateFixture.request, key: "image_urls")
        #expect(words["image_urls"] == nil)
    }

    @Test("a form repeats the field of all pictures")
    func form() async throws {
        let text = """
            {"submit": {"path": "/v1", "form": {"prompt": "{{prompt}}", "image[]": "{{images_file?}}"}},
             "result": {"from": "submit", "kind": "body"}}
            """
        let server = try Server(.json("{}"))
        let options = TemplateFixture.options(try TemplateFixture.template(text), base: server.url)
        let backend = try TemplateFixture.backend(options, Wire())
        #expect(backend.descriptor.abilities.pictures == 16)
        _ = await TemplateFixture.submitted(backend, try several())
        let sent = try #require(server.requests.first).text
        let heads = sent.split(separator: "Content-Disposition: form-data; name=\"image[]\"").dropFirst()
        let types = heads.map { part in ["webp", "png", "jpeg"].first { part.contains("Content-Type: image/\($0)") } }
        #expect(types == ["webp", "png", "jpeg"], "\(sent)")
    }

    @Test("the number of pictures is that of the placeholders, within the template's and the configured limit")
    func counts() throws {
        func most(_ shipped: ShippedTemplate, key: String? = nil, set: Int? = nil) throws -> Int {
            var options = TemplateFixture.options(try shipped.template())
            (options.settings.own.picturesKey, options.settings.own.inputPictures) = (key, set)
            return try TemplateFixture.backend(options, ScriptedTransport("{}")).descriptor.abilities.pictures
        }
        #expect(try most(.gemini) == 14 && most(.bfl) == 8 && most(.bfl, set: 4) == 4 && most(.fal, set: 4) == 1)
        #expect(try [.fal, .replicate, .stability, .huggingface].allSatisfy { try most($0) == 1 })
        #expect(try most(.fal, key: "image_urls") == 16 && most(.replicate, key: "input_images", set: 3) == 3)
    }

    @Test("a variant of the request without places for several pictures refuses them before anything is sent")
    func variant() async throws {
        let backend = try TemplateFixture.backend(
            TemplateFixture.options(try ShippedTemplate.bfl.template()), ScriptedTransport("{}"))
        #expect(
            await TemplateFixture.submitted(backend, try several(mask: [4])).failure
                == .invalid(parameter: "picture", message: "3 pictures; the maximum is 1 here"))
    }

    @Test("a placeholder for each picture is allowed in lists alone, and a member for all only in JSON")
    func mistakes() throws {
        let outside = """
            {"base_url": "https://a.example", "submit": {"path": "/v1", "json": {"image": "{{images_b64?}}"}},
             "result": {"from": "submit", "kind": "body"}}
            """
        #expect(throws: ConfigurationFailure.self) { try TemplateFixture.template(outside) }
        #expect(throws: Never.self) {
            try TemplateFixture.template(outside.replacing("\"{{images_b64?}}\"", with: "[\"{{images_b64?}}\"]"))
        }
        var settings = TemplateSettings()
        settings.model = "core"
        settings.picturesKey = "images"
        let failures = settings.mistakes(for: try ShippedTemplate.stability.template(), under: "backends.a")
        #expect(failures.map(\.key) == ["backends.a.pictures_key"])
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
