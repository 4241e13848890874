internal import CSystem
internal import Domain
internal import Glibc

/// The terminal, taken over: keys come as they are pressed, and a screen of its own is drawn on. All is as it was before
/// once this ends. One at a time.
package struct TerminalScreen: ~Copyable {
    package enum Event: Equatable, Sendable {
        /// Its first byte.
        case key(UInt8)
        /// The terminal has another size, or shows something else by now: all is drawn anew.
        case redraw
        /// Somebody ended the program, or the terminal is gone.
        case ended
        /// Somebody wants the program to end at once and leave a core: the terminal has to be given back first.
        case quit
        case nothing
    }

    /// The alternate screen without a cursor, and back.
    private static let enter = TerminalText(order: "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
    private static let leave = TerminalText(order: "\u{1B}[?25h\u{1B}[?1049l")

    /// Throws the errno where standard input is no terminal, or another screen is open.
    package init() throws(TerminalFailure) {
        let code = csys_screen_open()
        guard code == 0 else { throw TerminalFailure(code: -code) }
        try? StandardStream.output.write(Self.enter)
    }

    deinit {
        try? StandardStream.output.write(Self.leave)
        csys_screen_close()
    }

    /// Blocks until something happens, at most so long. A stop by the terminal's key is obeyed here.
    package func next(within milliseconds: Int32) -> Event {
        switch csys_screen_wait(milliseconds) {
        case 0: .nothing
        case -SIGWINCH: .redraw
        case -SIGCONT: resumed()
        case 26: stopped()
        case 28, -SIGQUIT: .quit
        case let key where key > 0: .key(UInt8(truncatingIfNeeded: key))
        default: .ended
        }
    }

    /// Ctrl-Z: the shell gets its terminal back until it lets this go on.
    private func stopped() -> Event {
        try? StandardStream.output.write(Self.leave)
        csys_screen_cooked()
        kill(0, SIGTSTP)
        // It is the process that is stopped, by whichever thread takes the signal: this one may run on for a moment. That
        // it goes on is told as a signal; where nobody stops us, the pause ends by itself.
        _ = csys_screen_wait(1_000)
        return resumed()
    }

    private func resumed() -> Event {
        // A shell may have let it go on behind another program.
        guard csys_screen_await() == 0 else { return .ended }
        csys_screen_raw()
        try? StandardStream.output.write(Self.enter)
        return .redraw
    }
}
