package import Domain

/// Text art as an SVG picture that needs nothing from elsewhere: text that can be copied, block elements as rectangles
/// that meet without gaps in any font, and its own paper, so that it looks the same on dark and light pages.
package enum SVGWriter {
    /// A cell is 8 units wide; its height follows the grid's cell aspect. The tolerance (see `WritingOptions`) is raised
    /// until there are at most `limit` bytes; where nothing helps, there are more.
    package static func bytes(
        of grid: ArtGrid, caption: ArtCaption = ArtCaption(), tolerance: Double = 0, limit: Int? = nil
    ) -> [UInt8] {
        ByteBudget.fit(limit, from: tolerance) { write(grid.reusingPens(within: $0), caption) }
    }

    private static func write(_ grid: ArtGrid, _ caption: ArtCaption) -> [UInt8] {
        let frame = SVGFrame(grid, caption)
        var out = Array(frame.head.utf8)
        var shapes = SVGShapes(frame)
        for row in 0..<grid.rows { shapes.take(grid.row(row), at: row) }
        shapes.append(to: &out)
        out.append(contentsOf: frame.textHead.utf8)
        for row in 0..<grid.rows {
            for run in InkRun.runs(of: grid.row(row), without: { SVGShapes.draws($0) }) {
                out.append(contentsOf: text(run, row, frame).utf8)
            }
        }
        out.append(contentsOf: frame.tail.utf8)
        return out
    }

    /// The length is given, so that a run ends where it shall in any font.
    private static func text(_ run: InkRun, _ row: Int, _ frame: SVGFrame) -> String {
        let fill = run.ink.map { " fill=\"\($0.text)\"" } ?? ""
        let words = run.scalars.map { Escapes.escape($0) ?? String($0) }.joined()
        let place = "x=\"\(run.column * 8)\" y=\"\(frame.baseline(row))\" textLength=\"\(run.width * 8)\""
        return "<text \(place)\(fill)>\(words)</text>\n"
    }
}
