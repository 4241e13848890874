internal import CSystem
package import Domain
internal import Glibc

/// What a terminal is switched to for a program's screen, and back.
package struct ScreenModes: Equatable, Sendable {
    package let enter: TerminalText
    package let leave: TerminalText

    package init(enter: TerminalText, leave: TerminalText) {
        self.enter = enter
        self.leave = leave
    }

    /// The alternate screen, without a cursor.
    package static let screen = ScreenModes(
        enter: TerminalText(order: "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"),
        leave: TerminalText(order: "\u{1B}[?25h\u{1B}[?1049l"))

    /// The alternate screen for a recording, which may change all that the filter passes.
    package static let recording = ScreenModes(
        enter: TerminalText(order: "\u{1B}[?1049h\u{1B}[2J\u{1B}[H"),
        leave: TerminalFilter.restoring + TerminalText(order: "\u{1B}[?1049l"))

    /// A recording that is shown below what is on the screen.
    package static let inlineRecording = ScreenModes(enter: TerminalText(""), leave: TerminalFilter.restoring)
}

/// The terminal in raw mode, on the alternate screen by default. The previous modes and screen are restored at the end of
/// this value's lifetime. Only one can exist at a time.
package struct TerminalScreen: ~Copyable {
    package enum Event: Equatable, Sendable {
        case keys([TerminalKey])
        /// The terminal was resized or overwritten; the screen must be redrawn.
        case redraw
        /// The program received SIGTERM, SIGINT or SIGHUP, or the terminal is gone.
        case ended
        /// Ctrl-\ or SIGQUIT: the program should end at once with a core file, after restoring the terminal.
        case quit
        case nothing
    }

    private let modes: ScreenModes
    /// `nil` if the keys are read from standard input.
    private let keyboard: FileDescriptor?

    /// Throws the errno if standard input is not a terminal or another screen is open. With `anyKeyboard`, the process's
    /// terminal is used if standard input is none.
    package init(_ modes: ScreenModes = .screen, anyKeyboard: Bool = false) throws(TerminalFailure) {
        var opened: Int32 = -1
        if anyKeyboard, isatty(0) == 0 { opened = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY) }
        let code = csys_screen_open(max(0, opened))
        guard code == 0 else {
            if opened >= 0 { close(opened) }
            throw TerminalFailure(code: Errno(-code))
        }
        self.modes = modes
        keyboard = opened >= 0 ? FileDescriptor(adopting: opened) : nil
        try? StandardStream.output.write(modes.enter)
    }

    deinit {
        try? StandardStream.output.write(modes.leave)
        csys_screen_close()
    }

    /// Waits at most `milliseconds` (-1 for no limit) for an event, or until the descriptor `input` is readable. Ctrl-Z
    /// suspends the process here.
    package func next(within milliseconds: Int32, orInput input: Int32 = -1) -> Event {
        var bytes = [UInt8](repeating: 0, count: 64)
        switch unsafe csys_screen_wait(milliseconds, input, &bytes, 64) {
        case 0: return .nothing
        case -SIGWINCH: return .redraw
        case -SIGCONT: return resumed()
        case -SIGQUIT: return .quit
        case let count where count > 0:
            let typed = bytes.prefix(Int(count))
            if typed.contains(Self.suspend) { return stopped() }
            return typed.contains(Self.quit) ? .quit : .keys(TerminalKey.keys(in: typed))
        default: return .ended
        }
    }

    /// Ctrl-Z and Ctrl-\.
    private static let (suspend, quit): (UInt8, UInt8) = (26, 28)

    /// Suspends the process (Ctrl-Z) with the terminal restored, until the shell continues it.
    private func stopped() -> Event {
        try? StandardStream.output.write(modes.leave)
        csys_screen_cooked()
        kill(0, SIGTSTP)
        // SIGTSTP stops the whole process through whichever thread receives it, so this thread may run on for a moment.
        // Continuing arrives as a signal (SIGCONT); if nothing stops the process, the wait times out.
        var ignored: UInt8 = 0
        _ = unsafe csys_screen_wait(1_000, -1, &ignored, 1)
        return resumed()
    }

    private func resumed() -> Event {
        // A shell may have continued the process in the background.
        guard csys_screen_await() == 0 else { return .ended }
        csys_screen_raw()
        try? StandardStream.output.write(modes.enter)
        return .redraw
    }
}

/// A key as a terminal in raw mode sends it.
package enum TerminalKey: Equatable, Sendable {
    case character(Unicode.Scalar)
    case up, down, left, right, pageUp, pageDown, home, end
    case enter, escape, backspace
    /// Ctrl-C or Ctrl-D.
    case interrupt

    /// Parses what was typed. Sequences of other keys are skipped.
    package static func keys(in bytes: some Collection<UInt8>) -> [TerminalKey] {
        var rest = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
        var keys: [TerminalKey] = []
        while let scalar = rest.popFirst() {
            switch scalar.value {
            case 0x1B where rest.first == "[" || rest.first == "O":
                rest = rest.dropFirst()
                let parameters = rest.prefix { !(0x40...0x7E).contains($0.value) }
                rest = rest.dropFirst(parameters.count)
                if let key = sequence(String(String.UnicodeScalarView(parameters)), rest.popFirst()) {
                    keys.append(key)
                }
            case 0x1B: keys.append(.escape)
            case 13, 10: keys.append(.enter)
            case 127, 8: keys.append(.backspace)
            case 3, 4: keys.append(.interrupt)
            case 0..<32: break
            default: keys.append(.character(scalar))
            }
        }
        return keys
    }

    private static func sequence(_ parameters: String, _ end: Unicode.Scalar?) -> TerminalKey? {
        switch (parameters, end) {
        case (_, "A"): .up
        case (_, "B"): .down
        case (_, "C"): .right
        case (_, "D"): .left
        case (_, "H"), ("1", "~"), ("7", "~"): .home
        case (_, "F"), ("4", "~"), ("8", "~"): .end
        case ("5", "~"): .pageUp
        case ("6", "~"): .pageDown
        default: nil
        }
    }
}

