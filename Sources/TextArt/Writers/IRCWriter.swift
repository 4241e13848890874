package import Domain

/// Text art for IRC: a line a row with the colour codes of mIRC, `^C` and two digits each. No line is a command, none is
/// empty, and none is longer than 400 bytes where the art is at most `mostColumns` wide; colours are given up for that.
package enum IRCWriter {
    /// Bytes of one line; a server adds its own prefix and cuts at 512.
    package static var mostBytes: Int { 400 }
    /// So many characters of three bytes fit into a line.
    package static var mostColumns: Int { 130 }

    /// `colors` of 256 uses those that newer clients know; less than that, the sixteen of mIRC.
    package static func bytes(
        of grid: ArtGrid, caption: ArtCaption = ArtCaption(), colors: ArtColor = .sixteen
    ) -> [UInt8] {
        let table = colors == .palette ? PenTable.wideChat : .chat
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

    private static func line(_ cells: ArraySlice<ArtCell>, _ table: PenTable) -> [UInt8] {
        RowBudget.fit(cells, mostBytes, length: \.count) { cells in
            var pen = IRCPen(table)
            for cell in cells[...].upToLastMark { pen.draw(cell) }
            return spoken(pen.out)
        }
    }

    /// An empty line can't be sent, and one that opens with a slash is a command: the first gets a space that counts as
    /// a mark, the second a reset of colours that shows nothing.
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
