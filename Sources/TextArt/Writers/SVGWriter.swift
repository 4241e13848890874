package import Domain

/// Text art as a self-contained SVG picture: text that can be copied, block elements as rectangles that meet without
/// gaps in any font, and its own paper, so that it looks the same on dark and light pages.
package enum SVGWriter {
    /// A cell is 8 units wide; its height follows the grid's cell aspect. The tolerance (see `WritingOptions`) is
    /// raised until the output has at most `limit` bytes; if no tolerance is enough, the output is longer.
    package static func bytes(
        of grid: ArtGrid, caption: ArtCaption = ArtCaption(), tolerance: Double = 0, limit: Int? = nil
    ) -> [UInt8] {
        ByteBudget.fit(limit, from: tolerance) { write(grid.reusingColors(within: $0), caption) }
    }

    private static func write(_ grid: ArtGrid, _ caption: ArtCaption) -> [UInt8] {
        let frame = SVGFrame(grid: grid, caption: caption)
        var out = Array(frame.head.utf8)
        var shapes = SVGShapes(frame)
        for row in 0..<grid.rows { shapes.take(grid.row(row), at: row) }
        shapes.append(to: &out)
        out += frame.textHead.utf8
        for row in 0..<grid.rows {
            for run in InkRun.runs(of: grid.row(row), without: SVGShapes.draws) {
                out += text(run, row, frame).utf8
            }
        }
        out += frame.tail.utf8
        return out
    }

    /// `textLength` makes a run end at the right place in any font.
    private static func text(_ run: InkRun, _ row: Int, _ frame: SVGFrame) -> String {
        let fill = run.ink.map { " fill=\"\($0.text)\"" } ?? ""
        let words = Escapes.escaped(run.scalars)
        let place = "x=\"\(run.column * 8)\" y=\"\(frame.baseline(row))\" textLength=\"\(run.width * 8)\""
        return "<text \(place)\(fill)>\(words)</text>\n"
    }
}

/// The frame of an SVG picture: everything except its cells.
struct SVGFrame {
    let grid: ArtGrid
    let caption: ArtCaption

    /// A cell's height in units; its width is 8.
    var cell: Int { RasterLine.height(for: grid.cellAspect) }
    var width: Int { grid.columns * 8 }
    var height: Int { grid.rows * cell + (caption.credit == nil ? 0 : 20) }
    private var paper: String { grid.isInverted ? "#fff" : "#000" }
    var ink: String { grid.isInverted ? "#000" : "#fff" }

    /// The baseline of a row's characters: four fifths down its cells.
    func baseline(_ row: Int) -> Int { row * cell + (cell * 4 + 2) / 5 }

