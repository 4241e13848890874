import Domain
import FoundationEssentials
import Testing

@Suite("Generation options")
struct GenerationTests {
    private static let all = GenerationOptions(
        backend: "webui", seed: 7,
        details: GenerationDetails(
            negativePrompt: "blur", model: "xl", steps: 9, guidance: 6.5, scheduler: "Karras", strength: 0.25,
            mask: .transparent, quality: "low", format: .webp, upscale: 2), isLenient: true, leftOut: [.upscale])

    private func read(_ text: String) throws -> GenerationOptions {
        try JSONDecoder().decode(GenerationOptions.self, from: Data(text.utf8))
    }

    @Test("Options stored by an earlier version are read with defaults for newer fields")
    func earlier() throws {
        let read = try read(#"{"backend": "studio", "size": "512x512", "seed": 7}"#)
        #expect(read == GenerationOptions(backend: "studio", size: PictureSize(width: 512, height: 512), seed: 7))
        #expect(read.details == GenerationDetails() && !read.isLenient && read.leftOut.isEmpty)
    }

    @Test("Options survive encoding and decoding, and unset ones are not encoded")
    func again() throws {
        let text = String(decoding: try JSONEncoder().encode(Self.all), as: UTF8.self)
        #expect(try read(text) == Self.all)
        let plain = String(decoding: try JSONEncoder().encode(GenerationOptions()), as: UTF8.self)
        #expect(!plain.contains("details") && !plain.contains("enient") && !plain.contains("left"))
    }

    @Test("Every option has a request field of the same name, and can be read and cleared")
    func fields() {
        let table = FieldTable.request(backends: ["webui"])
        let request = Request(source: .prompt("a"), generation: Self.all)
        for option in GenerationOption.allCases {
            #expect(table.field(option.rawValue)?.text(of: request) == Self.all.text(of: option), "\(option)")
            #expect(Self.all.text(of: option)?.isEmpty == false)
            var cleared = Self.all
            cleared.clear(option)
            #expect(cleared.text(of: option) == nil)
        }
    }

    @Test(
        "A value outside the general range is rejected and changes nothing",
        arguments: [
            ("steps", "0"), ("steps", "1001"), ("guidance", "100.5"), ("guidance", "-1"), ("strength", "1.01"),
            ("upscale", "1"), ("upscale", "5"), ("picture_format", "gif"), ("quality", ""), ("model", ""),
            ("scheduler", "a\nb"), ("mask", "black"), ("negative_prompt", "a\u{0}b"), ("lenient", "perhaps"),
        ])
    func ranges(name: String, text: String) {
        var request = Request.builtIn
        #expect(throws: FieldFailure.self) {
            try FieldTable.request(backends: []).apply(word: name, text, to: &request)
        }
        #expect(request == .builtIn)
    }

    @Test("The nearest field name is found")
    func nearest() {
        let table = FieldTable.request(backends: [])
        #expect(table.nearest(to: "negativ_prompt") == "negative_prompt" && table.nearest(to: "step") == "steps")
    }

