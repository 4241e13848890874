import ControlAPI
import Domain
import Testing

@Suite("Query strings")
struct QueryTests {
    @Test(
        "Every byte survives encoding and decoding", arguments: ["", "a b", "a&b=c%", "고양이 🐈", "+", "ä/?#", "\u{0}\n"])
    func roundTrip(text: String) {
        let items = [QueryString.Item(text + "n", text), QueryString.Item("flag", nil)]
        let query = QueryString.encode(items)
        #expect(query.utf8.allSatisfy { $0 > 32 && $0 < 127 })
        #expect(QueryString.decode(query) == items)
    }

    @Test("A plus sign decodes to a space, and empty parts are ignored") func plus() {
        #expect(QueryString.decode("a=1+2&&b=&c") == [.init("a", "1 2"), .init("b", ""), .init("c", nil)])
    }

    @Test("A malformed query is rejected as a whole", arguments: ["a=%", "a=%4", "a=%zz", "a=%FF", "%=1"])
    func malformed(query: String) {
        #expect(QueryString.decode(query) == nil)
    }

    @Test("A request encodes the same fields of the table as JSON and as a query")
    func sameFields() throws {
        let request = SubmitRequest([
            "prompt": .text("a"), "backend": .text("sketch"), "size": .text("64x64"), "seed": .integer(1),
            "negative_prompt": .text("b"), "model": .text("m"), "steps": .integer(9), "guidance": .number(6.5),
            "scheduler": .text("Karras"), "strength": .number(0.5), "mask": .text("transparent"),
            "quality": .text("low"), "samples": .integer(2), "name": .text("{stem}"),
            "picture_format": .text("webp"), "upscale": .integer(2), "lenient": .flag(true), "reuse": .text("always"),
            "embed": .flag(false), "priority": .text("high"),
            "tags": .list([.text("a"), .text("b")]), "outputs": .list([.text("txt")]),
            "art": .object([
                "columns": .integer(80), "charset": .text("basic"), "invert": .flag(true), "contrast": .number(1),
            ]),
        ])
        let tree = try JSONReader.read(ControlJSON.encode(request))
        let table = FieldTable.request(backends: ["sketch"])
        var target = Request.builtIn
        #expect(table.apply(tree, to: &target).isEmpty)
        #expect(Set(tree.entries?.map(\.name) ?? []) == Set(table.fields.map(\.name)))
        #expect(target.priority == .high && !target.isEmbedding)
        #expect(target.art.charset == .basic && target.art.invert && target.prompt == "a")
        let details = GenerationDetails(
            negativePrompt: "b", model: "m", steps: 9, guidance: 6.5, scheduler: "Karras", strength: 0.5,
            mask: .transparent, quality: "low", format: .webp, upscale: 2)
        #expect(
            target.generation.details == details && target.generation.isLenient && target.generation.reuse == .always)
        let query = QueryString.encode(request.query)
        let first = "charset=basic&columns=80&contrast=1.0&invert=true&backend=sketch&embed=false&guidance=6.5"
        #expect(query.hasPrefix(first))
        #expect(query.contains("&seed=1&") && query.contains("&tags=a%2Cb&"))
    }
}
