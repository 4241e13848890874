import Domain
import PlatformDigest
import Testing

@Suite("Purchase keys")
struct PurchaseKeyTests {
    /// Every option is set, and none as in another of the requests.
    private static let whole = GenerationOptions(
        backend: "elsewhere", size: PictureSize(width: 640, height: 448), seed: .max,
        details: GenerationDetails(
            negativePrompt: "흐림, blur", model: "xl", steps: 9, guidance: 6.5, scheduler: "Karras", strength: 0.25,
            mask: .transparent, quality: "low", format: .webp, upscale: 2),
        isLenient: true, leftOut: [.upscale, .seed], reuse: .always)

    private static func requests() throws -> [Request] {
        let digest = try #require(Digest(bytes: [UInt8](repeating: 7, count: 32)))
        return [
            Request(source: .prompt("a cat")),
            Request(source: .prompt("고양이 🐈‍⬛ e\u{301}")),
            Request(source: .prompt("고양이 🐈‍⬛ \u{E9}")),
            Request(source: .prompt("a cat"), generation: whole),
            Request(source: .edit("a cat", digest, .png), generation: whole),
            Request(source: .edit("", digest, .jpeg)),
            Request(source: .picture(digest, .png)),
        ]
    }

    private static func key(_ request: Request, by backend: String = "studio", model: String = "m") -> PurchaseKey {
        var service = CanonicalFields(version: "service/1")
        service.add("model", model)
        return PurchaseKey(request, by: backend, service: service)
    }

