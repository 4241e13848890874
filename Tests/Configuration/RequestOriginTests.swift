import Configuration
import Domain
import Testing

@Suite("Origins of request values")
struct RequestOriginTests {
    private static let text = """
        [defaults]
        size = "640x640"
        tags = ["all"]
        art.columns = 60
        [backends.webui]
        type = "a1111"
        base_url = "http://127.0.0.1:1"
        steps = 9
        size = "512x512"
        [[watch]]
        path = "a"
        outbox = "b"
        tags = ["home"]
        art.charset = "ascii"
        [watch.request]
        seed = 7
        priority = "high"

        """

    private func base() throws -> (Request, RequestReader, PromptReader) {
        let settings = try Settings.read(Self.text)
        let layer = RequestLayer(settings)
        return (
            try #require(settings.watches.first).rules.request, RequestReader(layer: layer), PromptReader(layer: layer)
        )
    }

    @Test("Folder settings override the defaults, and tags accumulate")
    func folders() throws {
        let (request, _, _) = try base()
        #expect(
            request.origins == [
                "size": [.defaults], "tags": [.defaults, .watch], "art.columns": [.defaults], "art.charset": [.watch],
                "seed": [.watch], "priority": [.watch],
            ])
        #expect(request.priority == .high)
    }

    @Test("A folder file overrides the settings and a drop overrides it; choosing a backend applies its values")
    func layers() throws {
        let (request, whole, prompts) = try base()
        let file = "tags = [\"garden\"]\nbackend = \"webui\"\nart = { columns = 40 }\npriority = \"low\""
        let laid = try whole.base(Array(file.utf8), file: ".textify.toml", over: request).get()
        #expect(laid.generation.backend == "webui" && laid.generation.size == PictureSize(width: 512, height: 512))
        #expect(laid.art.columns == 40 && laid.art.charset == .ascii && laid.priority == .low)
        #expect(laid.tags == ["all", "home", "garden"])
        #expect(laid.origins["tags"] == [.defaults, .watch, .folderFile])
        #expect(laid.origins["size"] == [.backend] && laid.origins["steps"] == [.backend])
        #expect(laid.origins["art.columns"] == [.folderFile] && laid.origins["backend"] == [.folderFile])
        let drop = "+++\nsize = \"256x256\"\nart.columns = 20\n+++\na cat"
        let read = try prompts.read(Array(drop.utf8), file: "p.txt", base: laid).get()
        #expect(read.origins["size"] == [.frontMatter] && read.origins["art.columns"] == [.frontMatter])
        #expect(read.origins["backend"] == [.folderFile] && read.origins["seed"] == [.watch])
        let asked = try whole.read(
            Array("prompt = \"a cat\"\nseed = 3".utf8), as: .toml, file: "r.toml", base: laid
        ).get()
        #expect(asked.origins["seed"] == [.request] && asked.origins["art.columns"] == [.folderFile])
    }

    @Test(
        "An invalid folder file is rejected with its line",
        arguments: [
            ("size = 3", "size"), ("prompt = \"a cat\"", "prompt"), ("\ncolour = 1", "colour"), ("[art", ""),
        ])
    func refused(text: String, key: String) throws {
        let (request, whole, _) = try base()
        let read = whole.base(Array(text.utf8), file: "a/.textify.toml", over: request)
        guard case .failure(.request(let failure)) = read else {
            Issue.record("accepted: \(read)")
            return
        }
        let line = text.hasPrefix("\n") ? 2 : 1
        #expect(failure.key == key && failure.file == "a/.textify.toml" && failure.line == line)
    }
}
