import Testing

@testable import textify

@Suite("Text in terminal cells") struct CellTextTests {
    @Test("Korean characters take two cells and are never cut in half") func widths() {
        #expect(CellText.width(of: "고양이 cat") == 10)
        #expect(CellText.cut("고양이", 5) == ("고양", 4))
        #expect(CellText.shortened("고양이", 6) == "고양이")
        #expect(CellText.shortened("고양이", 5) == "고양…")
        #expect(CellText.shortened("a cat sleeps", 6) == "a cat…")
        #expect(CellText.padded("고양이", to: 8) == "고양이  ")
    }

    @Test("lines wrap between words, and a word longer than a line is split") func wraps() {
        #expect(CellText.wrapped("a cat sleeps", 6) == ["a cat", "sleeps"])
        #expect(CellText.wrapped("a cat sleeps", 100) == ["a cat sleeps"])
        #expect(CellText.wrapped("abcdefgh ij", 4) == ["abcd", "efgh", "ij"])
        #expect(CellText.wrapped("잠자는 고양이", 7) == ["잠자는", "고양이"])
        #expect(CellText.wrapped("고양이", 5) == ["고양", "이"])
        #expect(CellText.wrapped("", 5) == [""])
    }

    @Test("columns are as wide as their widest cell; if they don't fit, the widest is shortened") func tables() {
        let table = TextTable([["a", "고양이", "x"], ["long", "b", ""]])
        #expect(table.lines(within: nil) == ["a     고양이  x", "long  b"])
        let wide = TextTable([["one", "a cat sleeps on the stairs", "b"]])
        #expect(wide.lines(within: 20) == ["one  a cat sleep…  b"])
        #expect(TextTable([["a", "b c d e f g h i j k l"]]).lines(within: 10, wraps: true) == ["a  b c d…"])
        let list = TextTable([["a", "one two three four five"]])
        #expect(list.lines(within: 20, wraps: true) == ["a  one two three", "   four five"])
    }
}
