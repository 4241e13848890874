internal import CSystem
package import Domain
internal import Glibc

/// The colour that a terminal has behind its text.
package enum TerminalBackground {
    /// Asks the terminal on standard input, which must be the one on standard output too (OSC 11). A terminal that
    /// doesn't know the question says so by answering the next one, what it is; one that answers neither costs a tenth
    /// of a second.
    package static func ask() -> RGB? {
        guard isatty(0) == 1, isatty(1) == 1 else { return nil }
        var answer = [UInt8](repeating: 0, count: 256)
        let count = unsafe csys_ask_terminal(0, "\u{1B}]11;?\u{1B}\\\u{1B}[c", &answer, 256, 100)
        return count > 0 ? read(answer.prefix(Int(count))) : nil
    }

    /// Reads `ESC ] 11 ; rgb:RRRR/GGGG/BBBB` out of an answer; each part has one to four hexadecimal digits. `nil` when
    /// there is no such thing.
    package static func read(_ answer: some Sequence<UInt8>) -> RGB? {
        let text = String(decoding: Array(answer), as: UTF8.self)
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
}
