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

            """.utf8
        out += body.rules(within: "")
        out += bodyStart(title).utf8
        out += body.bytes
        out += "</pre>\n".utf8
        out += credit(caption).utf8
        out += "</body>\n</html>\n".utf8
        return out
    }

    /// From the end of a page's style to the art.
    static func bodyStart(_ title: String) -> String {
        """
        </style>
        </head>
        <body>
        <pre role="img" aria-label="\(title)">

        """
    }

    /// The line below the art; empty if there is none.
    static func credit(_ caption: ArtCaption) -> String {
        caption.credit.map { "<p>\(Escapes.escaped($0))</p>\n" } ?? ""
    }

    /// The id is derived from the contents, so that two figures on a page differ.
    private static func figure(_ grid: ArtGrid, _ body: HTMLBody, _ caption: ArtCaption) -> [UInt8] {
        let name = "art-" + String(StableHash.of(body.bytes + body.rules(within: "")), radix: 36)
        let (paper, ink) = colors(grid)
        var out: [UInt8] = []
        out +=
            """
            <figure id="\(name)">
            <style>
            #\(name) { margin: 0; padding: 1em; width: fit-content; background: \(paper); color: \(ink) }
            \(style(grid, within: "#\(name) "))
            #\(name) figcaption { font: 0.8em sans-serif; opacity: 0.6 }

            """.utf8
        out += body.rules(within: "#\(name) ")
        out +=
            """
            </style>
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

    static func title(_ caption: ArtCaption) -> String {
        caption.label.isEmpty ? "Text art" : Escapes.escaped(caption.label)
    }

    static func colors(_ grid: ArtGrid) -> (paper: String, ink: String) {
        grid.isInverted ? ("#fff", "#000") : ("#000", "#fff")
    }

    /// `ch` is a character's width in the browser's actual font, so cells have the right shape in any font. A character
    /// is about 0.6 em wide: the font size fits the art into the window, up to 16 pixels.
    static func style(_ grid: ArtGrid, within scope: String) -> String {
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
}

/// The lines of an HTML picture and the styles that they use, each with a short class name.
struct HTMLBody {
    private(set) var bytes: [UInt8] = []
    /// In order of first use.
    private var styles: [HTMLRun.Style] = []
    private var numbers: [UInt64: Int] = [:]

    init(_ grid: ArtGrid) {
        // An element takes about forty bytes; most cells in full colour need one of their own.
        bytes.reserveCapacity(grid.cells.count * 40)
        for row in 0..<grid.rows {
            for run in HTMLRun.runs(of: grid.row(row).trimmingTrailingBlanks) { write(run) }
            bytes.append(10)
        }
    }

    /// One CSS rule per style. Class names start with a letter that ad blockers don't filter.
    func rules(within scope: String) -> [UInt8] {
        var rules: [UInt8] = []
        rules.reserveCapacity(styles.count * (48 + scope.utf8.count))
        let scope = Array(scope.utf8)
        for (number, style) in styles.enumerated() {
            rules += scope
            rules.append(46)
            HTMLBody.appendName(number, to: &rules)
            rules.append(123)
            style.appendCSS(to: &rules)
            rules.append(contentsOf: [125, 10])
        }
        return rules
    }

    private static func appendName(_ number: Int, to out: inout [UInt8]) {
        out.append(99)
        out.append(number: number, radix: 36)
    }

    private mutating func write(_ run: HTMLRun) {
        guard let style = run.style else { return run.writeText(to: &bytes) }
        let isBox = style.paper != nil
        bytes.append(isBox ? "<b class=" : "<span class=")
        HTMLBody.appendName(number(of: style), to: &bytes)
        bytes.append(62)
        run.writeText(to: &bytes)
        bytes.append(isBox ? "</b>" : "</span>")
    }

    private mutating func number(of style: HTMLRun.Style) -> Int {
        if let known = numbers[style.key] { return known }
        numbers[style.key] = styles.count
        styles.append(style)
        return styles.count - 1
    }
}

