import FoundationEssentials
import Glibc
import Loopback
import Testing

@Suite("Editing and upscaling pictures", .ownThread)
struct EditTests {
    private static func webUI(_ server: Server) -> String {
        """
        [backends.webui]
        type = "a1111"
        base_url = "\(server.url)"
        probe_interval = "100ms"

        """
    }

    @Test("submit PICTURE --prompt sends one edit request, delivers its picture and records the original")
    func edits() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        try service.run()
        try service.keep("photo.png", FakeImagesServer.png(3))
        let submitted = try service.textify(
            "submit", service.kept("photo.png"), "--prompt", "boat 5", "--wait", "--name", "harbour", "--columns", "40")
        #expect(submitted.code == 0, "\(submitted.errors)")
        let posts = studio.server.requests.filter { $0.method == "POST" }
        #expect(posts.map(\.target) == ["/v1/images/edits"])
        let base64 = Data(FakeImagesServer.png(3)).base64EncodedString()
        #expect(posts.first?.text.contains("data:image/png;base64," + base64) == true)
        #expect(try service.picture("harbour") == FakeImagesServer.png(5))
        let story = try service.text("harbour.json", in: service.outbox)
        #expect(story.contains("\"original\"") && story.contains("\"prompt\" : \"boat 5\""), "\(story)")
    }

    @Test("three pictures are sent in their order, by operands or --picture, shown and recorded")
    func several() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table("input_pictures = 3"))
        try service.run()
        for number in 1...4 { try service.keep("\(number).png", FakeImagesServer.png(number)) }
        let files = (1...4).map { service.kept("\($0).png") }
        let options = try service.textify(
            "submit", "boat 5", "--picture", files[2], "--picture", files[0], "--picture", files[1], "--wait", "--name",
            "harbour")
        #expect(options.code == 0, "\(options.errors)")
        let operands = try service.textify(
            "submit", files[0], files[1], "--prompt", "boat 6", "--wait", "--name", "quay")
        #expect(operands.code == 0, "\(operands.errors)")
        func addresses(_ numbers: [Int]) -> String {
            let list = numbers.map { number in
                #"{"image_url":"data:image/png;base64,\#(Data(FakeImagesServer.png(number)).base64EncodedString())"}"#
            }
            return "\"images\":[\(list.joined(separator: ","))]"
        }
        let posts = studio.server.requests.filter { $0.method == "POST" }
        #expect(posts.map(\.target) == ["/v1/images/edits", "/v1/images/edits"])
        #expect(posts.first?.text.contains(addresses([3, 1, 2])) == true)
        #expect(posts.last?.text.contains(addresses([1, 2])) == true)
        #expect(try service.picture("harbour") == FakeImagesServer.png(5))
        let story = try service.text("harbour.json", in: service.outbox)
        #expect(story.contains("\"original\"") && story.contains("\"references\""), "\(story)")
        let shown = try service.textify("show", try #require(service.jobs("done").last))
        #expect(shown.output.contains("input pictures"), "\(shown.output)")

        let many = try service.textify("submit", files[0], files[1], files[2], files[3], "--prompt", "boat")
        #expect(
            many.code == 65
                && many.errors.joined().contains(
                    "picture: backend studio takes at most 3 input pictures, but 4 were given; send fewer."),
            "\(many.errors)")
        let bare = try service.textify("submit", files[0], files[1], "--prompt", "")
        #expect(bare.code == 65 && bare.errors.joined().contains("prompt: is missing: 2 pictures"), "\(bare.errors)")
        let flags = [String](repeating: files[0], count: 17).flatMap { ["--picture", $0] }
        let over = try service.reply(service.ask(["submit", "boat"] + flags))
        #expect(over.code == 64 && over.errors.joined().contains("17 pictures given"), "\(over.errors)")
        #expect(studio.total == 2)
    }

    @Test("a web UI gets pictures by img2img with the given strength, and prompts alone by txt2img")
    func webUI() throws {
        let server = try Server { received in
            let base64 = Data(FakeImagesServer.png(5)).base64EncodedString()
            return received.method == "GET"
                ? .json("{}") : .json(#"{"images": [""# + base64 + #""], "parameters": {}, "info": "{\"seed\": 99}"}"#)
        }
        let service = try Service(backends: Self.webUI(server).replacing("webui", with: "studio"))
        try service.run()
        try service.keep("photo.png", FakeImagesServer.png(3))
        let submitted = try service.textify(
            "submit", service.kept("photo.png"), "--prompt", "boat 5", "--strength", "0.25", "--steps", "9", "--wait",
            "--name", "harbour")
        #expect(submitted.code == 0, "\(submitted.errors)")
        let words = try service.textify("submit", "boat 6", "--wait", "--name", "words")
        #expect(words.code == 0, "\(words.errors)")
        let posts = server.requests.filter { $0.method == "POST" }
        #expect(posts.map(\.target) == ["/sdapi/v1/img2img", "/sdapi/v1/txt2img"])
        #expect(posts.first?.text.contains("\"denoising_strength\":0.25") == true)
        #expect(posts.first?.text.contains("\"steps\":9") == true)
        let story = try service.text("harbour.json", in: service.outbox)
        #expect(story.contains("\"seed\" : 99") && story.contains("\"strength\" : \"0.25\""), "\(story)")
    }

    @Test("an unsupported field is refused before anything is sent, and the error names capable backends")
    func refused() throws {
        let studio = try FakeImagesServer()
        let server = try Server(.json("{}"))
        let service = try Service(backends: studio.table("profile = \"localai\"") + Self.webUI(server))
        try service.run()
        try service.keep("photo.png", FakeImagesServer.png(3))
        let picture = try service.textify("submit", service.kept("photo.png"), "--prompt", "boat 5")
        #expect(picture.code == 65)
        #expect(
            picture.errors.joined().contains(
                "picture: not supported by backend studio; choose a backend that supports it (webui)"),
            "\(picture.errors)")
        let quality = try service.textify("submit", "boat 5", "--quality", "high")
        #expect(quality.code == 65 && quality.errors.joined().contains("quality: not supported by backend studio"))
        let lenient = try service.textify("submit", "boat 5", "--quality", "high", "--lenient", "--wait", "--name", "a")
        #expect(lenient.code == 0, "\(lenient.errors)")
        #expect(
            try service.text("a.json", in: service.outbox).contains(
                "quality was ignored: backend studio doesn't support it"))
        #expect(studio.total == 1 && server.requests.isEmpty)
    }

    @Test("a kill during an edit keeps the given picture, and a retry sends it again")
    func killed() async throws {
        let gate = Gate()
        let server = try Server { received in
            let base64 = Data(FakeImagesServer.png(5)).base64EncodedString()
            let picture = Answer.json(#"{"images": [""# + base64 + #""], "info": "{}"}"#)
            return received.number == 0 ? Answer([.wait(gate)] + picture.steps) : picture
        }
        let service = try Service(
            backends: Self.webUI(server).replacing("webui", with: "studio") + "cost = { per_picture = \"0.01 USD\" }\n")
        let first = try service.serve()
        try service.keep("photo.png", FakeImagesServer.png(3))
        let submitted = try service.textify(
            "submit", service.kept("photo.png"), "--prompt", "boat 5", "--name", "harbour")
        #expect(submitted.code == 0, "\(submitted.errors)")
        await gate.reached()
        first.send(SIGKILL)
        #expect(try first.ending() == .killed(SIGKILL))
        gate.open()
        let second = try service.serve()
        try second.wait(for: " job_unknown: ")
        let id = try #require(try service.jobs("unknown").first)
        #expect(try service.textify("retry", "--may-pay-twice", id).code == 0)
        try second.wait(for: " job_done: ")
        let posts = server.requests.filter { $0.method == "POST" }
        let base64 = Data(FakeImagesServer.png(3)).base64EncodedString()
        #expect(posts.map(\.target) == ["/sdapi/v1/img2img", "/sdapi/v1/img2img"])
        #expect(posts.allSatisfy { $0.text.contains("\"init_images\":[\"\(base64)\"]") })
        #expect(try service.picture("harbour") == FakeImagesServer.png(5))
    }

    @Test("a picture without a prompt is upscaled; the error of a backend that cannot names one that can")
    func upscaled() throws {
        let base64 = Data(FakeImagesServer.png(5)).base64EncodedString()
        let server = try Server(.json(#"{"id": "t", "images": [""# + base64 + #""]}"#))
        let table = """
            [backends.studio]
            type = "karlo"
            base_url = "\(server.url)"
            api_key = { file = "making/key" }


            """
        let service = try Service(backends: table)
        try service.keep("key", Array("hush-7Qm2vX\n".utf8))
        chmod(service.kept("key"), 0o600)
        try service.run()
        try service.keep("photo.png", FakeImagesServer.png(3))
        let larger = try service.textify(
            "submit", service.kept("photo.png"), "--prompt", "", "--upscale", "4", "--wait", "--name", "large")
        #expect(larger.code == 0, "\(larger.errors)")
        #expect(server.requests.map(\.target) == ["/v2/inference/karlo/upscale"])
        #expect(try service.picture("large") == FakeImagesServer.png(5))
        let sketch = try service.textify(
            "submit", service.kept("photo.png"), "--prompt", "", "--upscale", "4", "--backend", "sketch")
        #expect(sketch.code == 65 && sketch.errors.joined().contains("(studio)"), "\(sketch.errors)")
    }

    @Test("a missing file, or one that is not a picture, is refused before anything is sent")
    func files() throws {
        let service = try Service()
        try service.run()
        try service.keep("notes.txt", Array("hello".utf8))
        let notes = try service.textify("submit", service.kept("notes.txt"), "--prompt", "boat")
        #expect(notes.code == 65 && notes.errors.count == 1, "\(notes.errors)")
        let gone = try service.textify("submit", service.kept("gone.png"), "--prompt", "boat")
        #expect(gone.code == 66 && gone.errors.count == 1, "\(gone.errors)")
    }
}
