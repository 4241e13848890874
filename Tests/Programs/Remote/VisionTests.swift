import ControlAPI
import Domain
import Glibc
import Loopback
import Testing

/// Tags by a vision model, with a whole service.
@Suite("A vision model", .ownThread)
struct VisionTests {
    private static let answer = Answer.json(#"{"choices":[{"message":{"content":"[\"sea\",\"fox\"]"}}]}"#)

    private func service(_ server: Server, _ suggest: String) throws -> Service {
        try Service(
            Service.quick + """

                suggest = "\(suggest)"

                [backends.eyes]
                type = "openai-chat"
                base_url = "\(server.url)/v1"
                model = "see"
                cost = { per_picture = "0.01 USD" }

                [library.suggest]
                backend = "eyes"
                """)
    }

    private func found(_ service: Service, _ words: String...) throws -> [ArtworkEntry] {
        let list = try service.reply(try service.ask(["search"] + words + ["--json"]))
        return try ControlJSON.decode(ArtworkList.self, from: Array(list.output.utf8)).artworks
    }

    @Test("A new artwork gets its tags, marked; one command takes them back, and they are still offered")
    func applied() async throws {
        let server = try Server(Self.answer)
        let service = try service(server, "apply")
        try service.run()
        try service.drop("one.png", try Pictures.scene(64))
        #expect(try service.textify("sync").code == 0)
        _ = await server.request(0)
        // It waits for the question that is being asked, and gets its answer.
        let asked = try service.textify("tag", "last", "--ask").lines
        #expect(asked.first?.hasSuffix("+sea* +fox*") == true && asked.count == 2, "\(asked)")
        #expect(server.requests.count == 1 && server.requests[0].target == "/v1/chat/completions")
        #expect(try found(service, "is:autotagged").map(\.machineTags) == [["fox", "sea"]])
        #expect(try service.textify("tag", "last", "+sea").code == 0)
        #expect(try service.textify("tags", "--machine-off").lines.first == "Changed 1 of 1 artwork")
        #expect(try found(service).map(\.tags) == [["sea"]])
        #expect(try service.textify("tag", "last", "--suggest").lines.contains { $0.contains("+fox") })
        #expect(try service.textify("spend").lines.contains { $0.contains("eyes") && $0.contains("0.01") })
    }

    @Test("Without being asked it only offers, and the same picture is asked about once")
    func offered() async throws {
        let server = try Server(Self.answer)
        let service = try service(server, "offer")
        try service.run()
        for name in ["one", "two"] {
            try service.drop(name + ".png", try Pictures.scene(64))
            #expect(try service.textify("sync").code == 0)
        }
        for artwork in try found(service) {
            let asked = try service.textify("tag", artwork.id, "--ask").lines
            #expect(asked.count == 1 && asked[0].hasSuffix("+sea +fox"), "\(asked)")
        }
        #expect(server.requests.count == 1)
        #expect(try found(service).map(\.tags) == [[], []])
    }

    @Test("A service that is killed while the model looks never asks again by itself")
    func killed() async throws {
        let server = try Server { request in request.number == 0 ? .silence : Self.answer }
        let service = try service(server, "apply")
        let first = try service.serve()
        try service.drop("one.png", try Pictures.scene(64))
        _ = await server.request(0)
        first.send(SIGKILL)
        #expect(try first.ending() == .killed(SIGKILL))
        try service.run()
        let refused = try service.textify("tag", "last", "--ask")
        #expect(refused.code != 0 && refused.errors.first?.contains("--again") == true, "\(refused)")
        #expect(server.requests.count == 1)
        let asked = try service.textify("tag", "last", "--ask", "--again").lines
        #expect(asked.first?.hasSuffix("+sea* +fox*") == true, "\(asked)")
        #expect(server.requests.count == 2)
    }
}
