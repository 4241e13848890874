import Domain
import Testing

@testable import TextArt

@Suite("SVG")
struct SVGWriterTests {
    private let red = RGB(red: 255, green: 0, blue: 0)
    private let blue = RGB(red: 0, green: 0, blue: 255)

    @Test("one run per colour with position and length, above its own paper")
    func golden() {
        let cells = [
            ArtCell("a", foreground: red), ArtCell(" "), ArtCell("b", foreground: red), ArtCell("<", foreground: blue),
            ArtCell(" "), ArtCell("▀", foreground: red, background: blue),
            ArtCell("▀", foreground: red, background: blue),
            ArtCell("░", foreground: blue),
        ]
        let grid = ArtGrid(columns: 4, rows: 2, cells: cells)
        #expect(
            text(grid, ArtCaption(label: "a <cat>", credit: "by & by")) == """
                <svg xmlns="http://www.w3.org/2000/svg" width="32" height="52" viewBox="0 0 32 52" role="img" \
                aria-labelledby="title desc">
                <title id="title">a &lt;cat&gt;</title>
                <desc id="desc">A picture as text art of 4 by 2 characters. by &amp; by</desc>
                <rect width="32" height="52" fill="#000"/>
                <g shape-rendering="crispEdges">
                <path fill="#0000ff" d="M8 16h16v16h-16z"/>
                <path fill="#ff0000" d="M8 16h16v8h-16z"/>
                <path fill="#0000ff" fill-opacity="0.25" d="M24 16h8v16h-8z"/>
                </g>
                <g font-family="'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace" font-size="13.3" \
                fill="#fff" xml:space="preserve">
                <text x="0" y="13" textLength="24" fill="#ff0000">a b</text>
                <text x="24" y="13" textLength="8" fill="#0000ff">&lt;</text>
                </g>
                <text x="0" y="46" font-family="sans-serif" font-size="12" fill="#808080">by &amp; by</text>
                </svg>

                """)
    }

    @Test(
        "any art is well-formed and self-contained",
        arguments: [Charset.basic, .extended, .blocks, .half])
    func wellFormed(charset: Charset) throws {
        for color in [ArtColor.none, .full] {
            let art = Picture.random(40, 40, seed: 8).art(ArtOptions(columns: 20, charset: charset), color: color)
            let hostile = "]]><script>&\"'\u{1B}[31m\u{0}\u{FFFE}\u{FFFF}\u{202E}</svg>"
            let svg = text(art, ArtCaption(label: hostile, credit: hostile))
            let markup = try Markup(svg)
            let known: Set = ["svg", "title", "desc", "rect", "g", "path", "text"]
            #expect(Set(markup.names).isSubset(of: known))
            #expect(markup.names.filter { $0 == "svg" || $0 == "title" } == ["svg", "title"])
            let rest = svg.replacing("http://www.w3.org/2000/svg", with: "")
            for outside in ["http", "//", "url(", "href", "@import", "<script"] { #expect(!rest.contains(outside)) }
            let strays = svg.unicodeScalars.filter {
                ($0.value < 32 && $0 != "\n") || $0.value & 0xFFFE == 0xFFFE || $0 == "\u{202E}"
            }
            #expect(strays.isEmpty)
        }
    }

    @Test("every mark is drawn once, as text or as rectangles")
    func complete() throws {
        let art = Picture.random(60, 60, seed: 2).art(ArtOptions(columns: 30, charset: .basic), color: .full)
        let svg = text(art)
        let marks = art.cells.filter { !$0.isInvisible }.count
        let shown = svg.split(separator: "\n").filter { $0.hasPrefix("<text") }.map { line in
            line.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }.filter { $0 != " " }.count
        }
        #expect(shown.reduce(0, +) == marks)
        let half = Picture.random(60, 60, seed: 2).art(ArtOptions(columns: 30, charset: .half), color: .full)
        #expect(!text(half).contains("<text"))
    }

    @Test("a wide character takes two cells, and inverted art is black on white")
    func wide() {
        let grid = ArtGrid(columns: 3, rows: 1, cells: [ArtCell("가"), ArtCell(nil), ArtCell("b")], isInverted: true)
        #expect(text(grid).contains("<text x=\"0\" y=\"13\" textLength=\"24\">가b</text>"))
        #expect(text(grid).contains("fill=\"#fff\"/>") && text(grid).contains("fill=\"#000\" xml:space"))
        #expect(text(grid).contains("<title id=\"title\">Text art</title>"))
    }

    @Test("block elements fill the area that their names say", arguments: [0.3, 0.5, 0.7, 1.0])
    func blocks(aspect: Double) {
        let height = Int((8 / aspect).rounded())
        for value in (0x2580...0x259F as ClosedRange<UInt32>) {
            guard let scalar = Unicode.Scalar(value), let parts = BlockElement.parts(scalar) else { continue }
            let area = parts.map { $0.width * $0.height }.reduce(0, +)
            let inverse = BlockElement.inverse(scalar).flatMap { BlockElement.parts($0) } ?? []
            if !inverse.isEmpty { #expect(area + inverse.map { $0.width * $0.height }.reduce(0, +) == 64) }
            if let glyph = Glyph(scalar) { #expect(abs(glyph.coverage - Double(area) / 64) < 0.02, "\(scalar)") }
            let grid = ArtGrid(columns: 1, rows: 1, cells: [ArtCell(scalar)], cellAspect: aspect)
            #expect(text(grid).contains("height=\"\(height)\"") && !text(grid).contains("<text"))
        }
    }

    private func text(_ grid: ArtGrid, _ caption: ArtCaption = ArtCaption()) -> String {
        String(decoding: SVGWriter.bytes(of: grid, caption: caption), as: UTF8.self)
    }
}
