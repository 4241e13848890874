package import Domain

/// Text art for forums: `[font]` and `[color]`. BBCode has no background colours: a cell with paper becomes a full
/// block of its mean colour.
package enum BBCodeWriter {
    /// The tolerance (see `WritingOptions`) is raised until the output has at most `limit` bytes; if no tolerance is
    /// enough, the output is longer.
    package static func bytes(
        of grid: ArtGrid, caption: ArtCaption = ArtCaption(), tolerance: Double = 0, limit: Int? = nil
    ) -> [UInt8] {
        let inked = grid.mapRows { $0.map { $0.withoutPaper(keepsText: grid.isText) } }
        return ByteBudget.fit(limit, from: tolerance) { write(inked.reusingColors(within: $0), caption) }
    }

    private static func write(_ grid: ArtGrid, _ caption: ArtCaption) -> [UInt8] {
        var out = Array("[font=Courier New]".utf8)
        for row in 0..<grid.rows {
            var column = 0
            for run in InkRun.runs(of: grid.row(row), without: { _ in false }) {
                append(Array(repeating: " ", count: run.column - column), to: &out)
                if let ink = run.ink { out += "[color=\(ink.text)]".utf8 }
                append(run.scalars, to: &out)
                if run.ink != nil { out += "[/color]".utf8 }
                column = run.column + run.width
            }
            out.append(10)
        }
        out += "[/font]\n".utf8
        if let credit = caption.credit {
            append(Array(credit.unicodeScalars), to: &out)
            out.append(10)
        }
        return out
    }

    /// Forums collapse spaces, so they become U+00A0. A zero-width space after each bracket keeps it from opening a
    /// tag.
    private static func append(_ scalars: [Unicode.Scalar], to out: inout [UInt8]) {
        for scalar in scalars {
            out.append(scalar: scalar == " " ? "\u{A0}" : scalar)
            if scalar == "[" { out.append(scalar: "\u{200B}") }
        }
    }
}

extension ArtCell {
    /// The cell without paper: a full block in the mean of both colours in linear light.
    fileprivate func withoutPaper(keepsText: Bool) -> ArtCell {
        guard let paper = background, let scalar else {
            return ArtCell(scalar, marks: marks, foreground: foreground)
        }
        let share = Glyph(scalar)?.coverage ?? 0
        let mean = Light(paper).mixed(Light(foreground ?? paper), share)
        return keepsText || cells == 2
            ? ArtCell(scalar, marks: marks, foreground: mean.color) : ArtCell("█", foreground: mean.color)
    }
}
