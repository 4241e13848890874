import Domain
import Testing

@testable import Configuration

@Suite("Requests and backend capabilities")
struct RequestLayerTests {
    private static let text = """
        [defaults]
        guidance = 3
        [backends.webui]
        type = "a1111"
        base_url = "http://127.0.0.1:1"
        steps = 9
        guidance = 6.5
        [backends.studio]
        type = "openai"
        base_url = "http://127.0.0.1:1"
        model = "m"
        quality = "low"
        [[watch]]
        path = "a"
        outbox = "b"
        backend = "webui"
        [watch.request]
        negative_prompt = "blur"
        steps = 30

        """
    private static let abilities = [
        "webui": BackendCapabilities(
            tasks: [.textToImage, .imageToImage],
            options: [.negativePrompt: .any, .steps: .any, .guidance: .any, .seed: .any, .strength: .any, .mask: .any]),
        "studio": BackendCapabilities(options: [.quality: .any, .model: .any], promptCharacters: 20),
    ]

    private func read(_ front: String, _ prompt: String = "a cat") throws -> Result<Request, PromptFailure> {
        let settings = try Settings.read(Self.text)
        let layer = RequestLayer(settings, abilities: Self.abilities)
        let watch = try #require(settings.watches.first)
        return PromptReader(layer: layer).read(
            Array("+++\n\(front)\n+++\n\(prompt)".utf8), file: "p.txt", base: watch.rules.request)
    }

    private func misfit(_ front: String, _ prompt: String = "a cat") throws -> FieldFailure? {
        guard case .failure(.unfit(let failure)) = try read(front, prompt) else { return nil }
        return failure
    }

    @Test("A folder's request precedes its backend's table, and that precedes the general defaults")
    func order() throws {
        let generation = try read("").get().generation
        #expect(generation.details.steps == 30 && generation.details.negativePrompt == "blur")
        #expect(generation.details.guidance == nil, "the backend's own guidance applies")
    }

    @Test("Samples are a number from 1 to 16, for any backend, and a seed must leave room for the last")
    func samples() throws {
        #expect(try read("").get().pictures == 1)
        let request = try read("samples = 4\nbackend = 'studio'").get()
        #expect(request.pictures == 4 && request.origins["samples"] == [.frontMatter])
        for text in ["0", "17", "'4'"] {
            guard case .failure(.frontMatter(let failure)) = try read("samples = \(text)") else {
                Issue.record("\(text) was accepted")
                continue
            }
            #expect(failure.key == "samples" && failure.line == 2)
        }
        #expect(try read("samples = 2\nseed = \(Int64.max - 1)").get().pictures == 2)
        #expect(try misfit("samples = 3\nseed = \(Int64.max - 1)")?.key == "seed")
        let layer = RequestLayer(
            backends: ["s"],
            abilities: ["s": BackendCapabilities(options: [.seed: .integers(0...9)])])
        func seeded(_ seed: Int, _ samples: Int) -> FieldFailure? {
            var request = Request(source: .prompt("a"))
            request.generation.backend = "s"
            request.generation.seed = UInt64(seed)
            request.generation.samples = samples
            return layer.resolveOptions(of: &request).first
        }
        #expect(seeded(8, 2) == nil)
        #expect(seeded(8, 3)?.problem == .beyondBackend(backend: "s", got: "10", range: "0–9"))
        #expect(seeded(10, 1)?.problem == .beyondBackend(backend: "s", got: "10", range: "0–9"))
    }

    @Test("An unsupported option is rejected at its line, with the backends that support it")
    func refused() throws {
        let failure = try misfit("quality = \"high\"")
        #expect(failure?.key == "quality" && failure?.line == 2 && failure?.file == "p.txt")
        #expect(failure?.problem == .notHonoured(backend: "webui", others: ["studio"]))
        let seed = try misfit("backend = \"studio\"\nseed = 7")
        #expect(seed?.key == "seed" && seed?.line == 3)
        let long = try misfit("backend = \"studio\"", String(repeating: "a", count: 21))
        #expect(long?.key == "prompt")
    }

    @Test("A lenient request drops and records unsupported options, but not a prompt that is too long")
    func lenient() throws {
        let request = try read("lenient = true\nquality = \"high\"\nupscale = 2\nseed = 7").get()
        #expect(request.generation.leftOut == [.quality, .upscale])
        #expect(request.generation.details.quality == nil && request.generation.details.upscale == nil)
        #expect(request.generation.seed == 7 && request.generation.details.steps == 30)
        let long = try misfit("backend = \"studio\"\nlenient = true", String(repeating: "a", count: 21))
        #expect(long?.key == "prompt")
    }

