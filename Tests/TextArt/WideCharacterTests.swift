import Domain
import Testing

@testable import TextArt

@Suite("Wide characters")
struct WideCharacterTests {
    @Test(
        "each takes two cells, and every row is as wide as the grid",
        arguments: ["글자 그림", "漢字 .", "가나다라", "あ.", "😀x👨‍👩‍👧 e\u{301}"])
    func cells(text: String) {
        var rng = SplitMix64(seed: 1)
        for columns in [10, 11, 33] {
            let picture = Picture.random(40, 40, seed: rng.next())
            for mode in CharacterMode.allCases {
                for color in [ArtColor.none, .full] {
                    let options = ArtOptions(columns: columns, characters: text, mode: mode)
                    let grid = picture.art(options, color: color)
                    for row in 0..<grid.rows { expectFull(grid.row(row)) }
                }
            }
        }
    }

    @Test("jamo are composed: NFD and NFC give the same art")
    func jamo() {
        let loose = "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF} "
        #expect(UserText(loose).clusters == UserText("한글 ").clusters)
        #expect(UserText(loose).unusable.isEmpty)
        // An open syllable, and jamo with nothing to join.
        #expect(UserText("\u{1100}\u{1161}").clusters.map(\.scalar) == ["가"])
        #expect(UserText("각\u{11A8}").clusters.map(\.scalar) != ["각"])
    }

    @Test(
        "widths follow the Unicode standard",
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("가", 2), ("漢", 2),
            ("あ", 2), ("ｱ", 1), ("Ａ", 2), ("😀", 2), ("☔", 2), ("♥", 1), ("♥\u{FE0F}", 2), ("👍🏽", 2), ("🇰🇷", 2), ("𠀀", 2),
            ("▀", 1), ("\u{1FB00}", 1), ("\u{1CD00}", 1), ("⠿", 1), ("─", 1), ("\u{3000}", 2),
        ])
    func widths(text: String, cells: Int) {
        let scalars = Array(text.unicodeScalars)
        #expect(CharacterWidth.cells(scalars[0], Array(scalars.dropFirst())) == cells)
    }

    @Test("a font table's glyph is used only in the standard's width")
    func tables() {
        var wide = 0
        for code in UInt32(0x20)..<0x20000 {
            guard let scalar = Unicode.Scalar(code), let symbol = Symbol(scalar, .average) else { continue }
            #expect(symbol.cells == CharacterWidth.cells(scalar), "U+\(String(code, radix: 16))")
            if symbol.cells == 2 { wide += 1 }
        }
        #expect(wide > 40_000)
    }

    @Test("with only wide characters an odd last cell is a space, and an even row has no narrow character")
    func odd() {
        let white = Picture(40, 40) { _, _ in .white }
        let odd = white.art(ArtOptions(columns: 11, characters: "뷁가나다"))
        #expect(odd.lines.allSatisfy { $0.unicodeScalars.count == 6 && $0.hasSuffix(" ") })
        let even = white.art(ArtOptions(columns: 10, characters: "뷁가나다"))
        #expect(even.lines.allSatisfy { $0.unicodeScalars.count == 5 && !$0.contains(" ") })
    }

    @Test(
        "a picture of a wide character in two colours becomes that character in these colours",
        arguments: ["글", "뷁", "漢"])
    func found(text: String) throws {
        let scalar = try #require(text.unicodeScalars.first)
        let glyph = try #require(Glyph(scalar)).pixels
        let picture = Picture(16, 16) { x, y in
            glyph[y * 16 + x] > 0
                ? RGBA(red: 200, green: 30, blue: 90) : RGBA(red: 10, green: 120, blue: 250)
        }
        let cells = picture.art(
            ArtOptions(columns: 2, rows: 1, fit: .stretch, characters: "글뷁漢自一. "), color: .full
        ).cells
        #expect(cells[0].scalar == scalar && cells[1].scalar == nil)
        #expect(cells[0].foreground == RGB(red: 200, green: 30, blue: 90))
        #expect(cells[0].background == RGB(red: 10, green: 120, blue: 250))
        #expect(cells[1].background == cells[0].background)
    }

    @Test(
        "once converged, no replacement of a pair of symbols improves the result",
        arguments: UInt64(0)..<3)
    func settled(seed: UInt64) {
        var rng = SplitMix64(seed: seed)
        let symbols = "가뷁 .#@".unicodeScalars.compactMap { Symbol($0, .average) }
        let table = WideToneTable(symbols, metric: .tone, isInverted: false)
        let (columns, rows) = (5, 2)
        let target = (0..<columns * rows * ToneTable.samples).map { _ in Float(rng.unit()) * table.halves.top }
        let chosen = WideToneMatcher(table: table, metric: .tone).halves(columns: columns, rows: rows, target: target)
        let best = table.halves.error(chosen, target, columns)
        for row in 0..<rows {
            for column in [0, 2] {
                for wide in 0..<table.count {
                    var changed = chosen
                    changed[row * columns + column] = table.left(wide)
                    changed[row * columns + column + 1] = table.right(wide)
                    #expect(table.halves.error(changed, target, columns) > best - 1e-4)
                }
            }
        }
    }

    private func expectFull(_ row: ArraySlice<ArtCell>) {
        #expect(row.map(\.cells).reduce(0, +) == row.count)
        for (cell, next) in zip(row, row.dropFirst()) where cell.cells == 2 { #expect(next.scalar == nil) }
        #expect(row.last?.cells != 2)
    }
}
