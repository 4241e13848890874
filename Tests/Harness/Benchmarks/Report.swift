import Domain
import Glibc
import PlatformSystem

/// What a benchmark says.
enum Report {
    /// One line on standard output.
    static func line(_ text: String) {
        try? StandardStream.output.write(TerminalText(text + "\n"))
    }

    /// A number with two digits after its point; a dash for what is none.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        let hundredths = Int((value * 100).rounded())
        let digits = String(hundredths % 100)
        return "\(hundredths / 100)." + (digits.utf8.count < 2 ? "0" : "") + digits
    }

    static func fail(_ text: String, code: Int32) -> Never {
        try? StandardStream.error.write(TerminalText(text))
        exit(code)
    }
}