    @Test("A strength without a picture is rejected in a drop and ignored in a folder's settings")
    func strength() throws {
        let failure = try misfit("strength = 0.5")
        #expect(failure?.problem == .noPicture && failure?.key == "strength" && failure?.line == 2)
        let lenient = try read("strength = 0.5\nlenient = true").get().generation
        #expect(lenient.leftOut == [.strength] && lenient.details.strength == nil)
        var request = Request(source: .prompt("a"), generation: GenerationOptions(backend: "webui"))
        request.generation.details.strength = 0.5
        #expect(RequestLayer(abilities: Self.abilities).resolveOptions(of: &request).isEmpty)
        #expect(request.generation.details.strength == nil && request.generation.leftOut.isEmpty)
    }

    @Test("A mask without a picture is rejected; a lenient request drops it together with the strength")
    func mask() throws {
        let failure = try misfit("mask = \"transparent\"")
        #expect(failure?.problem == .noPicture && failure?.key == "mask" && failure?.line == 2)
        let lenient = try read("mask = \"transparent\"\nstrength = 1\nlenient = true").get().generation
        #expect(lenient.leftOut == [.strength, .mask] && lenient.details.mask == nil)
        let fields = FieldValue(.table([]))
        var request = Request(source: .prompt("a"), generation: GenerationOptions(backend: "webui"))
        request.generation.details.mask = .transparent
        #expect(RequestLayer(abilities: Self.abilities).resolveOptions(of: &request, fields, given: [.png]).isEmpty)
        #expect(request.generation.details.mask == .transparent)
    }

    @Test("Several pictures need a prompt and a backend that takes as many; their bytes count together")
    func pictures() throws {
        let one = BackendCapabilities(tasks: [.textToImage, .imageToImage, .upscaling])
        let three = BackendCapabilities(
            tasks: [.imageToImage], pictures: 3, pictureBytes: 100, totalPictureBytes: 150)
        let layer = RequestLayer(backends: ["one", "three"], abilities: ["one": one, "three": three])
        func failure(_ bytes: [Int], _ fields: [FieldEntry], to backend: String = "one") -> FieldFailure? {
            let base = Request(source: .prompt(""), generation: GenerationOptions(backend: backend))
            let given = bytes.map { RequestLayer.Given(format: .png, bytes: $0) }
            let read = Result { () throws(RequestFault) in
                try layer.request(
                    FieldValue(.table(fields)), over: base, given: given, limit: 100, from: .submission)
            }
            guard case .failure(.fields(let failures)) = read else { return nil }
            return failures.first
        }
        let prompt = [FieldEntry(name: "prompt", value: FieldValue(.text("a cat")))]
        let upscale = [FieldEntry(name: "upscale", value: FieldValue(.integer(2)))]
        #expect(failure([1], []) == nil && failure([1], prompt) == nil)
        for fields in [[], upscale] {
            #expect(failure([1, 1], fields)?.problem == .promptNeeded(pictures: 2))
            #expect(failure([1, 1], fields)?.key == "prompt")
        }
        #expect(
            failure([1, 1], prompt)?.problem
                == .tooManyPictures(backend: "one", count: 2, most: 1, others: ["three"]))
        #expect(failure([50, 50, 50], prompt, to: "three") == nil)
        #expect(
            failure([50, 50, 51], prompt, to: "three")?.problem
                == .beyondBackend(
                    backend: "three", got: "3 pictures of 151 bytes", range: "at most 150 bytes together"))
        #expect(
            failure([1, 101], prompt, to: "three")?.problem
                == .beyondBackend(backend: "three", got: "101 bytes", range: "at most 100 bytes"))
        #expect(
            failure([1, 1, 1, 1], prompt, to: "three")?.problem
                == .tooManyPictures(backend: "three", count: 4, most: 3, others: []))
    }

    @Test("A drop that chooses another backend ignores the folder's options for its own")
    func other() throws {
        let request = try read("backend = \"studio\"\nquality = \"high\"").get()
        #expect(request.generation.details == GenerationDetails(quality: "high") && request.generation.leftOut.isEmpty)
    }
}
