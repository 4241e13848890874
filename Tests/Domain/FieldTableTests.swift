import Domain
import Testing

@Suite("Field table")
struct FieldTableTests {
    private func table(_ name: String, _ content: FieldValue.Content) -> FieldValue {
        FieldValue(.table([FieldEntry(name: name, value: FieldValue(content, line: 3, column: 9), line: 3, column: 1)]))
    }

    private func problem(_ name: String, _ content: FieldValue.Content) -> FieldFailure.Problem? {
        var art = ArtOptions()
        let failures = FieldTable.art.apply(table(name, content), to: &art, file: "a.toml")
        if !failures.isEmpty { #expect(art == ArtOptions()) }
        return failures.first?.problem
    }

    @Test("A setting that stands outside its table is found in it")
    func misplaced() {
        var request = Request.builtIn
        let tree = FieldValue(.table([FieldEntry(name: "columns", value: FieldValue(.integer(40)))]))
        let failures = FieldTable.request(backends: []).apply(tree, to: &request)
        #expect(failures.map(\.problem) == [.unknown(nearest: "art.columns")])
    }

    @Test("A tag that is given twice, or with blanks around it, is one tag")
    func tags() throws {
        var request = Request.builtIn
        try FieldTable.request(backends: []).apply(word: "tags", " sea,sea ,밤,sea", to: &request)
        #expect(request.tags == ["sea", "밤"])
        let failure = #expect(throws: FieldFailure.self) {
            try FieldTable.request(backends: []).apply(word: "tags", "sea, ", to: &request)
        }
        #expect(failure?.problem == .malformed(got: " ", example: "night"))
    }

    @Test("Values at both ends of a range are accepted", arguments: [10, 500])
    func ends(columns: Int64) {
        var art = ArtOptions()
        #expect(FieldTable.art.apply(table("columns", .integer(columns)), to: &art).isEmpty)
        #expect(art.columns == Int(columns))
    }

    @Test("Each kind of error is reported as such, and nothing is changed")
    func wrong() {
        #expect(problem("columns", .integer(9)) == .outOfRange(got: "9", range: "10–500"))
        #expect(problem("columns", .integer(501)) == .outOfRange(got: "501", range: "10–500"))
        #expect(problem("columns", .text("80")) == .wrongType(wanted: "integer", got: "text"))
        #expect(problem("contrast", .number(.nan)) == .outOfRange(got: "nan", range: "0.0–2.0"))
        #expect(problem("contrast", .integer(2)) == nil)
        #expect(problem("brightness", .number(1.01)) == .outOfRange(got: "1.01", range: "-1.0–1.0"))
        #expect(problem("gamma", .number(0.1)) == .outOfRange(got: "0.1", range: "0.2–5.0"))
        #expect(problem("invert", .text("yes")) == .wrongType(wanted: "flag", got: "text"))
        #expect(problem("invert", .integer(1)) == .wrongType(wanted: "flag", got: "integer"))
        #expect(problem("colums", .integer(80)) == .unknown(nearest: "columns"))
        #expect(problem("zzzzzzzz", .integer(80)) == .unknown(nearest: nil))
        #expect(problem("background", .text("#12")) == .malformed(got: "#12", example: "#ff8800"))
        let charsets = Charset.allCases.map(\.rawValue)
        #expect(problem("charset", .text("blokcs")) == .notOneOf(got: "blokcs", choices: charsets, nearest: "blocks"))
    }

    @Test("Every error is reported in file order with its full key and position")
    func all() {
        let art = FieldValue(.table([FieldEntry(name: "columns", value: FieldValue(.integer(1), line: 5, column: 11))]))
        let tree = FieldValue(
            .table([
                FieldEntry(name: "art", value: art, line: 4, column: 1),
                FieldEntry(name: "tags", value: FieldValue(.list([FieldValue(.flag(true), line: 2, column: 9)]))),
            ]))
        var request = Request.builtIn
        let failures = FieldTable.request(backends: ["sketch"]).apply(tree, to: &request, file: "p.txt")
        #expect(failures.map(\.key) == ["tags[0]", "art.columns"])
        #expect(failures.map(\.line) == [2, 5])
        #expect(failures.map(\.column) == [9, 11])
    }

    @Test("Tags are added to those of the folder; outputs replace them")
    func lists() throws {
        var request = Request(source: .prompt(""), outputs: [.txt], tags: ["a"])
        let table = FieldTable.request(backends: ["sketch"])
        try table.apply(word: "tags", "b,a", to: &request)
        try table.apply(word: "outputs", "html,art.png", to: &request)
        #expect(request.tags == ["a", "b"])
        #expect(request.outputs == [.html, .artPNG])
    }

    @Test("Command-line options go through the same checks")
    func words() throws {
        var art = ArtOptions()
        try FieldTable.art.apply(word: "cell-aspect", "0.6", to: &art)
        try FieldTable.art.apply(word: "invert", nil, to: &art)
        #expect(art.cellAspect == 0.6 && art.invert)
        let unknown = FieldFailure(key: "--cell-aspekt", problem: .unknown(nearest: "--cell-aspect"))
        #expect(throws: unknown) { try FieldTable.art.apply(word: "cell-aspekt", "1", to: &art) }
        let far = FieldFailure(key: "--columns", problem: .outOfRange(got: "9", range: "10–500"))
        #expect(throws: far) { try FieldTable.art.apply(word: "columns", "9", to: &art) }
    }

    @Test(
        "The sides of a size are 64 to 2048 pixels",
        arguments: [("63x64", false), ("64x2048", true), ("64x2049", false)])
    func sizes(text: String, isTaken: Bool) {
        var request = Request.builtIn
        let tree = FieldValue(.table([FieldEntry(name: "size", value: FieldValue(.text(text)))]))
        #expect(FieldTable.request(backends: ["sketch"]).apply(tree, to: &request).isEmpty == isTaken)
    }

    @Test("Help has a line for every option, with range and default", arguments: Language.allCases)
    func help(language: Language) {
        let lines = FieldTable.art.helpLines(defaults: ArtOptions(), in: language)
        #expect(lines.count == FieldTable.art.fields.count)
        #expect(
            lines.contains {
                $0.contains("--columns N") && $0.contains(language == .english ? "10–500 cells" : "10–500 칸")
                    && $0.contains(" 80")
            })
    }

    @Test("Durations are parsed with units and printed in the shortest form")
    func durations() {
        #expect(DurationText.duration(from: "1.5s") == .milliseconds(1500))
        #expect(DurationText.duration(from: "5m") == .seconds(300))
        for bad in ["", "5", "s", "-1s", "1.s", "5 s", "1e9d", "1.2.3s"] {
            #expect(DurationText.duration(from: bad) == nil)
        }
        #expect(DurationText.text(of: .milliseconds(1500)) == "1500ms")
        #expect(DurationText.text(of: .seconds(300)) == "5m")
    }

    @Test("A transposition counts as one edit, and short names need a close match")
    func nearest() {
        #expect(NearestName.of("intevral", among: ["interval", "settle"]) == "interval")
        #expect(NearestName.of("cell-aspect", among: ["cell_aspect"]) == "cell_aspect")
        #expect(NearestName.of("xy", among: ["ab"]) == nil)
    }
}
