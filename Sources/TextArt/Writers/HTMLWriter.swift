package import Domain

/// Text art for web pages. The text can be copied, a screen reader reads the label instead of the characters, and
/// neighbours of one style share an element.
package enum HTMLWriter {
    /// A whole page or, as a `fragment`, a figure whose style doesn't affect the rest of its page. The tolerance (see
    /// `WritingOptions`) is raised until the output has at most `limit` bytes; if no tolerance is enough, the output is
    /// longer.
    package static func bytes(
        of grid: ArtGrid, caption: ArtCaption = ArtCaption(), fragment: Bool = false, tolerance: Double = 0,
        limit: Int? = nil
    ) -> [UInt8] {
        ByteBudget.fit(limit, from: tolerance) { tolerance in
            let body = HTMLBody(grid.reusingColors(within: tolerance))
            return fragment ? figure(grid, body, caption) : page(grid, body, caption)
        }
    }

    private static func page(_ grid: ArtGrid, _ body: HTMLBody, _ caption: ArtCaption) -> [UInt8] {
        let title = self.title(caption)
        let (paper, ink) = colors(grid)
        var out: [UInt8] = []
        out +=
            """
            <!DOCTYPE html>
            <html>
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <style>
            body { margin: 1em; background: \(paper); color: \(ink) }
            \(style(grid, within: ""))
            p { font: 0.8em sans-serif; opacity: 0.6 }
            \(body.rules(within: ""))</style>
            </head>
            <body>
            <pre role="img" aria-label="\(title)">

            """.utf8
        out += body.bytes
        out += "</pre>\n".utf8
        if let credit = caption.credit { out += "<p>\(Escapes.escaped(credit))</p>\n".utf8 }
        out += "</body>\n</html>\n".utf8
        return out
    }

    /// The id is derived from the contents, so that two figures on a page differ.
    private static func figure(_ grid: ArtGrid, _ body: HTMLBody, _ caption: ArtCaption) -> [UInt8] {
        let rules = body.rules(within: "")
        let name = "art-" + String(checksum(body.bytes + Array(rules.utf8)), radix: 36)
        let (paper, ink) = colors(grid)
        var out: [UInt8] = []
        out +=
            """
            <figure id="\(name)">
            <style>
            #\(name) { margin: 0; padding: 1em; width: fit-content; background: \(paper); color: \(ink) }
            \(style(grid, within: "#\(name) "))
            #\(name) figcaption { font: 0.8em sans-serif; opacity: 0.6 }
            \(body.rules(within: "#\(name) "))</style>
            <pre role="img" aria-label="\(title(caption))">

            """.utf8
        out += body.bytes
        out += "</pre>\n".utf8
        if let credit = caption.credit {
            out += "<figcaption>\(Escapes.escaped(credit))</figcaption>\n".utf8
        }
        out += "</figure>\n".utf8
        return out
    }

    private static func title(_ caption: ArtCaption) -> String {
        caption.label.isEmpty ? "Text art" : Escapes.escaped(caption.label)
    }

    private static func colors(_ grid: ArtGrid) -> (paper: String, ink: String) {
        grid.isInverted ? ("#fff", "#000") : ("#000", "#fff")
    }

    /// `ch` is a character's width in the browser's actual font, so cells have the right shape in any font. A character
    /// is about 0.6 em wide: the font size fits the art into the window, up to 16 pixels.
    private static func style(_ grid: ArtGrid, within scope: String) -> String {
        let line = "calc(1ch / \(grid.cellAspect))"
        return """
            \(scope)pre { margin: 0; font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
              font-size: clamp(3px, calc(95vw / \(tenths(grid.columns * 6))), 16px); line-height: \(line) }
            \(scope)pre i { display: inline-block; width: 2ch; height: \(line); font-style: normal; text-align: center;
              vertical-align: top; overflow: hidden }
            \(scope)pre b { display: inline-block; height: \(line); vertical-align: top; color: transparent;
              font-weight: normal; overflow: hidden }
            """
    }

    private static func tenths(_ count: Int) -> String { "\(count / 10).\(count % 10)" }

    /// FNV-1a, 64 bits.
    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

/// The lines of an HTML picture and the styles that they use, each with a short class name.
struct HTMLBody {
    private(set) var bytes: [UInt8] = []
    /// In order of first use.
    private var styles: [HTMLRun.Style] = []
    private var names: [HTMLRun.Style: Int] = [:]

    init(_ grid: ArtGrid) {
        for row in 0..<grid.rows {
            for run in HTMLRun.runs(of: grid.row(row).trimmingTrailingBlanks) { write(run) }
            bytes.append(10)
        }
    }

    /// One CSS rule per style. Class names start with a letter that ad blockers don't filter.
    func rules(within scope: String) -> String {
        styles.enumerated().map { "\(scope).\(HTMLBody.name($0)){\($1.css)}\n" }.joined()
    }

    private static func name(_ index: Int) -> String { "c" + String(index, radix: 36) }

    private mutating func write(_ run: HTMLRun) {
        guard let style = run.style else { return run.writeText(to: &bytes) }
        let element = style.element
        bytes += "<\(element) class=\(HTMLBody.name(number(of: style)))>".utf8
        run.writeText(to: &bytes)
        bytes += "</\(element)>".utf8
    }

    private mutating func number(of style: HTMLRun.Style) -> Int {
        if let known = names[style] { return known }
        names[style] = styles.count
        styles.append(style)
        return styles.count - 1
    }
}

/// Neighbouring cells that one HTML element can hold.
struct HTMLRun {
    /// The style of an element.
    struct Style: Hashable {
        let ink: RGB?
        let paper: RGB?
        /// The cells are drawn by the element's background alone.
        let isDrawn: Bool

        /// Cells with paper need a box of the cell's height.
        var element: String { paper == nil ? "span" : "b" }

        var css: String {
            switch (ink, paper) {
            case (nil, nil): ""
            case (let ink?, nil): "color:\(ink.text)"
            case (let ink?, let paper?) where isDrawn && ink == paper: "background:\(paper.text)"
            case (let ink?, let paper?) where isDrawn:
                "background:linear-gradient(\(ink.text) 50%,\(paper.text) 0)"
            case (let ink, let paper?): "color:\(ink?.text ?? "inherit");background:\(paper.text)"
            }
        }
    }

    private(set) var cells: [ArtCell]

    /// Blank cells show no ink and join the run before them.
    static func runs(of cells: ArraySlice<ArtCell>) -> [HTMLRun] {
        var runs: [HTMLRun] = []
        for cell in cells where cell.scalar != nil {
            if let last = runs.indices.last, runs[last].holds(cell) {
                runs[last].cells.append(cell)
            } else {
                runs.append(HTMLRun(cells: [cell]))
            }
        }
        return runs
    }

    private var first: ArtCell { cells[0] }

    /// `nil` for the page's default colours.
    var style: Style? {
        guard first.foreground != nil || first.background != nil else { return nil }
        return Style(ink: first.foreground, paper: first.background, isDrawn: first.isDrawn)
    }

    private func holds(_ cell: ArtCell) -> Bool {
        guard cell.background == first.background, cell.isDrawn == first.isDrawn else { return false }
        return cell.foreground == first.foreground || (cell.isBlank && !cell.isDrawn)
    }

    func writeText(to out: inout [UInt8]) {
        for cell in cells {
            let isWide = cell.cells == 2
            if isWide { out += "<i>".utf8 }
            for scalar in cell.scalars { Escapes.append(scalar, to: &out) }
            if isWide { out += "</i>".utf8 }
        }
    }
}

extension ArtCell {
    /// Whether the element's background can draw the cell: upper half blocks, which not every font fills to the edges,
    /// and cells whose ink equals their paper.
    fileprivate var isDrawn: Bool {
        guard let foreground, let background else { return false }
        return scalar == "▀" || foreground == background
    }
}

/// Character escapes for HTML and XML.
enum Escapes {
    static func escaped(_ text: String) -> String { escaped(text.unicodeScalars) }

    static func escaped(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        scalars.map { escape($0) ?? String($0) }.joined()
    }

    /// Appends a character, escaped if necessary.
    static func append(_ scalar: Unicode.Scalar, to out: inout [UInt8]) {
        if let escape = escape(scalar) { out += escape.utf8 } else { out.append(scalar: scalar) }
    }

    /// The escape for a character with a meaning in HTML, or the replacement of one that XML forbids; `nil` if the
    /// character can be written as it is.
    private static func escape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "'": "&#39;"
        case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
        default: nil
        }
    }
}
