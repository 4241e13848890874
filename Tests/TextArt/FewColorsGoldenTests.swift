import Domain
import Testing

@testable import TextArt

@Suite("Whole art of few colours")
struct FewColorsGoldenTests {
    /// A sunset over water, with a white moon.
    private let sunset = Picture(64, 32) { x, y in
        if (x - 48) * (x - 48) + (y - 8) * (y - 8) < 30 { return .white }
        if y >= 20 { return RGBA(red: UInt8(x), green: UInt8(40 + x), blue: UInt8(200 - y * 3)) }
        return RGBA(red: UInt8(250 - y * 3), green: UInt8(60 + y * 6), blue: UInt8(90 - y * 3))
    }

    @Test("sixteen colours: the characters, their inks and their papers")
    func sixteen() {
        expect(
            .sixteen, .ascii, .tone,
            #"""
            |y|_Ly|_Ly|qMT,L_| 3828382838711f82 99999999999ff999
            |@p@p@p@p@gMg_T@Q| b2b2b2b2b2f31ba2 39393939393ff799
            |TTTTTTPTPTP*gPPP| bbbbbbbbbbba6bbb 8888888888833888
            |@@@uEs@@@@@@@"NZ| 0002c22222222c26 4444044444444848
            """#)
    }

    @Test("sixteen colours, clean")
    func clean() {
        expect(
            .sixteen, .quad, .sharp,
            #"""
            |██████████ ▄▄▜██| 99999999999ff999 4444444444999744
            |           ▀▀▘  | 99999999999fff99 9999999999977999
            |▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀| 777777aaaaaaaaaa 0000008888888888
            |██▗█████  ███ ██| 4488888888888888 2244444488066822
            """#)
    }

    @Test("256 colours: two digits for each ink and paper, behind the first sixteen")
    func palette() {
        expect(
            .palette, .ascii, .tone,
            #"""
            |%%%%%%%%%%qgg"M%| 906c906c906c906c906c9ed7d790b490 bbbbbbbbbbbbbbbbbbbbbbc9c9c297bb
            |TPTPTPTPTPPgg"@T| 97979797979797979797a5a4abac9c97 9c9c9c9c9c9c9c9c9c9c9cd7d7a49d9c
            |ggggggg*g*PMggP"| 2c0808080808087e2b7e7e782c2c7e7e 55797979797979e479e4e34e5478e455
            |ggggggggggMTTggg| dadadada07060706072b010102dfdfe1 02020202020202020201080808080808
            """#)
    }

    private func expect(_ color: ArtColor, _ charset: Charset, _ look: Look, _ lines: String) {
        let art = sunset.art(ArtOptions(columns: 16, charset: charset, color: color, look: look), color: color)
        let colors = Palette(color, palette: nil)?.colors ?? []
        let digits = colors.count > 16 ? 2 : 1
        let written = (0..<art.rows).map { row in
            let cells = art.row(row)
            let marks = String(String.UnicodeScalarView(cells.compactMap(\.scalar)))
            let colors = [cells.map(\.foreground), cells.map(\.background)].map { side in
                side.map { color in
                    let place = String(color.flatMap { colors.firstIndex(of: $0) } ?? 0, radix: 16)
                    return String(repeating: "0", count: max(0, digits - place.count)) + place
                }.joined()
            }
            return "|\(marks)| \(colors[0]) \(colors[1])"
        }
        #expect(written.joined(separator: "\n") == lines)
    }
}
