import Domain
import TextArt
import Testing

@Suite("Captions")
struct CaptionTests {
    private let grid = ArtGrid(columns: 40, rows: 1, cells: Array(repeating: ArtCell("#"), count: 40))
    private let hostile = "a\u{1B}[31mred\u{1B}]0;title\u{7}\r\nb\u{9B}2J\u{90}q\u{9C}\u{8}\u{7F}\u{0}\u{2028}\u{202E}c"

    @Test("no control character of a prompt reaches any output, and the credit stays one line")
    func controls() {
        let caption = ArtCaption(label: hostile, credit: hostile)
        for bytes in [
            PlainTextWriter.bytes(of: grid, caption: caption), ANSIWriter.bytes(of: grid, caption: caption),
            HTMLWriter.bytes(of: grid, caption: caption), HTMLWriter.bytes(of: grid, caption: caption, fragment: true),
            SVGWriter.bytes(of: grid, caption: caption), JSONWriter.bytes(of: grid, caption: caption),
            IRCWriter.bytes(of: grid, caption: caption), DiscordWriter.bytes(of: grid, caption: caption),
            DiscordWriter.bytes(of: grid, caption: caption, isColored: true),
            BBCodeWriter.bytes(of: grid, caption: caption), MatrixWriter.bytes(of: grid, caption: caption),
        ] {
            let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
            let strays = scalars.filter { $0 != "\n" && $0.properties.generalCategory == .control }
            #expect(strays.isEmpty)
            #expect(!scalars.contains("\u{2028}") && !scalars.contains("\u{202E}"))
        }
        let lines = String(decoding: ANSIWriter.bytes(of: grid, caption: caption), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 4 && lines[1] == "" && lines[3] == "")
        #expect(lines[2] == "a [31mred ]0;title   b 2J q     c")
    }

    @Test("an empty credit is no credit, and the label isn't written into plain text")
    func empty() {
        let art = PlainTextWriter.bytes(of: grid)
        #expect(PlainTextWriter.bytes(of: grid, caption: ArtCaption(label: "a cat", credit: "")) == art)
        #expect(PlainTextWriter.bytes(of: grid, caption: ArtCaption(label: "", credit: "\u{202E}")) == art)
        #expect(ArtCaption(credit: "\u{200F}").credit == nil)
    }

    @Test("the credit follows an empty line", arguments: ["sketch, no AI", "그림: 스케치"])
    func credit(text: String) {
        let caption = ArtCaption(label: "a cat", credit: text)
        let expected = Array((String(repeating: "#", count: 40) + "\n\n" + text + "\n").utf8)
        #expect(PlainTextWriter.bytes(of: grid, caption: caption) == expected)
        #expect(ANSIWriter.bytes(of: grid, caption: caption) == expected)
    }
}
