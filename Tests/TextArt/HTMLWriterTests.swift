import Domain
import Testing

@testable import TextArt

@Suite("HTML")
struct HTMLWriterTests {
    private let red = RGB(red: 255, green: 0, blue: 0)
    private let blue = RGB(red: 0, green: 0, blue: 255)

    @Test("special characters are escaped, in art and text")
    func escaping() throws {
        let cells = "<&>\"'".unicodeScalars.map { ArtCell($0) }
        let caption = ArtCaption(label: "</title><script>\"'&", credit: "<b>&amp;</b>")
        let page = text(ArtGrid(columns: 5, rows: 1, cells: cells), caption)
        #expect(page.contains("\n&lt;&amp;&gt;&quot;&#39;\n</pre>"))
        #expect(page.contains("<title>&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;</title>"))
        #expect(page.contains("aria-label=\"&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;\""))
        #expect(page.contains("<p>&lt;b&gt;&amp;amp;&lt;/b&gt;</p>"))
        #expect(try Markup(page).names.filter { $0 == "script" || $0 == "p" } == ["p"])
    }

    @Test("neighbours of one colour share an element, also across blanks")
    func runs() {
        let cells = [
            ArtCell("a", foreground: red), ArtCell("b", foreground: red), ArtCell(" "), ArtCell("c", foreground: red),
            ArtCell("d", foreground: blue), ArtCell("e"), ArtCell(" "),
        ]
        #expect(
            body(cells) == "<span class=c0>ab c</span><span class=c1>d</span>e\n")
        let page = text(ArtGrid(columns: cells.count, rows: 1, cells: cells))
        #expect(page.contains("\n.c0{color:#ff0000}\n.c1{color:#0000ff}\n</style>"))
    }

    @Test("a repeated style reuses its class name")
    func looks() {
        let cells = [red, blue, red, blue].map { ArtCell("a", foreground: $0) }
        #expect(
            body(cells)
                == "<span class=c0>a</span><span class=c1>a</span><span class=c0>a</span><span class=c1>a</span>\n")
    }

    @Test("a fragment is a figure with scoped style, and two of them have different names")
    func fragment() throws {
        let names = try [red, blue].map { color in
            let grid = ArtGrid(columns: 1, rows: 1, cells: [ArtCell("a", foreground: color, background: color)])
            let caption = ArtCaption(label: "</pre><b>", credit: "by </figure>")
            let figure = String(
                decoding: HTMLWriter.bytes(of: grid, caption: caption, fragment: true), as: UTF8.self)
            #expect(figure.hasPrefix("<figure id=\"art-") && figure.hasSuffix("</figure>\n"))
            let known = Markup.known.union(["figure", "figcaption"])
            #expect(try Set(Markup(figure).names).isSubset(of: known.subtracting(["html", "head", "body"])))
            let name = figure.split(separator: "\"")[1]
            let start = try #require(figure.firstRange(of: "<style>\n")?.upperBound)
            let rules = figure[start...].prefix { $0 != "<" }.split(separator: "}")
            #expect(rules.dropLast().allSatisfy { $0.contains("#\(name) ") || $0.contains("#\(name) {") })
            return name
        }
        #expect(names[0] != names[1])
    }

    @Test("half blocks are drawn from their two colours, flat ones from one")
    func halves() {
        let cells = [
            ArtCell("▀", foreground: red, background: blue), ArtCell("▀", foreground: red, background: blue),
            ArtCell("▀", foreground: red, background: red),
        ]
        #expect(
            body(cells) == "<b class=c0>▀▀</b><b class=c1>▀</b>\n")
        let page = text(ArtGrid(columns: 3, rows: 1, cells: cells))
        #expect(
            page.contains(".c0{background:linear-gradient(#ff0000 50%,#0000ff 0)}\n.c1{background:#ff0000}\n"))
    }

    @Test("other characters with paper keep their ink: letters as letters, lower half blocks the right way up")
    func paper() {
        let letter = page([ArtCell("a", foreground: red, background: blue)])
        #expect(letter.contains("<b class=c0>a</b>\n") && letter.contains(".c0{color:#ff0000;background:#0000ff}"))
        let lower = page([ArtCell("▄", foreground: red, background: blue)])
        #expect(!lower.contains("linear-gradient(#ff0000"))
        let mixed = body([
            ArtCell("▀", foreground: red, background: blue), ArtCell("a", foreground: red, background: blue),
            ArtCell(" ", foreground: red, background: blue),
        ])
        #expect(mixed == "<b class=c0>▀</b><b class=c1>a </b>\n")
    }

    @Test("a wide character spans two columns")
    func wide() {
        #expect(
            body([ArtCell("가", foreground: red), ArtCell(nil)]) == "<span class=c0><i>가</i></span>\n")
    }

    @Test(
        "pages of any art are well-formed, self-contained, and contain the plain text",
        arguments: [
            Charset.basic, .extended, .digits, .half,
        ])
    func pages(charset: Charset) throws {
        let picture = Picture.random(40, 40, seed: 21)
        for color in ArtColor.allCases {
            let grid = picture.art(ArtOptions(columns: 20, charset: charset), color: color)
            let page = text(grid, ArtCaption(label: "a <cat>", credit: "by & by"))
            let markup = try Markup(page)
            #expect(markup.pre == String(decoding: PlainTextWriter.bytes(of: grid), as: UTF8.self))
            #expect(Set(markup.names).isSubset(of: Markup.known))
            #expect(page.hasPrefix("<!DOCTYPE html>\n") && page.hasSuffix("</html>\n"))
            for outside in ["http", "//", "url(", "src=", "@import", "<link", "<script"] {
                #expect(!page.contains(outside))
            }
            #expect(page.contains("<meta charset=\"utf-8\">"))
        }
    }

    @Test("inverted art is black on white, and art without a label is called text art")
    func defaults() {
        let cells = [ArtCell("a")]
        let light = text(ArtGrid(columns: 1, rows: 1, cells: cells, isInverted: true))
        #expect(light.contains("background: #fff; color: #000") && light.contains("<title>Text art</title>"))
        #expect(text(ArtGrid(columns: 1, rows: 1, cells: cells)).contains("background: #000; color: #fff"))
    }

    private func text(_ grid: ArtGrid, _ caption: ArtCaption = ArtCaption()) -> String {
        String(decoding: HTMLWriter.bytes(of: grid, caption: caption), as: UTF8.self)
    }

    private func page(_ cells: [ArtCell]) -> String {
        text(ArtGrid(columns: cells.count, rows: 1, cells: cells))
    }

    /// The content of the `pre`, after the line feed that HTML drops.
    private func body(_ cells: [ArtCell]) -> String {
        let page = text(ArtGrid(columns: cells.count, rows: 1, cells: cells))
        guard let start = page.firstRange(of: "aria-label=\"Text art\">\n"), let end = page.firstRange(of: "</pre>")
        else {
            return page
        }
        return String(page[start.upperBound..<end.lowerBound])
    }
}
