internal import Domain

/// Art for terminals: 24-bit colours by SGR (ISO 8613-6, as xterm spells it), told only where they change.
public enum ANSI {
    public static func bytes(_ grid: ArtGrid) -> [UInt8] {
        var text = ""
        for row in 0..<grid.rows { line(grid.row(row), in: &text) }
        return Array(text.utf8)
    }

    /// Colours end with their line, so that a line can be cut out and nothing runs over into the margin.
    private static func line(_ cells: ArraySlice<ArtCell>, in text: inout String) {
        var pen = Pen()
        for cell in cells {
            guard let scalar = cell.scalar else { continue }
            pen.move(to: cell, in: &text)
            text.unicodeScalars.append(scalar)
        }
        if pen.isColored { text += "\u{1B}[0m" }
        text += "\n"
    }

    private struct Pen {
        var foreground: RGB?
        var background: RGB?

        var isColored: Bool { foreground != nil || background != nil }

        mutating func move(to cell: ArtCell, in text: inout String) {
            var codes: [String] = []
            if cell.background != background {
                codes.append(cell.background.map { "48;2;" + Self.digits($0) } ?? "49")
                background = cell.background
            }
            // A space shows no ink: its colour can wait.
            if cell.scalar != " ", cell.foreground != foreground {
                codes.append(cell.foreground.map { "38;2;" + Self.digits($0) } ?? "39")
                foreground = cell.foreground
            }
            if !codes.isEmpty { text += "\u{1B}[" + codes.joined(separator: ";") + "m" }
        }

        private static func digits(_ color: RGB) -> String {
            "\(color.red);\(color.green);\(color.blue)"
        }
    }
}
