package import Domain

/// Text art for Discord: code blocks, separated by empty lines, each short enough for one message. Their contents can
/// neither close a block nor mention anyone.
package enum DiscordWriter {
    /// `split` is the maximum length of a message in UTF-16 units, including its fences. With colours the blocks are of
    /// type `ansi`, in the eight inks and papers that Discord shows.
    package static func bytes(
        of grid: ArtGrid, caption: ArtCaption = ArtCaption(), isColored: Bool = false, split: Int = 2_000
    ) -> [UInt8] {
        let codes = isColored ? SGRCodes.discord : SGRCodes(.none)
        let fence = isColored ? "```ansi\n" : "```\n"
        let room = max(1, split - fence.utf8.count - 3)
        let art = codes.limited(grid)
        var lines = (0..<art.rows).map { line(art.row($0), codes, room) }
        if let credit = caption.credit { lines.append(Array((harmless(credit, room - 1) + "\n").utf8)) }
        let messages = DiscordWriter.messages(lines, room).map { Array(fence.utf8) + $0 + Array("```\n".utf8) }
        return Array(messages.joined(separator: [10]))
    }

    private static func line(_ cells: ArraySlice<ArtCell>, _ codes: SGRCodes, _ room: Int) -> [UInt8] {
        RowBudget.fit(cells, room, length: units) { cells in
            var pen = ANSIPen(codes)
            pen.drawLine(cells.map(DiscordWriter.harmless)[...])
            return pen.out
        }
    }

    /// Groups whole lines into messages, as many as fit.
    private static func messages(_ lines: [[UInt8]], _ room: Int) -> [[UInt8]] {
        var messages: [[UInt8]] = [[]]
        var used = 0
        for line in lines {
            let length = units(line)
            if used > 0, used + length > room {
                messages.append([])
                used = 0
            }
            messages[messages.count - 1] += line
            used += length
        }
        return messages
    }

    private static func harmless(_ cell: ArtCell) -> ArtCell {
        var cell = cell
        if cell.scalar == "`" { cell.scalar = "'" }
        return cell
    }

    private static func harmless(_ text: String, _ room: Int) -> String {
        // Replaces scalars, not characters: a backtick followed by a combining mark must be found too.
        var line = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "`" ? "'" : $0 }))
        while line.utf16.count > room { line.removeLast() }
        return line
    }

    private static func units(_ bytes: [UInt8]) -> Int { String(decoding: bytes, as: UTF8.self).utf16.count }
}
