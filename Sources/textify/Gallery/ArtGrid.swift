import Domain
import PlatformSystem

/// A part of a line of the screen, with its width in cells.
struct CellRow: Equatable {
    private(set) var text = TerminalText("")
    private(set) var width = 0

    init() {}

    /// The line clipped to `columns` cells.
    init(_ line: StyledLine, _ columns: Int, isColored: Bool) {
        add(line.drawn(columns, isColored: isColored), line.cut(to: columns).width)
    }

    mutating func add(_ text: TerminalText, _ width: Int) {
        self.text += text
        self.width += width
    }

    mutating func add(_ row: CellRow) { add(row.text, row.width) }

    /// Adds blanks up to `columns` cells.
    mutating func pad(to columns: Int) {
        guard width < columns else { return }
        add(TerminalText(String(repeating: " ", count: columns - width)), columns - width)
    }
}

/// What is shown of an artwork in a part of the screen.
enum Thumbnail: Equatable {
    /// Rows clipped to the part, and centred in its width.
    case art([CellRow])
    /// Why there is no art.
    case note(String)

    /// Exactly the rows of the part of the screen: art stands at its bottom, a note in its middle. `nil` is drawn as art
    /// that is still to come.
    static func rows(of thumbnail: Thumbnail?, in size: TerminalSize, isColored: Bool) -> [CellRow] {
        let rows: [CellRow]
        var above: Int
        switch thumbnail {
        case .art(let art):
            rows = art
            above = size.rows - art.count
        case .note(let note):
            rows = CellText.wrapped(TerminalText.line(note), size.columns).map { centred($0, size.columns, isColored) }
            above = (size.rows - rows.count) / 2
        case nil:
            rows = [centred("…", size.columns, isColored)]
            above = (size.rows - 1) / 2
        }
        above = max(0, above)
        let shown = Array(repeating: CellRow(), count: above) + rows.prefix(size.rows)
        return shown + Array(repeating: CellRow(), count: max(0, size.rows - shown.count))
    }

    private static func centred(_ text: String, _ columns: Int, _ isColored: Bool) -> CellRow {
        var row = CellRow()
        row.pad(to: (columns - CellText.width(of: text)) / 2)
        row.add(CellRow(StyledLine(text, .faint), columns, isColored: isColored))
        return row
    }

    /// In bytes.
    var weight: Int {
        switch self {
        case .art(let rows): rows.reduce(0) { $0 + $1.text.text.utf8.count }
        case .note(let note): note.utf8.count
        }
    }
}

/// Draws artworks side by side.
struct ArtGrid {
    struct Cell {
        let thumbnail: Thumbnail?
        /// Lines below the art.
        let labels: [StyledLine]
    }

    let layout: GridLayout
    let isColored: Bool

    /// The lines of one row of cells, none of which ends with blanks of its own.
    func lines(_ cells: [Cell]) -> [TerminalText] {
        let parts = cells.map { cell in
            Thumbnail.rows(of: cell.thumbnail, in: layout.art, isColored: isColored)
                + cell.labels.map { CellRow($0, layout.art.columns, isColored: isColored) }
        }
        return (0..<(parts.map(\.count).max() ?? 0)).map { number in
            var line = CellRow()
            for (place, part) in parts.enumerated() where part.indices.contains(number) && part[number].width > 0 {
                line.pad(to: place * (layout.art.columns + GridLayout.gap))
                line.add(part[number])
            }
            return line.text
        }
    }
}
