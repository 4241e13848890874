import FoundationEssentials
import Glibc
import Loopback
import Testing

@Suite("Karlo backend", .ownThread)
struct KarloTests {
    private static let key = "4f1c-hush-7Qm2vX"

    static func picture(_ number: Int) -> Answer {
        let base64 = Data(FakeImagesServer.png(number)).base64EncodedString()
        return .json(#"{"id": "t", "model_version": "2.1", "images": [{"seed": 7, "image": ""# + base64 + #""}]}"#)
    }

    private func service(_ server: Server) throws -> Service {
        let table = """
            [backends.studio]
            type = "karlo"
            base_url = "\(server.url)"
            api_key = { file = "making/key" }
            probe_interval = "100ms"


            """
        let service = try Service(backends: table)
        try service.keep("key", Array(Self.key.utf8))
        chmod(service.kept("key"), 0o600)
        return service
    }

    private static func orders(_ server: Server) -> Int {
        server.requests.count { $0.method == "POST" && $0.target == "/v2/inference/karlo/t2i" }
    }

    @Test("a prompt is bought once, its key leaks nowhere, and a prompt that is too long is never sent")
    func bought() throws {
        let server = try Server { received in
            received.header("authorization") == "KakaoAK " + Self.key ? Self.picture(5) : .status(401)
        }
        let service = try service(server)
        let program = try service.serve()
        try service.drop(prompt: "+++\nseed = 7\n+++\nboat 5", "boat.txt")
        try program.wait(for: " job_done: ")
        try service.drop(prompt: String(repeating: "a", count: 257), "long.txt")
        let line = try program.wait(for: " warning field_out_of_range: ")
        #expect(line.contains("257 characters; allowed: at most 256 characters"), "\(line)")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        #expect(Self.orders(server) == 1 && server.requests.count == 1)
        #expect(server.requests.first?.text.contains(#""seed":[7]"#) == true)
        #expect(try service.picture("boat") == FakeImagesServer.png(5))
        #expect(try service.files(holding: Self.key, below: service.outbox) == [])
        #expect(!program.log.contains { $0.contains(Self.key) })
    }

    @Test("the transparent part of a picture is inpainted; without such a part, or a picture, nothing is sent")
    func inpainted() throws {
        let server = try Server(Self.picture(5))
        let service = try service(server)
        try service.run()
        try service.keep("hole.png", try Pictures.holed())
        let painted = try service.textify(
            "submit", service.kept("hole.png"), "--prompt", "a door", "--mask", "transparent", "--wait", "--name",
            "door")
        #expect(painted.code == 0, "\(painted.errors)")
        #expect(server.requests.map(\.target) == ["/v2/inference/karlo/inpainting"])
        let body = try #require(server.requests.first?.text)
        #expect(body.contains(#""image":""# + Data(try Pictures.holed()).base64EncodedString()), "\(body)")
        #expect(body.contains(#""mask":"iVBORw0KGgo"#), "\(body)")
        #expect(try service.picture("door") == FakeImagesServer.png(5))
        #expect(try service.text("door.json", in: service.outbox).contains("\"mask\" : \"transparent\""))
        try service.keep("whole.png", try Pictures.ramp())
        let whole = try service.textify(
            "submit", service.kept("whole.png"), "--prompt", "a door", "--mask", "transparent", "--wait")
        #expect(whole.code != 0, "\(whole.output)")
        let words = try service.textify("submit", "a door", "--mask", "transparent")
        #expect(words.code == 65 && words.errors.joined().contains("mask: "), "\(words.errors)")
        #expect(server.requests.count == 1)
    }

    @Test("when Kakao reports that Karlo has ended, the prompt waits and the log says that it was shut down")
    func closed() throws {
        let server = try Server(.json(#"{"code": -9, "msg": "API terminated"}"#, status: 400))
        let service = try service(server)
        let program = try service.serve()
        let listener = try service.listen()
        try service.drop(prompt: "boat 5", "boat.txt")
        let line = try program.wait(for: " error backend_gone: ")
        #expect(line.contains("was shut down") && line.contains("another backend"), "\(line)")
        // The end of the backend is logged before the job is stored as waiting.
        try listener.wait(forOutput: #""state":"waiting""#)
        #expect(try service.jobs("waiting").count == 1 && Self.orders(server) == 1)
    }

    @Test("a job with a lost answer is held until a person allows another purchase")
    func lost() throws {
        let server = try Server(Answer(.reset), Self.picture(5))
        let service = try service(server)
        let program = try service.serve()
        try service.drop(prompt: "boat 5", "boat.txt")
        try program.wait(for: " job_unknown: ")
        #expect(Self.orders(server) == 1 && server.requests.count { $0.method == "POST" } == 1)
        let id = try #require(try service.jobs("unknown").first)
        let retry = try service.textify("retry", "--may-pay-twice", id)
        #expect(retry.code == 0, "\(retry.errors)")
        try program.wait(for: " job_done: ")
        #expect(Self.orders(server) == 2)
    }
}
