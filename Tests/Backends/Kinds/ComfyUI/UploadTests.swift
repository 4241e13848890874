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
        #expect(fixture.backend.descriptor.abilities.options == [.seed: .integers(0...Int64.max), .strength: .any])
        #expect(try ComfyUIFixture([:]).backend.descriptor.abilities.tasks == [.textToImage])
    }
}
