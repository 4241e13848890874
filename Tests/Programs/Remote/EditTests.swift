import FoundationEssentials
import Glibc
import Loopback
import Testing

@Suite("Pictures made from pictures", .ownThread)
struct EditTests {
    private static func webUI(_ server: Server) -> String {
        """
        [backends.webui]
        type = "a1111"
        base_url = "\(server.url)"
        probe_interval = "100ms"


        """
    }

    @Test("textify submit PICTURE --prompt: one POST to the edits, its picture delivered, the given one named")
    func edits() throws {
        let studio = try Studio()
        let service = try Service(backends: studio.table())
        try service.run()
        try service.keep("photo.png", Studio.png(3))
        let submitted = try service.textify(
            "submit", service.kept("photo.png"), "--prompt", "boat 5", "--wait", "--name", "harbour", "--columns", "40")
        #expect(submitted.code == 0, "\(submitted.errors)")
        let posts = studio.server.requests.filter { $0.method == "POST" }
        #expect(posts.map(\.target) == ["/v1/images/edits"])
        let base64 = Data(Studio.png(3)).base64EncodedString()
        #expect(posts.first?.text.contains("data:image/png;base64," + base64) == true)
        #expect(try service.bytes("harbour.picture.png", in: service.outbox) == Studio.png(5))
        let story = try service.text("harbour.json", in: service.outbox)
        #expect(story.contains("\"original\"") && story.contains("\"prompt\" : \"boat 5\""), "\(story)")
    }

    @Test("a web UI starts from the picture, as far as was asked; words alone still go to txt2img")
    func webUI() throws {
        let server = try Server { received in
            let base64 = Data(Studio.png(5)).base64EncodedString()
            return received.method == "GET"
                ? .json("{}") : .json(#"{"images": [""# + base64 + #""], "parameters": {}, "info": "{\"seed\": 99}"}"#)
        }
        let service = try Service(backends: Self.webUI(server).replacing("webui", with: "studio"))
        try service.run()
        try service.keep("photo.png", Studio.png(3))
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

    @Test("what a backend can't do is refused by name before anything is sent, and who can is told")
    func refused() throws {
        let studio = try Studio()
        let server = try Server(.json("{}"))
        let service = try Service(backends: studio.table("profile = \"vllm\"") + Self.webUI(server))
        try service.run()
        try service.keep("photo.png", Studio.png(3))
        let picture = try service.textify("submit", service.kept("photo.png"), "--prompt", "boat 5")
        #expect(picture.code == 65)
        #expect(
            picture.errors.joined().contains(
                "picture: the backend studio can't do that; choose a backend that can (webui)"),
            "\(picture.errors)")
        let quality = try service.textify("submit", "boat 5", "--quality", "high")
        #expect(quality.code == 65 && quality.errors.joined().contains("quality: the backend studio can't do that"))
        let lenient = try service.textify("submit", "boat 5", "--quality", "high", "--lenient", "--wait", "--name", "a")
        #expect(lenient.code == 0, "\(lenient.errors)")
        #expect(try service.text("a.json", in: service.outbox).contains("quality was left out: studio can't honour it"))
        #expect(studio.total == 1 && server.requests.isEmpty)
    }

    @Test("a file that is no picture, or is not there, ends before anything is sent")
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