/// The terminal can't be put into raw mode.
package struct TerminalFailure: Error, Equatable, Sendable {
    package let code: Errno
}

/// The size of a terminal.
package struct TerminalSize: Equatable, Sendable {
    package let columns: Int
    package let rows: Int
    /// A cell's width divided by its height; `nil` if the terminal doesn't report its size in pixels.
    package let cellAspect: Double?

    package init(columns: Int, rows: Int, cellAspect: Double? = nil) {
        self.columns = columns
        self.rows = rows
        self.cellAspect = cellAspect
    }

    /// Reads the size of the terminal behind a stream. `nil` if there is none or it reports no size.
    package init?(of stream: StandardStream) {
        var (columns, rows, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard unsafe csys_terminal_size(stream.rawValue, &columns, &rows, &width, &height) == 0, columns > 0, rows > 0
        else { return nil }
        let cell = (across: Double(width) / Double(columns), down: Double(height) / Double(rows))
        self.init(
            columns: Int(columns), rows: Int(rows), cellAspect: width > 0 && height > 0 ? cell.across / cell.down : nil)
    }
}

/// The font of a Linux console. It has at most 512 glyphs, and distributions choose them: the kernel's own font has
/// half blocks, the ones that Debian loads don't.
package struct ConsoleFont: Equatable, Sendable {
    private let characters: Set<UInt16>

    package init(_ characters: some Sequence<UInt16>) { self.characters = Set(characters) }

    /// Asks the kernel. `nil` if the stream isn't a Linux console.
    package init?(of stream: StandardStream) {
        let room = 4_096
        var characters = [UInt16](repeating: 0, count: room)
        let count = unsafe csys_console_characters(stream.rawValue, &characters, Int32(room))
        guard count >= 0 else { return nil }
        self.init(characters.prefix(Int(count)))
    }

    /// Whether the font has all characters of the text.
    package func has(_ text: String) -> Bool { text.utf16.allSatisfy(characters.contains) }
}

/// The width of characters in a terminal.
package enum TerminalCells {
    /// The number of cells that a scalar occupies: 0, 1 or 2.
    package static func count(_ scalar: Unicode.Scalar) -> Int { Int(csys_cells(scalar.value)) }
}

/// A terminal's answers to questions about itself.
package struct TerminalReport: Equatable, Sendable {
    /// `nil` if the terminal doesn't report it (OSC 11).
    package let background: RGB?
    /// The terminal's name and version, such as `kitty(0.35.2)`; `nil` if it doesn't report them (XTVERSION).
    package let version: String?

    package init(background: RGB?, version: String? = nil) {
        self.background = background
        self.version = version
    }

    /// The longest time to wait for an answer, in milliseconds.
    private static let limit: Int32 = 200
    /// XTVERSION, OSC 11, and primary device attributes, which every terminal answers: once that answer is here, there
    /// is no need to wait for the others.
    private static let question = "\u{1B}[>q\u{1B}]11;?\u{1B}\\\u{1B}[c"

    /// Queries the terminal on standard input, which must also be the one on standard output, in one round trip. `nil`
    /// if there is none or the process is in the background.
    package static func query() -> TerminalReport? {
        guard isatty(0) == 1, isatty(1) == 1 else { return nil }
        var answer = [UInt8](repeating: 0, count: 512)
        let count = unsafe csys_query_terminal(0, question, &answer, 512, limit)
        return count >= 0 ? TerminalReport(answer: answer.prefix(Int(count))) : nil
    }

    /// Finds the answers in what a terminal sent.
    package init(answer: some Sequence<UInt8>) {
        let text = String(decoding: Array(answer), as: UTF8.self)
        self.init(background: Self.background(in: text), version: Self.version(in: text))
    }

    /// Parses `ESC ] 11 ; rgb:RRRR/GGGG/BBBB`; each component has one to four hexadecimal digits.
    private static func background(in text: String) -> RGB? {
        guard let start = text.firstRange(of: "]11;rgb:") else { return nil }
        let color = text[start.upperBound...].prefix { $0.isHexDigit || $0 == "/" }
        let parts = color.split(separator: "/", omittingEmptySubsequences: false).map(part)
        guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
        return RGB(red: red, green: green, blue: blue)
    }

    private static func part(_ digits: Substring) -> UInt8? {
        guard (1...4).contains(digits.count), let value = Int(digits, radix: 16) else { return nil }
        let most = (1 << (4 * digits.count)) - 1
        return UInt8((value * 255 + most / 2) / most)
    }

    /// Parses `ESC P > | TEXT ESC \`. Some terminals end it with BEL. An answer without an end is incomplete.
    private static func version(in text: String) -> String? {
        guard let start = text.firstRange(of: "\u{1B}P>|") else { return nil }
        let rest = text.unicodeScalars[start.upperBound...]
        guard let end = rest.firstIndex(where: { $0 == "\u{1B}" || $0 == "\u{7}" }), end > rest.startIndex else {
            return nil
        }
        return String(rest[..<end])
    }
}
