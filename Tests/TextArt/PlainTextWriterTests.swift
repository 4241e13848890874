import Domain
import TextArt
import Testing

@Suite("Plain text")
struct PlainTextWriterTests {
    @Test("every row is a line with one line feed and no trailing blanks")
    func lines() {
        #expect(written(["ab ", "   ", " c "]) == "ab\n\n c\n")
        #expect(written(["   "]) == "\n")
    }

    @Test("characters are UTF-8, wide ones once")
    func encoding() {
        #expect(written(["é▀█"]) == "é▀█\n")
        let wide = ArtGrid(
            columns: 5, rows: 1, cells: [ArtCell("가"), ArtCell(nil), ArtCell("a"), ArtCell("\u{3000}"), ArtCell(nil)])
        #expect(PlainTextWriter.bytes(of: wide) == Array("가a\n".utf8))
    }

    @Test("colours are omitted")
    func colors() {
        let red = RGB(red: 255, green: 0, blue: 0)
        let grid = ArtGrid(columns: 2, rows: 1, cells: [ArtCell("a", foreground: red), ArtCell("b", foreground: red)])
        #expect(PlainTextWriter.bytes(of: grid) == Array("ab\n".utf8))
    }

    @Test("any picture has one line per row, none longer than the columns", arguments: Charset.allCases)
    func shape(charset: Charset) {
        let grid = Picture.random(50, 30, seed: 8).art(ArtOptions(columns: 40, charset: charset))
        let lines = String(decoding: PlainTextWriter.bytes(of: grid), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == grid.rows + 1 && lines.last == "")
        #expect(lines.allSatisfy { $0.count <= 40 && $0.last != " " })
    }

    private func written(_ lines: [String]) -> String {
        let cells = lines.flatMap { $0.unicodeScalars.map { ArtCell($0) } }
        let grid = ArtGrid(columns: lines[0].unicodeScalars.count, rows: lines.count, cells: cells)
        return String(decoding: PlainTextWriter.bytes(of: grid), as: UTF8.self)
    }
}
