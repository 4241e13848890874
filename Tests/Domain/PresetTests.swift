import Domain
import Testing

@Suite("Presets")
struct PresetTests {
    @Test("Every built-in preset is valid, chooses a format and has a unique name")
    func builtIn() {
        for preset in Preset.builtIn {
            var options = ConversionOptions()
            #expect(preset.apply(to: &options) == [], "\(preset.name)")
            #expect(options.format != nil)
        }
        #expect(
            Preset.builtIn.map(\.name) == [
                "terminal", "readme", "discord", "discord-ansi", "irc", "matrix", "email", "comment", "motd", "eink",
            ])
    }

    @Test("A user's preset is read by the same field table and replaces a built-in one of the same name")
    func own() throws {
        let irc = table(["columns": .integer(40), "format": .text("svg"), "rotate": .text("90")])
        let presets = try Preset.read(
            table(["presets": table(["irc": irc.content]).content, "other": .integer(1)]), file: "textify.toml")
        #expect(presets.filter { $0.name == "irc" }.count == 1 && presets.count == Preset.builtIn.count)
        var options = ConversionOptions()
        #expect(presets.last?.apply(to: &options) == [])
        #expect(options.art.columns == 40 && options.format == .svg && options.writing.rotate == .right)
        #expect(try Preset.read(FieldValue(.table([])), file: "") == Preset.builtIn)
    }

    @Test("An error in a preset is reported with its full key")
    func wrong() {
        let misspelt = table(["presets": table(["mine": table(["colums": .integer(40)]).content]).content])
        #expect(
            throws: FieldFailure(
                key: "presets.mine.colums", problem: .unknown(nearest: "columns"), file: "textify.toml")
        ) { try Preset.read(misspelt, file: "textify.toml") }
        #expect(throws: FieldFailure.self) { try Preset.read(table(["presets": .integer(1)]), file: "") }
        #expect(throws: FieldFailure.self) {
            try Preset.read(table(["presets": table(["mine": .integer(1)]).content]), file: "")
        }
    }

    @Test("Each format is recognised by its short name and by its file extension")
    func formats() {
        for kind in OutputKind.formats {
            #expect(OutputKind(format: kind.format) == kind && OutputKind(format: kind.rawValue) == kind)
            #expect(OutputKind(named: FileName("a." + kind.rawValue)) == kind)
        }
        #expect(Set(OutputKind.formats.map(\.format)).count == OutputKind.formats.count)
        #expect(OutputKind(format: "json") == .artJSON && OutputKind(format: "picture") == nil)
        for (name, kind) in [
            ("a.PNG", OutputKind.artPNG), ("a.json", .artJSON), ("a.ans", .ansi), ("a.htm", .html), ("a.gif", .artGIF),
            ("b.irc.txt", .irc),
            ("irc.txt", .txt),
        ] { #expect(OutputKind(named: FileName(name)) == kind) }
        for name in ["a.avi", "txt", "a.picture", ""] { #expect(OutputKind(named: FileName(name)) == nil) }
    }

    private func table(_ entries: KeyValuePairs<String, FieldValue.Content>) -> FieldValue {
        FieldValue(.table(entries.map { FieldEntry(name: $0.key, value: FieldValue($0.value)) }))
    }
}