/// Neighbouring cells that one HTML element can hold.
struct HTMLRun {
    /// The style of an element. Cells with paper need a box of the cell's height, a `b`; the others are a `span`.
    struct Style {
        let ink: RGB?
        let paper: RGB?
        /// The cells are drawn by the element's background alone.
        let isDrawn: Bool

        /// Identifies the style.
        var key: UInt64 { Style.key(ink) << 32 | Style.key(paper) << 1 | (isDrawn ? 1 : 0) }

        private static func key(_ color: RGB?) -> UInt64 {
            color.map { 1 << 24 | UInt64($0.red) << 16 | UInt64($0.green) << 8 | UInt64($0.blue) } ?? 0
        }

        func appendCSS(to out: inout [UInt8]) {
            switch (ink, paper) {
            case (nil, nil): return
            case (let ink?, nil): append("color:", ink, to: &out)
            case (let ink?, let paper?) where isDrawn && ink == paper: append("background:", paper, to: &out)
            case (let ink?, let paper?) where isDrawn:
                append("background:linear-gradient(", ink, to: &out)
                append(" 50%,", paper, to: &out)
                out.append(" 0)")
            case (let ink, let paper?):
                if let ink { append("color:", ink, to: &out) } else { out.append("color:inherit") }
                append(";background:", paper, to: &out)
            }
        }

        private func append(_ text: StaticString, _ color: RGB, to out: inout [UInt8]) {
            out.append(text)
            out.append(color: color)
        }
    }

    /// The right halves of wide characters are among them.
    let cells: ArraySlice<ArtCell>

    /// Blank cells show no ink and join the run before them.
    static func runs(of cells: ArraySlice<ArtCell>) -> [HTMLRun] {
        var runs: [HTMLRun] = []
        var open: Int?
        for index in cells.indices where cells[index].scalar != nil {
            if let first = open {
                if cells[index].joins(cells[first]) { continue }
                runs.append(HTMLRun(cells: cells[first..<index]))
            }
            open = index
        }
        if let first = open { runs.append(HTMLRun(cells: cells[first...])) }
        return runs
    }

    /// `nil` for the page's default colours.
    var style: Style? {
        guard let first = cells.first, first.foreground != nil || first.background != nil else { return nil }
        return Style(ink: first.foreground, paper: first.background, isDrawn: first.isDrawn)
    }

    func writeText(to out: inout [UInt8]) {
        for cell in cells {
            guard let scalar = cell.scalar else { continue }
            let isWide = cell.cells == 2
            if isWide { out.append("<i>") }
            Escapes.append(scalar, to: &out)
            for mark in cell.marks { Escapes.append(mark, to: &out) }
            if isWide { out.append("</i>") }
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

    /// Whether one element can show the cell and an earlier one.
    fileprivate func joins(_ first: ArtCell) -> Bool {
        guard background == first.background, isDrawn == first.isDrawn else { return false }
        return foreground == first.foreground || (isBlank && !isDrawn)
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Appends `#rrggbb`.
    fileprivate mutating func append(color: RGB) {
        append(35)
        for channel in [color.red, color.green, color.blue] {
            append(digit: Int(channel >> 4))
            append(digit: Int(channel & 15))
        }
    }

    /// Appends a number that isn't negative.
    fileprivate mutating func append(number: Int, radix: Int) {
        if number >= radix { append(number: number / radix, radix: radix) }
        append(digit: number % radix)
    }

    /// Appends a digit from 0 to 35.
    private mutating func append(digit: Int) { append(UInt8(digit < 10 ? 48 + digit : 87 + digit)) }
}

/// Character escapes for HTML and XML.
enum Escapes {
    static func escaped(_ text: String) -> String { escaped(text.unicodeScalars) }

    static func escaped(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        scalars.map { escape($0) ?? String($0) }.joined()
    }

    /// Appends a character, escaped if necessary.
    static func append(_ scalar: Unicode.Scalar, to out: inout [UInt8]) {
        if scalar.isASCII, scalar.value > 62 { return out.append(UInt8(scalar.value)) }
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
