package import Domain

/// Writes the frames of moving art for a terminal: a whole frame now and then, otherwise the cells that changed.
///
/// Nothing scrolls, and nothing is erased before it is drawn. A frame is one
/// synchronized update (mode 2026), which terminals show at once, or ignore if they don't know it.
package struct TerminalFrames {
    /// Where on the screen the art is.
    package enum Place: Sendable {
        /// At the top left, whatever the cursor's position is.
        case screen
        /// At the cursor, which is in the first column and comes back after each frame.
        case cursor
    }

    /// The most time and the most bytes between two whole frames, from which players can go on after a jump.
    private static let (keyTime, keyBytes) = (2_000, 64 << 10)
    /// The most unchanged cells that are drawn again because that is shorter than moving the cursor.
    private static let gap = 4

    private let codes: SGRCodes
    private let place: Place
    private var last: ArtGrid?
    private var keyAt = 0
    private var bytesSinceKey = 0
    /// Where the cursor is, counted from the first row of the art; for art at the cursor.
    private var cursorRow = 0

    /// `colors` and `palette` as for `ANSIWriter`.
    package init(colors: ArtColor = .full, palette: ArtPalette? = nil, at place: Place = .screen) {
        codes = SGRCodes(colors, palette: palette)
        self.place = place
    }

    /// What a terminal has to be sent for the frame, and whether it shows the frame whatever was on the screen before.
    /// `now` is in milliseconds.
    package mutating func next(_ frame: ArtGrid, at now: Int) -> (bytes: [UInt8], isKey: Bool) {
        let grid = codes.limited(frame)
        let isKey = last == nil || now - keyAt >= Self.keyTime || bytesSinceKey >= Self.keyBytes
        var pen = ANSIPen(codes)
        pen.out += "\u{1B}[?2026h".utf8
        for row in 0..<grid.rows {
            if let last, !isKey {
                draw(grid.row(row), over: last.row(row), row, &pen)
            } else {
                move(&pen, to: row, column: 0)
                pen.draw(grid.row(row))
            }
        }
        pen.reset()
        if place == .cursor { move(&pen, to: 0, column: 0) }
        pen.out += "\u{1B}[?2026l".utf8
        if isKey { (keyAt, bytesSinceKey) = (now, 0) } else { bytesSinceKey += pen.out.count }
        last = grid
        return (pen.out, isKey)
    }

    private mutating func move(_ pen: inout ANSIPen, to row: Int, column: Int) {
        switch place {
        case .screen: pen.move(toRow: row, column: column)
        case .cursor: pen.move(rows: row - cursorRow, toColumn: column)
        }
        cursorRow = row
    }

    private mutating func draw(
        _ cells: ArraySlice<ArtCell>, over old: ArraySlice<ArtCell>, _ row: Int, _ pen: inout ANSIPen
    ) {
        let start = cells.startIndex
        var next = start
        while let first = (next..<cells.endIndex).first(where: { cells[$0] != old[$0] }) {
            var (from, end, place) = (first, first + 1, first + 1)
            // A wide character is drawn from its left half on.
            while from > start, cells[from].scalar == nil { from -= 1 }
            while place < cells.endIndex, place - end <= Self.gap, isFree(cells[place], after: cells[end - 1]) {
                if cells[place] != old[place] { end = place + 1 }
                place += 1
            }
            move(&pen, to: row, column: from - start)
            pen.draw(cells[from..<end])
            next = end
        }
    }

    /// Whether a cell can be drawn in the colours of another one, or has to be drawn anyway.
    private func isFree(_ cell: ArtCell, after other: ArtCell) -> Bool {
        cell.foreground == other.foreground && cell.background == other.background
    }
}
