package import Domain

/// Text art as the formatted body of a Matrix message: `pre`, and colours in the attributes that Matrix allows
/// (client-server specification, "m.room.message msgtypes").
package enum MatrixWriter {
    /// The tolerance (see `WritingOptions`) is raised until the output has at most `limit` bytes; if no tolerance is
    /// enough, the output is longer.
    package static func bytes(
        of grid: ArtGrid, caption: ArtCaption = ArtCaption(), tolerance: Double = 0, limit: Int? = nil
    ) -> [UInt8] {
        ByteBudget.fit(limit, from: tolerance) { write(grid.reusingColors(within: $0), caption) }
    }

    private static func write(_ grid: ArtGrid, _ caption: ArtCaption) -> [UInt8] {
        var out = Array("<pre><code>".utf8)
        for row in 0..<grid.rows {
            for run in HTMLRun.runs(of: grid.row(row).trimmingTrailingBlanks) { write(run, to: &out) }
            out.append(10)
        }
        out += "</code></pre>\n".utf8
        if let credit = caption.credit { out += "<p>\(Escapes.escaped(credit))</p>\n".utf8 }
        return out
    }

    private static func write(_ run: HTMLRun, to out: inout [UInt8]) {
        guard let style = run.style else { return write(run.cells, to: &out) }
        let ink = style.ink.map { " data-mx-color=\"\($0.text)\"" } ?? ""
        let paper = style.paper.map { " data-mx-bg-color=\"\($0.text)\"" } ?? ""
        out += "<span\(ink)\(paper)>".utf8
        write(run.cells, to: &out)
        out += "</span>".utf8
    }

    private static func write(_ cells: ArraySlice<ArtCell>, to out: inout [UInt8]) {
        for scalar in cells.flatMap(\.scalars) { Escapes.append(scalar, to: &out) }
    }
}