    /// A changed digest means that pictures which were paid for are bought again. Then the version has to change too.
    @Test("the form of version 1 never changes")
    func golden() throws {
        let digests = try Self.requests().map { String(sha256(Self.key($0).bytes).hex.prefix(16)) }
        #expect(
            digests == [
                "e20678fbf4eb37a5",
                "784a41199ad5ef91",
                "827208c9f4bfa4aa",
                "925a4e1c1f1e4bd1",
                "e285043b65078137",
                "e81a1e2e797303a3",
                "2ea6aa3260ff423d",
            ])
        let parts: [(String, [UInt8])] = [
            ("backend", Array("studio".utf8)), ("source", Array("prompt".utf8)),
            ("prompt", Array("a cat".utf8)), ("size", Array("768x512".utf8)), ("lenient", Array("false".utf8)),
        ]
        let service = Self.written("service/1")
        let fields = parts.flatMap { Self.written($0.0) + Self.written($0.1) }
        let bytes = Self.written("purchase/1") + Self.written("service") + Self.written(service) + fields
        let plain = PurchaseKey(try Self.requests()[0], by: "studio", service: CanonicalFields(version: "service/1"))
        #expect(plain.bytes == bytes)
    }

    @Test("samples without a seed are different purchases; with seeds, the seeds tell them apart")
    func samples() {
        func key(_ request: Request, _ number: Int) -> [UInt8] {
            PurchaseKey(
                request, sample: Sample(number, of: 3), by: "studio", service: CanonicalFields(version: "service/1")
            ).bytes
        }
        var request = Request(source: .prompt("a cat"))
        #expect(Set((1...3).map { key(request, $0) }).count == 3)
        let alone = PurchaseKey(request, by: "studio", service: CanonicalFields(version: "service/1")).bytes
        #expect(key(request, 1) == alone)
        request.generation.seed = 7
        #expect(key(request.sample(2), 2) == key(request.sample(2), 1))
        #expect(key(request.sample(2), 2) != key(request.sample(1), 1))
    }

    @Test("input pictures count with their order and formats")
    func pictures() throws {
        let pictures = try (1...3).map { number in
            StoredPicture(
                digest: try #require(Digest(bytes: [UInt8](repeating: UInt8(number), count: 32))), format: .png)
        }
        func key(_ order: [Int], _ format: PictureFormat = .png) throws -> [UInt8] {
            var chosen = order.map { pictures[$0] }
            chosen[0] = StoredPicture(digest: chosen[0].digest, format: format)
            return Self.key(Request(source: .edit("a cat", try #require(InputPictures(chosen))))).bytes
        }
        let keys = [
            try key([0]), try key([0, 1]), try key([1, 0]), try key([0, 0]), try key([0, 1, 2]), try key([0, 2, 1]),
            try key([0, 1], .jpeg),
        ]
        #expect(Set(keys).count == keys.count)
        let fields = [1, 2].flatMap { number in
            Self.written("picture") + Self.written([UInt8](repeating: UInt8(number), count: 32))
                + Self.written("picture_format") + Self.written("png")
        }
        #expect(try key([0, 1]).firstRange(of: Self.written("a cat") + fields) != nil)
    }

    /// The length in eight bytes, then the bytes.
    private static func written(_ content: [UInt8]) -> [UInt8] {
        [0, 0, 0, 0, 0, 0, UInt8(content.count >> 8), UInt8(content.count & 255)] + content
    }

    private static func written(_ text: String) -> [UInt8] { written(Array(text.utf8)) }

    @Test("requests that differ anywhere have different keys")
    func different() throws {
        let requests = try Self.requests()
        var keys = requests.map { Self.key($0).bytes }
        keys.append(Self.key(requests[0], by: "other").bytes)
        keys.append(Self.key(requests[0], model: "n").bytes)
        for change in Self.changes {
            var changed = requests[0]
            change(&changed.generation)
            keys.append(Self.key(changed).bytes)
        }
        #expect(Set(keys).count == keys.count)
    }

    /// Each sets one option, also to its empty value.
    private static let changes: [@Sendable (inout GenerationOptions) -> Void] = [
        { $0.size = PictureSize(width: 512, height: 768) }, { $0.seed = 0 }, { $0.seed = 1 },
        { $0.isLenient = true }, { $0.leftOut = [.seed] }, { $0.leftOut = [.seed, .model] },
        { $0.leftOut = [.model, .seed] }, { $0.details.negativePrompt = "" }, { $0.details.negativePrompt = "x" },
        { $0.details.model = "" }, { $0.details.model = "x" }, { $0.details.steps = 1 },
        { $0.details.guidance = 0 }, { $0.details.guidance = -0.0 }, { $0.details.guidance = 1 },
        { $0.details.scheduler = "x" }, { $0.details.strength = 1 }, { $0.details.mask = .transparent },
        { $0.details.quality = "x" }, { $0.details.format = .png }, { $0.details.format = .jpeg },
        { $0.details.upscale = 2 },
    ]

    @Test("what doesn't change the purchase doesn't change its key")
    func same() throws {
        let request = try Self.requests()[3]
        var other = request
        other.generation.backend = "third"
        other.generation.reuse = .never
        other.art.columns = 7
        other.tags = ["x"]
        other.name = try NameTemplate(parsing: "{date}")
        other.outputs = [.txt]
        other.priority = .high
        other.isEmbedding = false
        #expect(Self.key(other) == Self.key(request))
    }

    /// A new property has to be added to the key, or to the sentence that says why it is left out, and then here.
    @Test("every property of a request is decided about")
    func complete() throws {
        let request = try Self.requests()[3]
        let labels = [Mirror(reflecting: request), Mirror(reflecting: request.generation)].map {
            $0.children.compactMap(\.label)
        }
        #expect(
            labels[0] == [
                "source", "generation", "art", "outputs", "name", "tags", "isEmbedding", "priority", "origins",
            ])
        // A job's request always asks for one sample; `sample` of the key tells several apart.
        #expect(labels[1] == ["backend", "size", "seed", "samples", "details", "isLenient", "leftOut", "reuse"])
        let details = Mirror(reflecting: request.generation.details).children.compactMap(\.label)
        #expect(
            details == [
                "negativePrompt", "model", "steps", "guidance", "scheduler", "strength", "mask", "quality", "format",
                "upscale",
            ])
    }

    @Test("no two lists of fields have the same bytes")
    func unambiguous() {
        let lists: [[(String, String?)]] = [
            [], [("a", "")], [("", "a")], [("a", "b")], [("ab", "")], [("", "ab")], [("a", "b"), ("", "")],
            [("a", ""), ("b", "")], [("a", "b"), ("c", "d")], [("c", "d"), ("a", "b")],
            [("a", String(decoding: Self.written("b") + Self.written("c"), as: UTF8.self))],
        ]
        let bytes = lists.map { list in
            var fields = CanonicalFields(version: "v")
            for (name, value) in list { fields.add(name, value) }
            return fields.bytes
        }
        #expect(Set(bytes).count == bytes.count)
        var nothing = CanonicalFields(version: "v")
        nothing.add("a", String?.none)
        #expect(nothing.bytes == bytes[0])
    }

    @Test("JSON values of any order of members have one form, and different values different ones")
    func json() {
        func bytes(_ value: JSONValue) -> [UInt8] {
            var fields = CanonicalFields(version: "v")
            fields.add("extra", value)
            return fields.bytes
        }
        let values: [JSONValue] = [
            .null, .flag(true), .flag(false), .integer(1), .number(1), .text("1"), .text(""), .text("null"), .list([]),
            .list([.null]), .list([.list([]), .integer(1)]), .list([.list([.integer(1)])]), .object([:]),
            .object(["a": .null]), .object(["a": .integer(1), "b": .integer(2)]),
            .object(["a": .integer(2), "b": .integer(1)]), .object(["a": .object(["b": .null])]),
        ]
        #expect(Set(values.map(bytes)).count == values.count)
        let names = (0..<40).map { "name-\($0)" }
        let members = names.map { ($0, JSONValue.text($0)) }
        let one = JSONValue.object(Dictionary(uniqueKeysWithValues: members))
        let other = JSONValue.object(Dictionary(uniqueKeysWithValues: members.reversed()))
        #expect(bytes(one) == bytes(other))
    }
}
