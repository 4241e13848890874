@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import FoundationEssentials
import Loopback
import Testing

@Suite("Edits by an images API", .timeLimit(.minutes(2)))
struct EditTests {
    private static let answer = Answer.json("{\"data\":[{\"b64_json\":\"\(OpenAIFixture.base64)\"}]}")

    private func edit() throws -> ImageRequest {
        let digest = try #require(Digest(hex: String(repeating: "ab", count: 32)))
        var request = OpenAIFixture.request
        request.picture = InputPicture([1, 2, 3], .jpeg, digest: digest)
        request.details.quality = "high"
        return request
    }

    @Test("one POST to edits, in JSON, with the picture as a data URL and everything else as usual")
    func exact() async throws {
        let server = try Server(Self.answer)
        let backend = OpenAIFixture.backend(try Wire(), OpenAIFixture.options(server.url + "/v1"))
        guard case .finished(let sources, _) = try await backend.submit(try edit(), key: "job-1") else {
            Issue.record("not finished")
            return
        }
        #expect(sources == [.bytes(OpenAIFixture.png)])
        #expect(server.requests.count == 1)
        let request = try #require(server.requests.first)
        #expect(request.method == "POST" && request.target == "/v1/images/edits")
        #expect(request.header("content-type") == "application/json")
        #expect(request.header("authorization") == "Bearer sk-proj-hush")
        #expect(request.header("idempotency-key") == "job-1")
        #expect(
            try JSONDecoder().decode(JSONValue.self, from: Data(request.body))
                == .object([
                    "model": .text("gpt-image-2"), "prompt": .text(OpenAIFixture.request.prompt), "n": .integer(1),
                    "size": .text("768x512"), "quality": .text("high"),
                    "images": .list([.object(["image_url": .text("data:image/jpeg;base64,AQID")])]),
                ]))
    }

    /// An edit of a picture with two references.
    private func several() throws -> ImageRequest {
        var request = try edit()
        request.references = try [(9, PictureFormat.png), (8, .webp)].map { byte, format in
            InputPicture([byte], format, digest: try #require(Digest(bytes: [UInt8](repeating: byte, count: 32))))
        }
        return request
    }

    @Test("several pictures are listed in JSON in their order")
    func list() async throws {
        let server = try Server(Self.answer)
        var options = OpenAIFixture.options(server.url + "/v1")
        options.inputPictures = 3
        let backend = OpenAIFixture.backend(try Wire(), options)
        #expect(backend.descriptor.abilities.pictures == 3)
        _ = try await backend.submit(try several(), key: "job-1")
        let body = try #require(server.requests.first.flatMap { JSONBody.value($0.body) })
        let addresses = ["image/jpeg;base64,AQID", "image/png;base64,CQ==", "image/webp;base64,CA=="]
        #expect(body["images"] == .list(addresses.map { .object(["image_url": .text("data:" + $0)]) }))
        #expect(server.requests.map(\.target) == ["/v1/images/edits"])
    }

    @Test(
        "several pictures are repeated parts in their order, followed by the first one's mask",
        arguments: [ImagesProfile.litellm, .azure, .sdcpp, .vllm])
    func repeated(profile: ImagesProfile) async throws {
        let server = try Server(Self.answer)
        var options = OpenAIFixture.options(server.url + "/v1")
        options.profile = profile
        var request = try several()
        request.picture = request.picture.map { InputPicture($0.bytes, $0.format, digest: $0.digest, mask: [4, 5]) }
        _ = try await OpenAIFixture.backend(try Wire(), options).submit(request, key: "k")
        let received = try #require(server.requests.first)
        let mark = "textifyd-" + request.pictures.boundarySeed
        #expect(received.header("content-type") == "multipart/form-data; boundary=" + mark)
        let parts = received.text.split(separator: "--\(mark)\r\n").map(String.init)
        let files = parts.suffix(4).map { $0.hasPrefix("Content-Disposition: form-data; name=\"image[]\"; filename=") }
        #expect(files == [true, true, true, false] && parts.last?.contains("name=\"mask\"") == true)
        let ends = ["\r\n\r\n\u{1}\u{2}\u{3}\r\n", "\r\n\r\n\t\r\n", "\r\n\r\n\u{8}\r\n"]
        #expect(zip(parts.suffix(4), ends).allSatisfy { $0.hasSuffix($1) }, "\(received.text)")
        #expect(server.requests.count == 1)
    }

    @Test("the boundary of a form depends on the content and the order of all its pictures")
    func boundary() throws {
        let one = try several().pictures
        func picture(_ byte: UInt8) throws -> InputPicture {
            InputPicture([byte], .png, digest: try #require(Digest(bytes: [UInt8](repeating: byte, count: 32))))
        }
        #expect(one.prefix(1).map(\.self).boundarySeed == String(repeating: "ab", count: 16))
        let orders = try [[1], [2], [1, 1], [1, 2], [2, 1], [1, 1, 1], [1, 1, 1, 1], [255, 1], [254, 1]].map {
            try $0.map { try picture($0) }
        }
        let seeds = orders.map(\.boundarySeed)
        #expect(Set(seeds).count == seeds.count && seeds.allSatisfy { $0.utf8.count == 32 })
    }

    @Test("the number of input pictures is known per service; a setting overrides it")
    func counts() throws {
        func most(_ profile: ImagesProfile, at base: String = "http://127.0.0.1/v1", set: Int? = nil) throws -> Int {
            var options = OpenAIFixture.options(base)
            options.profile = profile
            options.inputPictures = set
            return OpenAIFixture.backend(try Wire(), options).descriptor.abilities.pictures
        }
        #expect(try most(.openai, at: "https://api.openai.com/v1") == 16)
        #expect(try most(.openai) == 1 && most(.azure) == 1)
        #expect(try [.litellm, .sdcpp, .vllm].allSatisfy { try most($0) == 16 })
        #expect(try most(.openai, set: 4) == 4 && most(.vllm, set: 1) == 1)
    }

    @Test("the mask is sent as a data URL")
    func mask() async throws {
        let server = try Server(Self.answer)
        let backend = OpenAIFixture.backend(try Wire(), OpenAIFixture.options(server.url + "/v1"))
        var request = try edit()
        request.picture = request.picture.map { InputPicture($0.bytes, $0.format, digest: $0.digest, mask: [4, 5]) }
        _ = try await backend.submit(request, key: "job-1")
        let body = try #require(server.requests.first.flatMap { JSONBody.value($0.body) })
        #expect(body["mask"] == .object(["image_url": .text("data:image/png;base64,BAU=")]))
        #expect(server.requests.count == 1)
    }

    @Test(
        "multipart services get the fields in order, the picture and its mask in one POST",
        arguments: [(ImagesProfile.litellm, "image"), (.azure, "image"), (.sdcpp, "image[]"), (.vllm, "image")])
    func parts(profile: ImagesProfile, name: String) async throws {
        let server = try Server(Self.answer)
        var options = OpenAIFixture.options(server.url + "/v1")
        options.profile = profile
        options.extra = ["user": .text("u"), "flag": .flag(true), "deep": .object(["a": .integer(1)])]
        var request = try edit()
        request.picture = request.picture.map { InputPicture($0.bytes, $0.format, digest: $0.digest, mask: [4, 5]) }
        guard
            case .finished(let sources, _) = try await OpenAIFixture.backend(try Wire(), options).submit(
                request, key: "k")
        else {
            Issue.record("not finished")
            return
        }
        #expect(sources == [.bytes(OpenAIFixture.png)] && server.requests.count == 1)
        let received = try #require(server.requests.first)
        #expect(received.method == "POST" && received.target.hasPrefix("/v1/images/edits"))
        let mark = "textifyd-" + String(repeating: "ab", count: 16)
        #expect(received.header("content-type") == "multipart/form-data; boundary=" + mark)
        let parts = received.text.split(separator: "--\(mark)\r\n").map(String.init)
        let head = "Content-Disposition: form-data; name="
        let files = [
            "\(head)\"\(name)\"; filename=\"\(mark).jpg\"\r\nContent-Type: image/jpeg\r\n\r\n\u{1}\u{2}\u{3}\r\n",
            "\(head)\"mask\"; filename=\"mask.png\"\r\nContent-Type: image/png\r\n\r\n\u{4}\u{5}\r\n--\(mark)--\r\n",
        ]
        #expect(parts.suffix(2) == files[...], "\(received.text)")
        #expect(parts.contains("\(head)\"n\"\r\n\r\n1\r\n"), "\(received.text)")
        if profile == .sdcpp {
            #expect(received.text.contains("{\"deep\":{\"a\":1},\"flag\":true,\"seed\":7,\"user\":\"u\"}"))
        } else {
            #expect(parts.contains("\(head)\"deep\"\r\n\r\n{\"a\":1}\r\n"), "\(received.text)")
            #expect(parts.contains("\(head)\"flag\"\r\n\r\ntrue\r\n") && parts.contains("\(head)\"user\"\r\n\r\nu\r\n"))
            #expect(parts.contains("\(head)\"prompt\"\r\n\r\n\(OpenAIFixture.request.prompt)\r\n"))
        }
    }

    @Test("stable-diffusion.cpp gets the strength with its other options, for an input picture alone")
    func strength() async throws {
        let server = try Server(Self.answer)
        var options = OpenAIFixture.options(server.url + "/v1")
        options.profile = .sdcpp
        let backend = OpenAIFixture.backend(try Wire(), options)
        #expect(backend.descriptor.maskStyle == .white)
        var request = try edit()
        request.details = GenerationDetails(strength: 0.25)
        _ = try await backend.submit(request, key: "k")
        request.picture = nil
        _ = try await backend.submit(request, key: "k")
        let tag = "<sd_cpp_extra_args>{\"seed\":7,\"strength\":0.25}</sd_cpp_extra_args>"
        #expect(server.requests[0].text.contains(tag + OpenAIFixture.request.prompt))
        #expect(server.requests[1].text.contains("strength") == false && server.requests.count == 2)
    }

    @Test("an unknown field is omitted from the parts too, with one retry")
    func healed() async throws {
        let refusal = Answer.json(#"{"error":{"code":"unknown_parameter","param":"user","message":"m"}}"#, status: 400)
        let server = try Server(refusal, Self.answer)
        var options = OpenAIFixture.options(server.url + "/v1")
        options.edits = .multipart
        options.extra = ["user": .text("u")]
        _ = try await OpenAIFixture.backend(try Wire(), options).submit(try edit(), key: "k")
        #expect(server.requests.map { $0.text.contains("name=\"user\"") } == [true, false])
        #expect(server.requests.allSatisfy { $0.text.contains("name=\"image\"") })
    }

    @Test("support for input pictures and inpainting is known per service; a setting can declare it")
    func profiles() {
        var options = OpenAIFixture.options("http://127.0.0.1:1/v1")
        func able() -> BackendCapabilities {
            OpenAIFixture.backend(OpenAIFixture.response("{}"), options).descriptor.abilities
        }
        let takers: Set<ImagesProfile> = [.openai, .azure, .litellm, .sdcpp, .vllm]
        for profile in ImagesProfile.allCases {
            options.profile = profile
            options.edits = nil
            let known = able()
            #expect(known.tasks.contains(.imageToImage) == takers.contains(profile), "\(profile)")
            #expect(known.tasks.contains(.textToImage))
            #expect((known.options[.strength] != nil) == (profile == .sdcpp), "\(profile)")
            #expect((known.options[.mask] != nil) == (takers.contains(profile) && profile != .vllm), "\(profile)")
            options.edits = .multipart
            #expect(able().tasks.contains(.imageToImage))
        }
    }
}
