import Domain
import PlatformSystem

/// Text art in a part of the screen, clipped to it.
struct ScreenArt {
    let title: String
    private let lines: [Substring]
    /// In cells.
    let columns: Int
    var rows: Int { lines.count }

    /// `text` is text art for a terminal, with or without colours.
    init(title: String, _ text: String) {
        self.title = title
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.isEmpty }
            .reversed().drop { $0.isEmpty }.reversed()
        columns = lines.map { Self.cut($0, .max).width }.max() ?? 0
    }

    /// At most `columns` cells of a row; `nil` below the last row.
    func row(_ index: Int, _ columns: Int) -> TerminalText? {
        lines.indices.contains(index) ? TerminalText(art: Self.cut(lines[index], columns).text) : nil
    }

    /// The rows clipped to a part of the screen, and centred in its width.
    func rows(centredIn size: TerminalSize) -> [CellRow] {
        let left = max(0, (size.columns - columns) / 2)
        return lines.prefix(size.rows).map { line in
            let (text, width) = Self.cut(line, size.columns - left)
            var row = CellRow()
            row.pad(to: left)
            row.add(TerminalText(art: text), width)
            return row
        }
    }

    /// Escape sequences take no cells; colours are reset at the end of the row.
    private static func cut(_ line: Substring, _ columns: Int) -> (text: String, width: Int) {
        var (width, isOrder, hasOrder) = (0, false, false)
        var cut = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
            if scalar == "\u{1B}" { (isOrder, hasOrder) = (true, true) }
            let cells = isOrder ? 0 : TerminalCells.count(scalar)
            if width + cells > columns { break }
            width += cells
            cut.append(scalar)
            if isOrder, scalar != "[", scalar.properties.isAlphabetic { isOrder = false }
        }
        return (String(cut) + (hasOrder ? "\u{1B}[0m" : ""), width)
    }
}
