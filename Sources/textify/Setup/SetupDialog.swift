import Domain
import Glibc
import PlatformSystem
import Words

/// Asks questions at the terminal, on standard error.
struct SetupDialog {
    let words: Wording

    static var isPossible: Bool { isatty(0) == 1 && StandardStream.error.isTerminal }

    /// Returns the answer, or `standard` for an empty line.
    func ask(_ question: String, standard: String) throws(CommandFailure) -> String {
        try say(question + (standard.isEmpty ? ": " : " [\(FileName(standard).shown)]: "))
        guard let line = readLine() else { throw cancelled }
        return line.isEmpty ? standard : line
    }

    /// Returns what is typed, which the terminal doesn't show.
    func secret(_ question: String) throws(CommandFailure) -> [UInt8] {
        // Hidden before the question is shown, so that nothing typed in answer to it can appear.
        var modes = termios()
        let isTerminal = tcgetattr(0, &modes) == 0
        var hidden = modes
        // Without signals Ctrl-C is a character, so that the terminal is always restored.
        hidden.c_lflag &= ~tcflag_t(ECHO | ISIG)
        if isTerminal { tcsetattr(0, TCSAFLUSH, &hidden) }
        defer { if isTerminal { tcsetattr(0, TCSADRAIN, &modes) } }
        try say(question + ": ")
        let line = Self.line()
        try say("\n")
        guard let line else { throw cancelled }
        return line
    }

    /// The longest line, in bytes.
    private static let longest = 64 << 10
    /// Ctrl-C.
    private static let interrupt: UInt8 = 3

    /// A line of standard input; `nil` at its end or after Ctrl-C.
    private static func line() -> [UInt8]? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < longest {
            let count = read(0, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1, byte != interrupt else { return nil }
            if byte == UInt8(ascii: "\n") { return line }
            line.append(byte)
        }
        return line
    }

    /// Throws unless the answer is yes.
    func confirm(_ question: String) throws(CommandFailure) {
        try say(question + " [y/N] ")
        guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else { throw cancelled }
    }

    func say(_ text: String) throws(CommandFailure) {
        do throws(StreamFailure) { try StandardStream.error.write(TerminalText(text)) } catch { throw .readerLeft }
    }

    private var cancelled: CommandFailure { CommandFailure(exit: .tryAgain, text: "setup: " + words.setupCancelled) }
}
