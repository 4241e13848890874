import Domain
import Testing

@testable import TextArt

@Suite("Wide characters")
struct WideCharacterTests {
    @Test("each takes two cells, and every row is as wide as the grid", arguments: ["글자 그림", "漢字 .", "가나다라", "あ."])
    func cells(text: String) {
        var dice = SplitMix64(seed: 1)
        for columns in [10, 11, 33] {
            let picture = Picture.random(40, 40, seed: dice.next())
            for color in ArtColor.allCases {
                let grid = picture.art(ArtOptions(columns: columns, characters: text), color: color)
                for row in 0..<grid.rows { expectFull(grid.row(row)) }
            }
        }
    }

    @Test("loose jamo are put together: NFD and NFC give the same art")
    func jamo() {
        let loose = "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF} "
        #expect(UserCharacters(loose).glyphs.map(\.scalar) == UserCharacters("한글 ").glyphs.map(\.scalar))
        #expect(UserCharacters(loose).unusable.isEmpty)
        // An open syllable, and jamo that have nothing to join.
        #expect(UserCharacters("\u{1100}\u{1161}").glyphs.map(\.scalar) == ["가"])
        #expect(UserCharacters("\u{1161}\u{11AB}").unusable == ["\u{1161}", "\u{11AB}"])
        #expect(UserCharacters("각\u{11A8}").unusable == ["\u{11A8}"])
    }

    @Test("with wide characters alone an odd last cell holds a space, and an even row has no narrow one")
    func odd() {
        let white = Picture(40, 40) { _, _ in .white }
        let odd = white.art(ArtOptions(columns: 11, characters: "뷁가나다"))
        #expect(Set(odd.lines) == ["뷁뷁뷁뷁뷁 "] || odd.lines.allSatisfy { $0.unicodeScalars.count == 6 })
        let even = white.art(ArtOptions(columns: 10, characters: "뷁가나다"))
        #expect(Set(even.lines) == ["뷁뷁뷁뷁뷁"])
    }

    @Test("no way to fill a row has a smaller squared error", arguments: 0..<40)
    func optimal(seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        let palette = Palette(ArtOptions(characters: "가뷁 .#@"))
        let wanted = (0..<7).map { _ in dice.unit() * palette.range.upperBound }
        let chosen = RowMatcher(palette: palette, reaches: false).match(wanted)
        var cost = 0.0
        for (index, ink) in chosen.enumerated() {
            guard let ink else { continue }
            for cell in 0..<ink.glyph.cells { cost += square(ink.coverage - wanted[index + cell]) }
        }
        #expect(abs(cost - best(wanted[...], palette)) < 1e-12)
    }

    @Test("the mean colour of both cells is the colour of a wide character")
    func color() {
        let picture = Picture(10, 2) { x, _ in x.isMultiple(of: 2) ? .white : .black }
        let grid = picture.art(ArtOptions(columns: 10, characters: "＃＃"), color: .full)
        #expect(grid.cells.map(\.scalar) == (0..<10).map { $0.isMultiple(of: 2) ? "＃" : nil })
        #expect(grid.cells[0].foreground == RGB(red: 188, green: 188, blue: 188))
    }

    /// The least cost, by trying all ways.
    private func best(_ wanted: ArraySlice<Double>, _ palette: Palette) -> Double {
        guard let first = wanted.first else { return 0 }
        let narrow = palette.narrow.map { square($0.coverage - first) }.min() ?? .infinity
        let one = narrow + best(wanted.dropFirst(), palette)
        guard let second = wanted.dropFirst().first else { return one }
        let wide = palette.wide.map { square($0.coverage - first) + square($0.coverage - second) }.min() ?? .infinity
        return min(one, wide + best(wanted.dropFirst(2), palette))
    }

    private func square(_ value: Double) -> Double { value * value }

    private func expectFull(_ row: ArraySlice<ArtCell>) {
        let widths = row.compactMap { $0.scalar.flatMap { Glyph($0)?.cells } }
        #expect(widths.reduce(0, +) == row.count)
        for (cell, next) in zip(row, row.dropFirst()) where cell.scalar.flatMap({ Glyph($0) })?.cells == 2 {
            #expect(next.scalar == nil)
        }
    }
}
