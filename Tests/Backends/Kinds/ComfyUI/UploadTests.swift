@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import FoundationEssentials
import Loopback
import Testing

@Suite("Uploading pictures to ComfyUI", .timeLimit(.minutes(2)))
struct UploadTests {
    private static let graph = """
        {"1": {"class_type": "LoadImage", "inputs": {"image": "{{image}}"}},
         "2": {"class_type": "KSampler", "inputs": {"denoise": "{{strength=0.5}}", "seed": "{{seed}}"}},
         "6": {"class_type": "CLIPTextEncode", "inputs": {"text": "{{prompt}}"}}}
        """

    private func edit() throws -> ImageRequest {
        let digest = try #require(Digest(hex: String(repeating: "ab", count: 32)))
        var request = ImageRequest(prompt: "at night", size: PictureSize(width: 64, height: 64), seed: 7)
        request.picture = InputPicture([0, 13, 10, 255], .png, digest: digest)
        return request
    }

    @Test("the picture is uploaded under its digest, and the graph uses the name returned by the server")
    func uploaded() async throws {
        let uploaded = Answer.json(#"{"name": "a (1).png", "subfolder": "in", "type": "input"}"#)
        let fixture = try ComfyUIFixture(
            ["POST /upload/image": [uploaded], "POST /prompt": [ComfyUIFixture.taken]], graph: Self.graph)
        #expect(await fixture.submitted(try edit()) == .success(try ComfyUIFixture.pending()))
        #expect(fixture.asked == ["POST /upload/image", "POST /prompt"])
        let upload = try #require(fixture.server.requests.first)
        let mark = "textifyd-" + String(repeating: "ab", count: 16)
        #expect(upload.header("content-type") == "multipart/form-data; boundary=" + mark)
        let head = "--\(mark)\r\nContent-Disposition: form-data; name=\"image\"; filename=\"\(mark).png\"\r\n"
        let rest =
            "\r\n--\(mark)\r\nContent-Disposition: form-data; name=\"type\"\r\n\r\ninput\r\n"
            + "--\(mark)\r\nContent-Disposition: form-data; name=\"overwrite\"\r\n\r\ntrue\r\n--\(mark)--\r\n"
        let picture: [UInt8] = [0, 13, 10, 255]
        #expect(
            upload.body == Array((head + "Content-Type: image/png\r\n\r\n").utf8) + picture + Array(rest.utf8))
        let asked = try #require(fixture.server.requests.last)
        let body = try JSONDecoder().decode(JSONValue.self, from: Data(asked.body))
        #expect(body["prompt"]?["1"]?["inputs"]?["image"] == .text("in/a (1).png"))
        #expect(body["prompt"]?["2"]?["inputs"]?["denoise"] == .number(0.5))
    }

    private static let severalGraph = """
        {"1": {"class_type": "LoadImage", "inputs": {"image": "{{image}}"}},
         "2": {"class_type": "LoadImage", "inputs": {"image": "{{image_2=blank.png}}"}},
         "3": {"class_type": "LoadImage", "inputs": {"image": "{{image_3=blank.png}}"}},
         "4": {"class_type": "KSampler", "inputs": {"seed": "{{seed}}"}},
         "6": {"class_type": "CLIPTextEncode", "inputs": {"text": "{{prompt}}"}}}
        """

    @Test("several pictures are uploaded one after the other; a node without one loads its default", arguments: [1, 2])
    func several(references: Int) async throws {
        let uploads = (1...3).map { Answer.json(#"{"name": "\#($0).png"}"#) }
        let fixture = try ComfyUIFixture(
            ["POST /upload/image": uploads, "POST /prompt": [ComfyUIFixture.taken]], graph: Self.severalGraph)
        #expect(fixture.backend.descriptor.abilities.pictures == 3)
        var request = try edit()
        request.references = try (1...references).map { number in
            let byte = UInt8(number)
            return InputPicture([byte], .png, digest: try #require(Digest(bytes: [UInt8](repeating: byte, count: 32))))
        }
        #expect(await fixture.submitted(request) == .success(try ComfyUIFixture.pending()))
        let posts = [String](repeating: "POST /upload/image", count: references + 1)
        #expect(fixture.asked == posts + ["POST /prompt"])
        let asked = try #require(fixture.server.requests.last)
        let body = try JSONDecoder().decode(JSONValue.self, from: Data(asked.body))
        let images = ["1", "2", "3"].map { body["prompt"]?[$0]?["inputs"]?["image"]?.text }
        #expect(images == ["1.png", "2.png", references == 2 ? "3.png" : "blank.png"])
    }

    @Test("a workflow with a gap among its pictures is rejected")
    func gap() throws {
        let graph = Self.severalGraph.replacing("{{image_2=blank.png}}", with: "blank.png")
        let failure = #expect(throws: ConfigurationFailure.self) { try Workflow(Array(graph.utf8), file: "w.json") }
        guard case .invalid(let mistakes) = failure else {
            Issue.record("not invalid")
            return
        }
        #expect(mistakes.map(\.key) == ["{{image_2=…}}"] && mistakes.first?.problem == .missing)
    }

    @Test(
        "a failed upload submits nothing and loses nothing",
        arguments: [Answer.status(503), .json("{}"), .json(#"{"name": ""}"#), Answer(.reset)])
    func failed(answer: Answer) async throws {
        let fixture = try ComfyUIFixture(
            ["POST /upload/image": [answer], "POST /prompt": [ComfyUIFixture.taken]], graph: Self.graph)
        guard case .failure(let failure) = await fixture.submitted(try edit()) else {
            Issue.record("taken")
            return
        }
        #expect(failure != .unknown)
        #expect(fixture.asked == ["POST /upload/image"])
    }

    @Test("a workflow that loads a picture requires one; others accept none")
    func abilities() throws {
        let fixture = try ComfyUIFixture([:], graph: Self.graph)
        #expect(fixture.backend.descriptor.abilities.tasks == [.imageToImage])
        #expect(fixture.backend.descriptor.abilities.pictures == 1)
        #expect(fixture.backend.descriptor.abilities.options == [.seed: .integers(0...Int64.max), .strength: .any])
        #expect(try ComfyUIFixture([:]).backend.descriptor.abilities.tasks == [.textToImage])
    }
}
