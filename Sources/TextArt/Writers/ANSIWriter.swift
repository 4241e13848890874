public import Domain

/// Text art for terminals: 24-bit colour escapes, and only where the pen must change. Each line ends with the
/// terminal's own colours.
public enum ANSIWriter {
    public static func bytes(of grid: ArtGrid, caption: ArtCaption = ArtCaption()) -> [UInt8] {
        var pen = Pen()
        for row in 0..<grid.rows {
            for cell in grid.row(row).upToLastMark { pen.draw(cell) }
            pen.endLine()
        }
        if let credit = caption.credit { pen.out.append(contentsOf: "\n\(credit)\n".utf8) }
        return pen.out
    }

    /// What the terminal has been told. `nil` stands for its own colour.
    private struct Pen {
        var out: [UInt8] = []
        private var ink: RGB?
        private var paper: RGB?

        mutating func draw(_ cell: ArtCell) {
            guard let scalar = cell.scalar else { return }
            // Ink of the paper's colour is no ink: a space says the same in fewer bytes.
            let isFlat = cell.isBlank || (cell.foreground != nil && cell.foreground == cell.background)
            // A mark without a colour needs the terminal's own: only a reset gives it back.
            let wantedInk = isFlat ? ink : cell.foreground
            let wantedPaper = cell.isSolid && !isFlat ? paper : cell.background
            change(to: wantedInk, on: wantedPaper)
            guard isFlat, cell.background != nil else { return out.append(scalar: scalar) }
            out.append(contentsOf: repeatElement(32, count: Glyph(scalar)?.cells ?? 1))
        }

        mutating func endLine() {
            reset()
            out.append(10)
        }

        private mutating func change(to wantedInk: RGB?, on wantedPaper: RGB?) {
            if (ink != nil && wantedInk == nil) || (paper != nil && wantedPaper == nil) { reset() }
            var codes: [String] = []
            if let wantedInk, wantedInk != ink { codes.append("38;2;" + Pen.code(wantedInk)) }
            if let wantedPaper, wantedPaper != paper { codes.append("48;2;" + Pen.code(wantedPaper)) }
            ink = wantedInk
            paper = wantedPaper
            guard !codes.isEmpty else { return }
            out.append(contentsOf: "\u{1B}[\(codes.joined(separator: ";"))m".utf8)
        }

        private mutating func reset() {
            guard ink != nil || paper != nil else { return }
            out.append(contentsOf: "\u{1B}[0m".utf8)
            ink = nil
            paper = nil
        }

        private static func code(_ color: RGB) -> String { "\(color.red);\(color.green);\(color.blue)" }
    }
}
