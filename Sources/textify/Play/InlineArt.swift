import Domain
import PlatformSystem

/// A place for moving art between the lines of a shell: below what is there, without scrolling while it moves.
///
/// The cursor is at the top left of the art before and after each frame. At the end it is below the art.
struct InlineArt {
    /// The height of the art, which fits the terminal, with one more row for the cursor below.
    let rows: Int

    /// Makes room by line feeds, which scroll at the bottom of the screen, and goes back up.
    var modes: ScreenModes {
        let room = Self.times(rows, TerminalText(order: "\r\n"))
        return ScreenModes(
            enter: TerminalText(order: "\u{1B}[?25l") + room + up,
            leave: TerminalFilter.restoring + Self.times(rows, TerminalText(order: "\u{1B}[B")) + Self.home)
    }

    /// Back to where the art began, which is erased. Sent after `modes.leave`.
    var erasing: TerminalText { up + Self.home + TerminalText(order: "\u{1B}[J") }

    private static let home = TerminalText(order: "\r")
    private var up: TerminalText { Self.times(rows, TerminalText(order: "\u{1B}[A")) }

    private static func times(_ count: Int, _ order: TerminalText) -> TerminalText {
        (0..<count).reduce(TerminalText("")) { all, _ in all + order }
    }
}
