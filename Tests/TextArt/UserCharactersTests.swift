import Domain
import Testing

@testable import TextArt

@Suite("User characters")
struct UserCharactersTests {
    private let ramp = Picture(256, 8) { x, _ in .grey(UInt8(x)) }

    @Test(
        "order and repetition don't matter: ink is measured", arguments: ["@. #:", "#: @.", "@@@:::  ...##"])
    func order(text: String) {
        let letters = SymbolSet(ArtOptions(characters: text), .average)
        #expect(letters.symbols.map(\.cluster.scalar) == [" ", "#", ".", ":", "@"])
        #expect(letters.warnings.isEmpty)
        for color in [ArtColor.none, .full] {
            let reference = ramp.art(ArtOptions(columns: 64, characters: " .:#@"), color: color)
            #expect(ramp.art(ArtOptions(columns: 64, characters: text), color: color) == reference)
        }
    }

    @Test("only the given characters occur, with more ink where the picture is lighter")
    func set() {
        let tall = Picture(256, 128) { x, _ in .grey(UInt8(x)) }
        let art = tall.art(ArtOptions(columns: 64, characters: "textify ", look: .tone))
        #expect(Set(art.lines.joined()).isSubset(of: Set("textify ")))
        let inks = (0..<8).map { part in
            (0..<art.rows).reduce(0.0) { sum, row in
                let cells = art.row(row)
                return sum
                    + cells[cells.startIndex + part * 8..<cells.startIndex + part * 8 + 8].reduce(0) {
                        $0 + ($1.scalar.flatMap { Glyph($0) }?.coverage ?? 0)
                    }
            }
        }
        #expect(inks == inks.sorted() && inks[0] < inks[7] / 4)
    }

    @Test("shape matters too: a slope is drawn with strokes that lean the same way")
    func slope() {
        let slope = Picture(128, 128) { x, y in abs(x - y) < 3 ? .white : .black }
        let options = ArtOptions(columns: 8, rows: 8, fit: .stretch, characters: "/ \\|-_")
        let art = slope.art(options, color: .full)
        let diagonal = (0..<8).map { art.cells[$0 * 8 + $0].scalar }
        #expect(diagonal.count { $0 == "\\" } >= 6, "\(art.lines)")
    }

    @Test("no characters means the charset's, a single one is used everywhere with a warning")
    func few() {
        #expect(ramp.art(ArtOptions(columns: 64, characters: "")) == ramp.art(ArtOptions(columns: 64)))
        let single = ramp.art(ArtOptions(columns: 64, characters: "#"))
        #expect(single.lines == [String(repeating: "#", count: 64)])
        #expect(single.warnings == [.thinToneRange(inks: 1, range: 0)])
        // The colours then show the picture.
        let colored = ramp.art(ArtOptions(columns: 64, characters: "#"), color: .full).cells
        #expect(Set(colored.map(\.scalar)) == ["#"])
        let papers = colored.compactMap(\.background?.red)
        #expect(papers.count == 64 && zip(papers, papers.dropFirst()).allSatisfy { $0 <= $1 } && Set(papers).count > 40)
    }

    @Test("a set of spaces gives empty art with a warning, not a failure")
    func blanks() {
        for text in ["  ", "\u{3000} "] {
            let grid = ramp.art(ArtOptions(columns: 64, characters: text))
            #expect(PlainTextWriter.bytes(of: grid) == Array("\n".utf8))
            #expect(grid.warnings == [.thinToneRange(inks: 1, range: 0)])
        }
    }

    @Test(
        "fewer than four ink levels, or all within a tenth of a cell, give a warning",
        arguments: [
            (" .#", 3), ("0689", 2), ("acez", 4),
        ])
    func thin(text: String, most: Int) throws {
        let warnings = SymbolSet(ArtOptions(characters: text), .dejavu).warnings
        guard case .thinToneRange(let counted, let range) = try #require(warnings.first) else {
            Issue.record("\(warnings)")
            return
        }
        #expect(counted <= most && warnings.count == 1)
        #expect(range > 0 && range < 0.25)
    }

    @Test(
        "characters that don't fit a cell are omitted and reported",
        arguments: [
            "\u{1B}", "\u{200F}", "\u{202E}", "\u{AD}", "\u{05D0}", "\u{0627}", "\u{E000}", "\u{10FFFF}", "\u{1D54F}",
        ])
    func unusable(text: String) {
        let letters = SymbolSet(ArtOptions(characters: " .:-=#" + text), .average)
        #expect(letters.symbols.map(\.cluster.scalar) == [" ", "#", "-", ".", ":", "="])
        #expect(letters.warnings == [.unusable(Array(text.unicodeScalars))])
        let none = SymbolSet(ArtOptions(characters: text), .average)
        #expect(none.warnings == [.unusable(Array(text.unicodeScalars)), .nothingUsable])
        #expect(none.symbols.map(\.cluster.scalar) == Charset.ascii.shapes)
    }

    @Test(
        "emoji take two cells, with a fixed ink of three fifths within a margin", arguments: ["☔", "😀", "👨‍👩‍👧‍👦", "🇰🇷", "❤️"])
    func emoji(text: String) throws {
        let letters = SymbolSet(ArtOptions(characters: " .:#" + text), .average)
        #expect(letters.warnings.isEmpty)
        let emoji = try #require(letters.symbols.last { $0.cells == 2 })
        #expect([emoji.cluster.scalar] + emoji.cluster.marks == Array(text.unicodeScalars))
        #expect(abs(emoji.coverage - 0.6 * 14 * 14 / 256) < 0.001)
    }

    @Test("any white space becomes a single blank")
    func white() {
        let text = UserText(" .\r\n:#@\n\t\u{A0}\u{2028} x\u{85}\u{3000}")
        #expect(text.unusable.isEmpty)
        #expect(text.clusters.map(\.scalar) == [" ", ".", " ", ":", "#", "@", " ", "x", " "])
    }

    @Test("unusable characters are listed once each, by code point")
    func unusableOrder() {
        let text = UserText("\u{200D} .:#\u{7}\u{200D}\u{7}")
        #expect(text.unusable == ["\u{7}", "\u{200D}"])
    }
}
