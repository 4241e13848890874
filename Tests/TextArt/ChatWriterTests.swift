import Domain
import Testing

@testable import TextArt

@Suite("Chat")
struct ChatWriterTests {
    private let red = RGB(red: 255, green: 0, blue: 0)
    private let hostile = "```\n/quit \u{3}04 @everyone `\u{FE0F} \u{1B}[31m"

    @Test("IRC has two digits per colour, and only where it changes")
    func colors() {
        let cells = [
            ArtCell("1", foreground: red), ArtCell("2", foreground: red),
            ArtCell("3", foreground: .white, background: .black),
            ArtCell(" ", background: .black), ArtCell("x"),
        ]
        #expect(irc(cells) == ["\u{3}0412\u{3}00,013 \u{F}x"])
        #expect(irc([ArtCell(",", foreground: red), ArtCell("5", foreground: red)]) == ["\u{3}04\u{2}\u{2},5"])
    }

    @Test("no IRC line is a command or empty")
    func commands() {
        #expect(irc([ArtCell("/"), ArtCell("j")]) == ["\u{F}/j"])
        #expect(irc([ArtCell(" "), ArtCell(" ")]) == ["\u{A0}"])
        let caption = ArtCaption(credit: "/quit now")
        let grid = ArtGrid(columns: 1, rows: 1, cells: [ArtCell("a")])
        #expect(lines(IRCWriter.bytes(of: grid, caption: caption)) == ["a", "\u{F}/quit now"])
    }

    @Test(
        "IRC lines have at most 400 bytes and lose no characters", arguments: [20, 60, 130],
        [Charset.extended, .half])
    func length(columns: Int, charset: Charset) {
        let art = Picture.random(260, 40, seed: 6).art(ArtOptions(columns: columns, charset: charset), color: .full)
        for colors in [ArtColor.sixteen, .palette, .none] {
            let caption = ArtCaption(credit: String(repeating: "그림", count: 200))
            let lines = lines(IRCWriter.bytes(of: art, caption: caption, colors: colors))
            #expect(lines.count == art.rows + 1)
            for line in lines { #expect(line.utf8.count <= 400 && line.first != "/" && !line.isEmpty) }
            if charset == .half, colors != .none {
                #expect(lines.prefix(art.rows).allSatisfy { shown($0) == columns })
            }
        }
    }

    @Test("Discord messages are complete code blocks within the length limit, split between rows")
    func split() {
        let art = Picture.random(200, 200, seed: 6).art(ArtOptions(columns: 90, charset: .extended), color: .full)
        for isColored in [false, true] {
            for limit in [200, 1_000, 2_000, 4_000] {
                let caption = ArtCaption(label: hostile, credit: hostile)
                let bytes = DiscordWriter.bytes(of: art, caption: caption, isColored: isColored, split: limit)
                let text = String(decoding: bytes, as: UTF8.self)
                let fence = isColored ? "```ansi\n" : "```\n"
                let messages = text.split(separator: "\n\n" + fence).map {
                    $0.hasPrefix(fence) ? $0.dropFirst(fence.count) : $0
                }
                for message in messages {
                    let whole = fence + message.drop { $0 == "\n" }
                    #expect(whole.utf16.count <= limit + 1)
                    let end = message.firstRange(of: "```")
                    #expect(end.map { message[$0.upperBound...].allSatisfy { $0 == "\n" } } == true)
                }
                let rows = messages.map { $0.split(separator: "\n").count - 1 }.reduce(0, +)
                #expect(rows >= art.rows - 1 && rows <= art.rows + 1)
                #expect(text.unicodeScalars.filter { $0 == "`" }.count == messages.count * 6)
            }
        }
    }

    @Test("Discord colours are its eight inks and eight papers, reset at each line end")
    func discordColors() {
        let art = Picture.random(30, 30, seed: 6).art(ArtOptions(columns: 20, charset: .half), color: .full)
        let text = String(decoding: DiscordWriter.bytes(of: art, isColored: true, split: 4_000), as: UTF8.self)
        for order in text.split(separator: "\u{1B}[").dropFirst() {
            for code in order.prefix(while: { $0 != "m" }).split(separator: ";") {
                #expect(code == "0" || (Int(code).map { (30...37).contains($0) || (40...47).contains($0) } == true))
            }
        }
        for line in text.split(separator: "\n") where line.contains("\u{1B}") { #expect(line.hasSuffix("\u{1B}[0m")) }
    }

    @Test("BBCode tags are closed, and brackets in the art or credit open none")
    func bbcode() {
        let cells =
            "[b]x".unicodeScalars.map { ArtCell($0, foreground: red) } + [
                ArtCell(" "), ArtCell("▀", foreground: .white, background: .black),
            ]
        let grid = ArtGrid(columns: 6, rows: 1, cells: cells)
        let text = String(
            decoding: BBCodeWriter.bytes(of: grid, caption: ArtCaption(credit: "[url=x]")), as: UTF8.self)
        let mean = Light(red: 0.5, green: 0.5, blue: 0.5).color.text
        #expect(
            text == "[font=Courier New][color=#ff0000][\u{200B}b]x[/color]\u{A0}[color=\(mean)]█[/color]\n[/font]\n"
                + "[\u{200B}url=x]\n")
    }

    @Test("Matrix gets its own attributes, with escaping")
    func matrix() throws {
        let cells = [ArtCell("<", foreground: red, background: .black), ArtCell("&")]
        let grid = ArtGrid(columns: 2, rows: 1, cells: cells)
        let text = String(
            decoding: MatrixWriter.bytes(of: grid, caption: ArtCaption(credit: "</pre>")), as: UTF8.self)
        #expect(
            text
                == "<pre><code><span data-mx-color=\"#ff0000\" data-mx-bg-color=\"#000000\">&lt;</span>&amp;\n</code></pre>\n"
                + "<p>&lt;/pre&gt;</p>\n")
    }

    @Test("plain text for media that collapse spaces uses another blank, also in empty lines")
    func blank() {
        let cells = [ArtCell(" "), ArtCell("a"), ArtCell(" "), ArtCell(" ")]
        let grid = ArtGrid(columns: 2, rows: 2, cells: cells)
        #expect(lines(PlainTextWriter.bytes(of: grid, blank: .braille)) == ["\u{2800}a", "\u{2800}"])
        #expect(lines(PlainTextWriter.bytes(of: grid)) == [" a", ""])
    }

    private func irc(_ cells: [ArtCell]) -> [String] {
        lines(IRCWriter.bytes(of: ArtGrid(columns: cells.count, rows: 1, cells: cells)))
    }

    private func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes.dropLast(), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// The number of characters of a line without its colour codes.
    private func shown(_ line: String) -> Int {
        var rest = Array(line.unicodeScalars)[...]
        var count = 0
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\u{2}", "\u{F}": continue
            case "\u{3}": rest = rest.dropFirst(rest.count > 2 && rest[rest.startIndex + 2] == "," ? 5 : 2)
            default: count += 1
            }
        }
        return count
    }
}