    var head: String {
        let title = caption.label.isEmpty ? "Text art" : Escapes.escaped(caption.label)
        let credit = caption.credit.map { ". " + Escapes.escaped($0) } ?? ""
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
            role="img" aria-labelledby="title desc">
            <title id="title">\(title)</title>
            <desc id="desc">A picture as text art of \(grid.columns) by \(grid.rows) characters\(credit)</desc>
            <rect width="\(width)" height="\(height)" fill="\(paper)"/>

            """
    }

    /// A character of these fonts is 0.6 em wide, so at 13.3 units it fills its cell.
    var textHead: String {
        """
        <g font-family="'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace" font-size="13.3" \
        fill="\(ink)" xml:space="preserve">

        """
    }

    var tail: String {
        guard let credit = caption.credit else { return "</g>\n</svg>\n" }
        let line = """
            <text x="0" y="\(grid.rows * cell + 14)" font-family="sans-serif" font-size="12" fill="#808080">\
            \(Escapes.escaped(credit))</text>
            """
        return "</g>\n\(line)\n</svg>\n"
    }
}

/// Papers and block elements as rectangles, one path per colour. Papers come first because ink covers them.
struct SVGShapes {
    private struct Fill: Hashable {
        /// `nil` is the picture's default ink.
        let color: RGB?
        /// In per cent.
        let opacity: Int
    }

    private let frame: SVGFrame
    private var papers = Paths()
    private var inks = Paths()

    init(_ frame: SVGFrame) {
        self.frame = frame
    }

    /// Whether a cell needs no text, because its ink is drawn as rectangles or is invisible.
    static func draws(_ cell: ArtCell) -> Bool {
        guard let scalar = cell.scalar else { return false }
        return cell.hidesInk || BlockElement.parts(scalar) != nil || BlockElement.shade(scalar) != nil
    }

    mutating func take(_ cells: ArraySlice<ArtCell>, at row: Int) {
        for (column, cell) in cells.enumerated() {
            if let paper = cell.background {
                papers.add(Fill(color: paper, opacity: 100), rectangle(column, row, BlockElement.Part.whole))
            }
            guard let scalar = cell.scalar, !cell.isFlat, SVGShapes.draws(cell) else { continue }
            let opacity = Int((BlockElement.shade(scalar) ?? 1) * 100)
            for part in BlockElement.parts(scalar) ?? [.whole] {
                inks.add(Fill(color: cell.foreground, opacity: opacity), rectangle(column, row, part))
            }
        }
    }

    func append(to out: inout [UInt8]) {
        guard !papers.isEmpty || !inks.isEmpty else { return }
        out += "<g shape-rendering=\"crispEdges\">\n".utf8
        papers.append(to: &out, own: frame.ink)
        inks.append(to: &out, own: frame.ink)
        out += "</g>\n".utf8
    }

    private func rectangle(_ column: Int, _ row: Int, _ part: BlockElement.Part) -> Paths.Rectangle {
        let top = row * frame.cell + (part.y * frame.cell + 4) / 8
        let bottom = row * frame.cell + ((part.y + part.height) * frame.cell + 4) / 8
        return Paths.Rectangle(x: column * 8 + part.x, y: top, width: part.width, height: bottom - top)
    }

    /// Rectangles by fill, in order of first use.
    private struct Paths {
        struct Rectangle {
            let x: Int
            let y: Int
            var width: Int
            let height: Int
        }

        private var fills: [Fill] = []
        private var rectangles: [Fill: [Rectangle]] = [:]

        var isEmpty: Bool { fills.isEmpty }

        /// Adds a rectangle. One that continues the last rectangle of its fill extends that one.
        mutating func add(_ fill: Fill, _ next: Rectangle) {
            guard var list = rectangles[fill] else {
                fills.append(fill)
                rectangles[fill] = [next]
                return
            }
            rectangles[fill] = nil
            let last = list[list.count - 1]
            if last.y == next.y, last.height == next.height, last.x + last.width == next.x {
                list[list.count - 1].width += next.width
            } else {
                list.append(next)
            }
            rectangles[fill] = list
        }

        func append(to out: inout [UInt8], own: String) {
            for fill in fills {
                let opacity = fill.opacity == 100 ? "" : " fill-opacity=\"0.\(fill.opacity)\""
                out += "<path fill=\"\(fill.color?.text ?? own)\"\(opacity) d=\"".utf8
                for rectangle in rectangles[fill] ?? [] { out += Paths.path(rectangle).utf8 }
                out += "\"/>\n".utf8
            }
        }

        private static func path(_ rectangle: Rectangle) -> String {
            "M\(rectangle.x) \(rectangle.y)h\(rectangle.width)v\(rectangle.height)h-\(rectangle.width)z"
        }
    }
}

extension BlockElement.Part {
    static var whole: BlockElement.Part { BlockElement.Part(x: 0, y: 0, width: 8, height: 8) }
}

/// Neighbouring cells with the same ink.
struct InkRun {
    let column: Int
    let ink: RGB?
    private(set) var scalars: [Unicode.Scalar]
    /// In cells, including the right halves of wide characters.
    private(set) var width: Int

    /// The runs of a row, each from its first visible character to its last. Blanks between characters of one colour
    /// belong to their run; cells for which `isLeftOut` holds end it.
    static func runs(of cells: ArraySlice<ArtCell>, without isLeftOut: (ArtCell) -> Bool) -> [InkRun] {
        var runs: [InkRun] = []
        var isOpen = false
        var gap = 0
        for (column, cell) in cells.enumerated() where cell.scalar != nil {
            if isLeftOut(cell) {
                isOpen = false
            } else if cell.isBlank {
                gap += cell.cells
            } else if isOpen, let last = runs.indices.last, runs[last].ink == cell.foreground {
                runs[last].append(cell, after: gap)
                gap = 0
            } else {
                runs.append(
                    InkRun(column: column, ink: cell.foreground, scalars: cell.scalars, width: cell.cells))
                (isOpen, gap) = (true, 0)
            }
        }
        return runs
    }

    private mutating func append(_ cell: ArtCell, after blanks: Int) {
        scalars += Array(repeating: " ", count: blanks) + cell.scalars
        width += blanks + cell.cells
    }
}
