internal import Domain

/// Papers and block elements as rectangles, one path a colour. Papers come first, for ink covers them.
struct SVGShapes {
    private struct Fill: Hashable {
        /// `nil` is the picture's own ink.
        let color: RGB?
        /// Of 100.
        let opacity: Int
    }

    private let frame: SVGFrame
    private var papers = Paths()
    private var inks = Paths()

    init(_ frame: SVGFrame) {
        self.frame = frame
    }

    /// Whether a cell's ink is drawn as rectangles, or not at all, and not as text.
    static func draws(_ cell: ArtCell) -> Bool {
        guard let scalar = cell.scalar else { return false }
        if cell.foreground != nil, cell.foreground == cell.background { return true }
        return BlockElement.parts(scalar) != nil || BlockElement.shade(scalar) != nil
    }

    mutating func take(_ cells: ArraySlice<ArtCell>, at row: Int) {
        for (column, cell) in cells.enumerated() {
            if let paper = cell.background {
                papers.add(Fill(color: paper, opacity: 100), rectangle(column, row, BlockElement.Part.whole))
            }
            guard let scalar = cell.scalar, !cell.isBlank, SVGShapes.draws(cell) else { continue }
            // Ink of the paper's colour shows nothing.
            if cell.foreground != nil, cell.foreground == cell.background { continue }
            let opacity = Int((BlockElement.shade(scalar) ?? 1) * 100)
            for part in BlockElement.parts(scalar) ?? [.whole] {
                inks.add(Fill(color: cell.foreground, opacity: opacity), rectangle(column, row, part))
            }
        }
    }

    func append(to out: inout [UInt8]) {
        guard !papers.isEmpty || !inks.isEmpty else { return }
        out.append(contentsOf: "<g shape-rendering=\"crispEdges\">\n".utf8)
        papers.append(to: &out, own: frame.ink)
        inks.append(to: &out, own: frame.ink)
        out.append(contentsOf: "</g>\n".utf8)
    }

    private func rectangle(_ column: Int, _ row: Int, _ part: BlockElement.Part) -> Paths.Rectangle {
        let top = row * frame.cell + (part.y * frame.cell + 4) / 8
        let bottom = row * frame.cell + ((part.y + part.height) * frame.cell + 4) / 8
        return Paths.Rectangle(x: column * 8 + part.x, y: top, width: part.width, height: bottom - top)
    }

    /// Rectangles by their fill, in the order of first use.
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

        /// One that goes on where the last of its fill ended makes that one wider.
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
                out.append(contentsOf: "<path fill=\"\(fill.color?.text ?? own)\"\(opacity) d=\"".utf8)
                for rectangle in rectangles[fill] ?? [] { out.append(contentsOf: Paths.path(rectangle).utf8) }
                out.append(contentsOf: "\"/>\n".utf8)
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
