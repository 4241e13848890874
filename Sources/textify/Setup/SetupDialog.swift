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
        try say(question + ": ")
        let line = HiddenLine.read()
        try say("\n")
        guard let line else { throw cancelled }
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
