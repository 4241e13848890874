import ControlAPI
import Domain
import Testing

@Suite("Queries")
struct QueryTests {
    @Test(
        "every byte survives the way there and back", arguments: ["", "a b", "a&b=c%", "고양이 🐈", "+", "ä/?#", "\u{0}\n"])
    func roundTrip(text: String) {
        let items = [QueryString.Item(text + "n", text), QueryString.Item("flag", nil)]
        let query = QueryString.encode(items)
        #expect(query.utf8.allSatisfy { $0 > 32 && $0 < 127 })
        #expect(QueryString.decode(query) == items)
    }

    @Test("a plus sign is a space, and empty parts are none") func plus() {
        #expect(QueryString.decode("a=1+2&&b=&c") == [.init("a", "1 2"), .init("b", ""), .init("c", nil)])
    }

    @Test("what is malformed is refused whole", arguments: ["a=%", "a=%4", "a=%zz", "a=%FF", "%=1"])
    func malformed(query: String) {
        #expect(QueryString.decode(query) == nil)
    }

    @Test("a render query carries the format and the options") func render() {
        let query = RenderQuery(format: "html", options: [.init("columns", "100"), .init("characters", " .#")])
        #expect(query.text == "format=html&columns=100&characters=%20.%23")
    }

    @Test("every field that a request as JSON may have is a field of the table, and the other way round")
    func sameFields() throws {
        var request = SubmitRequest(prompt: "a")
        request.backend = "sketch"
        request.size = "64x64"
        request.seed = 1
        request.tags = ["a"]
        request.outputs = ["txt"]
        request.art = [
            "columns": .integer(80), "charset": .text("basic"), "invert": .flag(true), "contrast": .number(1),
        ]
        let tree = try JSONReader.read(ControlJSON.encode(request))
        let table = FieldTable.request(backends: ["sketch"])
        var target = Request.builtIn
        #expect(table.apply(tree, to: &target).isEmpty)
        #expect(Set(tree.entries?.map(\.name) ?? []) == Set(table.fields.map(\.name)))
        #expect(target.art.charset == .basic && target.art.invert && target.prompt == "a")
    }
}