    @Test("Unsupported options are reported with the backends that support them, and bounded ones with their range")
    func optionFailures() {
        let able = BackendCapabilities(options: [.seed: .any, .steps: .integers(10...100), .quality: .words(["low"])])
        let other = BackendCapabilities(options: [.guidance: .numbers(1...20), .scheduler: .words(["ddim"])])
        let optionFailures = able.optionFailures(Self.all, among: ["kakao": other, "studio": able])
        #expect(
            optionFailures.map(\.key) == [
                "negative_prompt", "model", "steps", "guidance", "scheduler", "strength", "mask", "picture_format",
                "upscale",
            ])
        #expect(optionFailures[2].problem == .beyondBackend(backend: "webui", got: "9", range: "10–100"))
        #expect(optionFailures[3].problem == .notHonoured(backend: "webui", others: ["kakao"]))
        #expect(optionFailures[4].problem == .notHonoured(backend: "webui", others: []))
        #expect(able.optionFailures(GenerationOptions()).isEmpty)
    }

    @Test("An empty negative prompt needs no support")
    func empty() {
        let none = GenerationOptions(details: GenerationDetails(negativePrompt: ""))
        #expect(BackendCapabilities().optionFailures(none).isEmpty)
    }

    @Test("A request's source survives encoding and decoding, and earlier versions are read")
    func sources() throws {
        let digest = try #require(Digest(hex: String(repeating: "ab", count: 32)))
        let edit = RequestSource.edit("at night", digest, .jpeg)
        let stored = try JSONEncoder().encode(edit)
        #expect(try JSONDecoder().decode(RequestSource.self, from: stored) == edit)
        #expect(edit.task == .imageToImage && edit.given == [StoredPicture(digest: digest, format: .jpeg)])
        let prompt = Data(#"{"prompt": {"_0": "a cat"}}"#.utf8)
        #expect(try JSONDecoder().decode(RequestSource.self, from: prompt) == .prompt("a cat"))
        let picture = Data(#"{"picture": {"_0": "\#(digest.hex)", "_1": "png"}}"#.utf8)
        #expect(try JSONDecoder().decode(RequestSource.self, from: picture) == .picture(digest, .png))
        var request = Request(source: edit)
        request.prompt = "at noon"
        #expect(request.source == .edit("at noon", digest, .jpeg) && request.prompt == "at noon")
    }

    @Test("Input pictures survive encoding and decoding in their order; none and too many are data errors")
    func inputs() throws {
        let pictures = try (1...17).map { number in
            let digest = try #require(Digest(bytes: [UInt8](repeating: UInt8(number), count: 32)))
            return StoredPicture(digest: digest, format: number == 1 ? .png : .jpeg)
        }
        let all = try #require(InputPictures(Array(pictures.prefix(16))))
        #expect(all.first == pictures[0] && all.references == Array(pictures[1..<16]) && all.count == 16)
        let source = RequestSource.edit("at night", all)
        #expect(try JSONDecoder().decode(RequestSource.self, from: try JSONEncoder().encode(source)) == source)
        #expect(source.inputs == all.all && source.given == all.all && RequestSource.prompt("a").inputs.isEmpty)
        #expect(RequestSource.picture(pictures[0].digest, .png).inputs.isEmpty)
        #expect(InputPictures([]) == nil && InputPictures(pictures) == nil)
        for wrong in [[], pictures] {
            let list = String(decoding: try JSONEncoder().encode(wrong), as: UTF8.self)
            let stored = Data(#"{"edit": {"_0": "a", "_1": \#(list)}}"#.utf8)
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(RequestSource.self, from: stored) }
        }
        var request = Request(source: source)
        request.prompt = "at noon"
        #expect(request.source == .edit("at noon", all))
    }

    @Test("More input pictures than a backend takes are rejected, naming backends that take as many")
    func manyPictures() throws {
        let digest = try #require(Digest(hex: String(repeating: "ab", count: 32)))
        let picture = StoredPicture(digest: digest, format: .png)
        let three = try #require(InputPictures([picture, picture, picture]))
        let one = BackendCapabilities(tasks: [.imageToImage, .upscaling])
        var many = BackendCapabilities(tasks: [.imageToImage, .upscaling], pictures: 3)
        let request = Request(source: .edit("a", three), generation: GenerationOptions(backend: "one"))
        #expect(many.faults(request).isEmpty)
        #expect(
            one.faults(request, among: ["many": many, "plain": BackendCapabilities(), "other": one]).map(\.problem)
                == [.tooManyPictures(backend: "one", count: 3, most: 1, others: ["many"])])
        let upscaling = Request(source: .edit("", three), generation: GenerationOptions(backend: "many"))
        #expect(
            many.faults(upscaling).map(\.problem)
                == [.tooManyPictures(backend: "many", count: 3, most: 1, others: [])])
        many.pictureFormats = [.jpeg]
        #expect(many.faults(request).map(\.key) == ["picture"])
    }

    @Test("A picture is rejected by a backend that takes none, or not its format or size")
    func pictures() throws {
        let digest = try #require(Digest(hex: String(repeating: "ab", count: 32)))
        let both = BackendCapabilities(tasks: [.textToImage, .imageToImage], pictureBytes: 100)
        let jpeg = Request(source: .edit("a", digest, .jpeg))
        #expect(both.faults(jpeg).isEmpty)
        #expect(
            BackendCapabilities().faults(jpeg, among: ["webui": both]).map(\.problem)
                == [.takesNoPicture(backend: "sketch", others: ["webui"])])
        let heif = both.faults(Request(source: .edit("a", digest, .heic))).first
        #expect(heif?.key == "picture")
        #expect(both.faults(Request(source: .prompt("a")), given: [.heic]).map(\.key) == ["picture"])
        #expect(
            BackendCapabilities(tasks: [.imageToImage]).faults(Request(source: .prompt("a"))).map(\.problem)
                == [.pictureNeeded(backend: "sketch")])
        #expect(both.fault(pictureBytes: [100], backend: "a") == nil)
        #expect(both.fault(pictureBytes: [101], backend: "a")?.key == "picture")
    }

    @Test(
        "A size adapted to another picture's shape has about as many pixels, within bounds",
        arguments: [
            ("768x512", "4000x3000", "724x543"), ("768x512", "3x2", "768x512"), ("512x512", "1x10000", "64x2048"),
            ("512x512", "100x200", "362x724"),
        ])
    func shape(size: String, other: String, expected: String) throws {
        let size = try #require(PictureSize(text: size))
        let other = try #require(PictureSize(text: other))
        #expect(size.shaped(like: other, sides: 64...2048).text == expected)
    }

    @Test("A prompt longer than the backend's limit is reported")
    func long() {
        let able = BackendCapabilities(promptCharacters: 3)
        #expect(able.faults(Request(source: .prompt("등대다"))).isEmpty)
        let faults = able.faults(Request(source: .prompt("abcd")))
        #expect(faults.map(\.key) == ["prompt"])
        #expect(
            faults.first?.problem
                == .beyondBackend(backend: "sketch", got: "4 characters", range: "at most 3 characters"))
    }

    @Test("A request is stored with priority and origins, and an earlier one is read without them")
    func requests() throws {
        var request = Request(source: .prompt("a cat"), priority: .high)
        request.note("size", from: .watch)
        let stored = try JSONEncoder().encode(request)
        #expect(try JSONDecoder().decode(Request.self, from: stored) == request)
        let plain = try JSONEncoder().encode(Request.builtIn)
        #expect(!String(decoding: plain, as: UTF8.self).contains("origins"))
        #expect(try JSONDecoder().decode(Request.self, from: plain) == .builtIn)
    }
}
