import Domain
import Testing

@testable import TextArt

@Suite("User characters")
struct UserCharactersTests {
    private let ramp = Picture(256, 8) { x, _ in .grey(UInt8(x)) }

    @Test(
        "the order typed and repetitions don't count: ink is measured", arguments: ["@. #:", "#: @.", "@@@:::  ...##"])
    func order(text: String) {
        let palette = Palette(ArtOptions(characters: text))
        #expect(palette.narrow.map(\.glyph.scalar) == [" ", ".", ":", "#", "@"])
        #expect(palette.warnings.isEmpty)
        let reference = ramp.art(ArtOptions(columns: 64, characters: " .:#@"))
        #expect(ramp.art(ArtOptions(columns: 64, characters: text)) == reference)
    }

    @Test("only the characters given occur, each where the picture asks for its ink")
    func set() {
        let line = ramp.art(ArtOptions(columns: 64, characters: "textify ")).lines[0]
        #expect(Set(line).isSubset(of: Set("textify ")))
        #expect(line.first == " " && line.count == 64)
        let inks = line.unicodeScalars.map { Glyph($0)?.coverage ?? -1 }
        #expect(inks == inks.sorted())
    }

    @Test("no characters are the charset's, a single one is everywhere and says so")
    func few() {
        #expect(ramp.art(ArtOptions(columns: 64, characters: "")) == ramp.art(ArtOptions(columns: 64)))
        let single = ramp.art(ArtOptions(columns: 64, characters: "#"))
        #expect(single.lines == [String(repeating: "#", count: 64)])
        #expect(single.warnings == [.thinToneRange(inks: 1, range: 0)])
        // The picture is in the colours then.
        let colored = ramp.art(ArtOptions(columns: 64, characters: "#"), color: .full).cells.map(\.foreground?.red)
        #expect(colored.compactMap { $0 } == colored.compactMap { $0 }.sorted() && Set(colored).count > 60)
    }

    @Test("a set of spaces is empty art with a warning, not a failure")
    func blanks() {
        for text in ["  ", "\u{3000} "] {
            let grid = ramp.art(ArtOptions(columns: 64, characters: text), color: .full)
            #expect(PlainTextWriter.bytes(of: grid) == Array("\n".utf8))
            #expect(grid.warnings == [.thinToneRange(inks: 1, range: 0)])
        }
    }

    @Test(
        "fewer than four inks, or all within a tenth of a cell, are warned about",
        arguments: [
            (" .#", 3), ("0689", 2), ("cYoa", 4),
        ])
    func thin(text: String, inks: Int) throws {
        let warnings = Palette(ArtOptions(characters: text)).warnings
        guard case .thinToneRange(let counted, let range) = try #require(warnings.first) else {
            Issue.record("\(warnings)")
            return
        }
        #expect(counted == inks && warnings.count == 1)
        #expect(range > 0 && range < 0.25)
    }

    @Test(
        "what doesn't stand still in a cell is left out and told",
        arguments: [
            "\u{1B}", "\t", "\u{85}", "\u{0301}", "\u{20DD}", "\u{200D}", "\u{200F}", "\u{202E}", "\u{AD}", "\u{A0}",
            "\u{FE0F}", "\u{05D0}", "\u{0627}", "\u{1F600}", "\u{E000}", "\u{10FFFF}", "\u{2028}",
        ])
    func unusable(text: String) {
        let palette = Palette(ArtOptions(characters: " .:-=#" + text))
        #expect(palette.narrow.map(\.glyph.scalar) == [" ", ".", "-", ":", "=", "#"])
        #expect(palette.warnings == [.unusable(Array(text.unicodeScalars))])
        #expect(
            Palette(ArtOptions(characters: text)).warnings == [.unusable(Array(text.unicodeScalars)), .nothingUsable])
        #expect(Palette(ArtOptions(characters: text)).narrow == Palette(ArtOptions()).narrow)
    }

    @Test(
        "characters that terminals draw as pictures, two cells wide, are left out",
        arguments: [
            "☔", "☕", "♈", "♿", "⚓", "⚡", "◽", "◾",
        ])
    func emoji(text: String) {
        let scalars = Array(text.unicodeScalars)
        #expect(Palette(ArtOptions(characters: " .:#" + text)).warnings == [.unusable(scalars)])
    }

    @Test("line ends are dropped without a word")
    func lineEnds() {
        #expect(Palette(ArtOptions(characters: " .\r\n:#@\n")).warnings.isEmpty)
    }

    @Test("the unusable ones come in order of their code points, each once")
    func unusableOrder() {
        let palette = Palette(ArtOptions(characters: "\u{200D} .:#\u{7}\u{200D}\u{7}"))
        #expect(palette.warnings == [.unusable(["\u{7}", "\u{200D}"])])
    }
}
