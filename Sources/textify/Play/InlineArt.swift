import Domain
import PlatformSystem

/// A place for moving art between the lines of a shell: below what is there, without scrolling while it moves.
///
/// The cursor is at the top left of the art before and after each frame. At the end it is below the art.
struct InlineArt {
    /// The rows that fit the terminal, with one more for the cursor below.
    let rows: Int

    init(rows: Int, in size: TerminalSize?) {
        self.rows = max(1, min(rows, size.map { $0.rows - 1 } ?? rows))
    }

    /// Makes room by line feeds, which scroll at the bottom of the screen, and goes back up.
    var modes: ScreenModes {
        let down = TerminalText(order: "\r\n")
        let up = TerminalText(order: "\u{1B}[A")
        var (enter, leave) = (TerminalText(order: "\u{1B}[?25l\r"), TerminalFilter.restoring)
        for _ in 0..<rows { enter += down }
        for _ in 0..<rows { enter += up }
        for _ in 0..<rows { leave += TerminalText(order: "\u{1B}[B") }
        return ScreenModes(enter: enter, leave: leave + TerminalText(order: "\r"))
    }

    /// A complete picture from what `ANSIWriter` writes: rows that end in line feeds.
    func picture(_ art: [UInt8], due: Double) -> PlayedFrame {
        let lines = art.split(separator: 10, omittingEmptySubsequences: false).prefix(rows)
        // Erased behind the text, so that no empty row is seen before.
        let text = lines.joined(separator: Array("\u{1B}[K\r\n".utf8))
        let up = lines.count > 1 ? "\u{1B}[\(lines.count - 1)A" : ""
        return PlayedFrame(bytes: Array(text) + Array("\u{1B}[K\r\(up)".utf8), due: due, isKey: true)
    }
}
