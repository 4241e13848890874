import BackendKit
import Domain
import FoundationEssentials
import Loopback
import OpenAIBackend
import Testing

@Suite("Pictures made from pictures by an images service", .timeLimit(.minutes(2)))
struct EditTests {
    private static let answer = Answer.json("{\"data\":[{\"b64_json\":\"\(Painter.base64)\"}]}")

    private func edit() throws -> ImageRequest {
        let digest = try #require(Digest(hex: String(repeating: "ab", count: 32)))
        var request = Painter.request
        request.picture = InputPicture([1, 2, 3], .jpeg, digest: digest)
        request.details.quality = "high"
        return request
    }

    @Test("one POST to the edits, in JSON, with the picture as a data address and all else as ever")
    func exact() async throws {
        let server = try Server(Self.answer)
        let backend = Painter.backend(try Wire(), Painter.options(server.url + "/v1"))
        guard case .finished(let sources, _) = try await backend.submit(try edit(), key: "job-1") else {
            Issue.record("not finished")
            return
        }
        #expect(sources == [.bytes(Painter.png)])
        #expect(server.requests.count == 1)
        let request = try #require(server.requests.first)
        #expect(request.method == "POST" && request.target == "/v1/images/edits")
        #expect(request.header("content-type") == "application/json")
        #expect(request.header("authorization") == "Bearer sk-proj-hush")
        #expect(request.header("idempotency-key") == "job-1")
        #expect(
            try JSONDecoder().decode(JSONValue.self, from: Data(request.body))
                == .object([
                    "model": .text("gpt-image-2"), "prompt": .text(Painter.request.prompt), "n": .integer(1),
                    "size": .text("768x512"), "quality": .text("high"),
                    "images": .list([.object(["image_url": .text("data:image/jpeg;base64,AQID")])]),
                ]))
    }

    @Test(
        "who wants pictures in parts, or takes none, is known not to",
        arguments: zip(
            ImagesProfile.allCases, [true, false, false, false, false, false, false, false]))
    func profiles(profile: ImagesProfile, takes: Bool) {
        var options = Painter.options("http://127.0.0.1:1/v1")
        options.profile = profile
        let known = Painter.backend(Painter.response("{}"), options).descriptor.abilities
        #expect(known.tasks.contains(.imageToImage) == takes && known.tasks.contains(.textToImage))
    }
}
