package import Domain

/// Text art for IRC: one line per row with the colour codes of mIRC, `^C` and two digits each. No line is a command or
/// empty, and none exceeds 400 bytes if the art has at most `maxColumns` columns; colours are dropped to achieve that.
package enum IRCWriter {
    /// The limit of one line in bytes; servers add a prefix and cut at 512.
    private static let mostBytes = 400
    /// Characters of three bytes that fit into a line.
    package static let maxColumns = 130

    /// `.palette` uses the 99 colours of newer clients, lower depths the 16 of mIRC.
    package static func bytes(
        of grid: ArtGrid, caption: ArtCaption = ArtCaption(), colors: ArtColor = .sixteen
    ) -> [UInt8] {
        let table = colors == .palette ? Palette.wideChat : .chat
        let art =
            colors == .none
            ? grid.mapRows { $0.map(\.withoutColors) } : grid.limited(inks: table, papers: table)
        var out: [UInt8] = []
        for row in 0..<art.rows {
            out += line(art.row(row), table)
            out.append(10)
        }
        if let credit = caption.credit { out += spoken(Array(cut(credit).utf8)) + [10] }
        return out
    }

    private static func line(_ cells: ArraySlice<ArtCell>, _ table: Palette) -> [UInt8] {
        RowBudget.fit(cells, mostBytes, length: \.count) { cells in
            var pen = IRCPen(table)
            for cell in cells[...].trimmingTrailingBlanks { pen.draw(cell) }
            return spoken(pen.out)
        }
    }

    /// Makes a line sendable. An empty line can't be sent, so it gets a no-break space. A leading slash would start a
    /// command, so it is preceded by a colour reset, which is invisible.
    private static func spoken(_ line: [UInt8]) -> [UInt8] {
        if line.isEmpty { return Array("\u{A0}".utf8) }
        return line.first == 47 ? [15] + line : line
    }

    private static func cut(_ text: String) -> String {
        var line = text
        while line.utf8.count > mostBytes - 1 { line.removeLast() }
        return line
    }
}

/// Writes one line for an IRC client, tracking its current colours.
struct IRCPen {
    private(set) var out: [UInt8] = []
    private let table: Palette
    private var ink: RGB?
    private var paper: RGB?

    init(_ table: Palette) {
        self.table = table
    }

    mutating func draw(_ cell: ArtCell) {
        guard let scalar = cell.scalar else { return }
        let shownPaper = cell.isSolid && !cell.isFlat ? paper : cell.background
        let changes = change(to: cell.isFlat ? ink : cell.foreground, on: shownPaper)
        guard cell.isFlat, cell.background != nil else {
            // A comma after a single number would start a second one.
            if changes == 1, scalar == "," { out += [2, 2] }
            return cell.scalars.forEach { out.append(scalar: $0) }
        }
        out.append(contentsOf: repeatElement(32, count: cell.cells))
    }

    /// Returns the number of colours written last: 0 to 2.
    private mutating func change(to wantedInk: RGB?, on wantedPaper: RGB?) -> Int {
        if (ink != nil && wantedInk == nil) || (paper != nil && wantedPaper == nil) {
            out.append(15)
            (ink, paper) = (nil, nil)
        }
        guard wantedInk != ink || wantedPaper != paper else { return 0 }
        let isPaperNew = wantedPaper != paper
        (ink, paper) = (wantedInk, wantedPaper)
        out.append(3)
        // A background can't be set without a foreground. Cells without an ink get colour 0, white.
        out += IRCPen.digits(wantedInk.flatMap { table.index(of: $0) } ?? 0).utf8
        guard isPaperNew, let wantedPaper else { return 1 }
        out += ("," + IRCPen.digits(table.index(of: wantedPaper) ?? 0)).utf8
        return 2
    }

    private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
