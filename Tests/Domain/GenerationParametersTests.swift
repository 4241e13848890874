import Domain
import FoundationEssentials
import Testing

@Suite("Generation parameters as text")
struct GenerationParametersTests {
    private static func job(_ request: Request?) -> Job {
        Job(
            id: JobID(utc: 1, seed: 2), drop: DropID(utc: 1, seed: 1), line: 0, folder: "inbox",
            name: FileName("cat.txt"), outbox: FolderPath("/outbox"), request: request, created: 1)
    }

    private static func call(by backend: String = "studio", seed: UInt64 = 7) throws -> Call {
        Call(
            id: CallID(utc: 1, seed: 3), job: JobID(utc: 1, seed: 2), backend: backend,
            purchase: try #require(Digest(bytes: [UInt8](repeating: 1, count: 32))), idempotencyKey: "key", seed: seed)
    }

    private func text(
        _ request: Request?, _ call: Call? = nil, capabilities: BackendCapabilities? = nil
    ) -> String? {
        GenerationParameters(of: Self.job(request), call: call, capabilities: capabilities, program: "textifyd 1")?.text
    }

    @Test("The prompt comes first, then the negative prompt, then everything that is known, in one line")
    func whole() throws {
        let details = GenerationDetails(
            negativePrompt: "fog, rain", model: "sdxl: \"turbo\", v1\\2", steps: 20, guidance: 6.5, scheduler: "Karras",
            strength: 0.25, quality: "high")
        let request = Request(
            source: .prompt("a cat\nat night, Seed: 9"), generation: GenerationOptions(backend: "own", details: details)
        )
        #expect(
            text(request, try Self.call()) == #"""
                a cat
                at night, Seed: 9
                Negative prompt: fog, rain
                Steps: 20, Schedule type: Karras, CFG scale: 6.5, Seed: 7, Size: 768x512, \#
                Model: "sdxl: \"turbo\", v1\\2", Denoising strength: 0.25, Generator: studio, Version: textifyd 1
                """#)
    }

    @Test("What is not known is left out; three settings are always there, as readers require")
    func sparse() throws {
        let request = Request(source: .prompt("a cat"))
        #expect(text(request) == "a cat\nSize: 768x512, Generator: sketch, Version: textifyd 1")
        var seeded = request
        seeded.generation.seed = 3
        #expect(text(seeded) == "a cat\nSeed: 3, Size: 768x512, Generator: sketch, Version: textifyd 1")
        let fixed = BackendCapabilities(options: [.steps: .any])
        #expect(text(request, try Self.call(), capabilities: fixed)?.contains("Seed") == false)
    }

    @Test("Options that a fallback doesn't support are not claimed")
    func lenient() throws {
        let request = Request(
            source: .prompt("a cat"),
            generation: GenerationOptions(
                details: GenerationDetails(negativePrompt: "fog", steps: 9), isLenient: true))
        let plain = BackendCapabilities(options: [.seed: .any])
        #expect(
            text(request, try Self.call(), capabilities: plain)
                == "a cat\nSeed: 7, Size: 768x512, Generator: studio, Version: textifyd 1")
    }

    @Test("There are none without a prompt, without a request, and with embed = false")
    func none() throws {
        let digest = try #require(Digest(bytes: [UInt8](repeating: 1, count: 32)))
        var request = Request(source: .prompt("a cat"))
        request.isEmbedding = false
        let others = [Request(source: .picture(digest, .png)), Request(source: .edit("", digest, .png)), nil]
        for request in others + [request] { #expect(text(request) == nil) }
        #expect(text(Request(source: .edit("a cat", digest, .png)))?.hasPrefix("a cat\n") == true)
    }

    @Test("Control characters become blanks, since a PNG's text can't have them; all line breaks become the same")
    func controls() {
        let parameters = GenerationParameters(
            prompt: "a\u{0}b\r\nc\td\u{2028}e", negativePrompt: "x\u{1B}y",
            settings: [("Model", "m\u{7}n"), ("Note", "two\nlines")])
        #expect(parameters.text == "a b\nc d\ne\nNegative prompt: x y\nModel: m n, Note: \"two\\nlines\"")
    }

    @Test("A caption has the prompt, but not with embed = false")
    func caption() {
        var request = Request(source: .prompt("a cat"))
        let caption = ArtCaption(of: Self.job(request), credit: "by", parameters: nil)
        #expect(caption == ArtCaption(label: "a cat", credit: "by"))
        request.isEmbedding = false
        #expect(ArtCaption(of: Self.job(request), credit: nil, parameters: nil) == ArtCaption(label: "cat"))
    }

    @Test("embed is a field of every request, true unless stored otherwise")
    func field() throws {
        let plain = try JSONEncoder().encode(Request.builtIn)
        #expect(!String(decoding: plain, as: UTF8.self).contains("mbed"))
        #expect(try JSONDecoder().decode(Request.self, from: plain).isEmbedding)
        var request = Request.builtIn
        try FieldTable.request(backends: []).apply(word: "embed", "false", to: &request)
        #expect(!request.isEmbedding)
        #expect(try JSONDecoder().decode(Request.self, from: JSONEncoder().encode(request)) == request)
        #expect(FieldTable<Request>.requestOptions(backends: []).field("embed")?.text(of: request) == "false")
    }
}
