import Domain
import PlatformSystem
import Words

/// The language and the width of printed lines.
struct Sheet {
    let words: Wording
    /// In cells; `nil` for unlimited, as in a pipe.
    let width: Int?
    /// Formats a moment given in milliseconds since 1970.
    var time: (Int64) -> String = { LocalTime(milliseconds: $0).description }

    /// The sheet for standard output.
    static var standard: Sheet {
        let size = StandardStream.output.isTerminal ? TerminalSize(of: .output) : nil
        return Sheet(words: .terminal, width: size.map { max(20, $0.columns) })
    }

    /// Wraps sentences.
    func paragraph(_ text: String) -> [String] {
        let text = TerminalText.line(text)
        return width.map { CellText.wrapped(text, $0) } ?? [text]
    }

    /// Wraps a sentence, with all lines but the first indented.
    func sentence(_ text: String) -> [String] {
        let text = TerminalText.line(text)
        guard let width else { return [text] }
        let lines = CellText.wrapped(text, width)
        guard lines.count > 1, let first = lines.first else { return lines }
        let rest = String(text.dropFirst(first.count).drop { $0 == " " })
        return [first] + CellText.wrapped(rest, width - 2).map { "  " + $0 }
    }

    /// Wraps a line of a two-column list; the second column continues below itself.
    func hanging(_ line: String) -> [String] {
        let line = TerminalText.line(line)
        guard let width, CellText.width(of: line) > width else { return [line] }
        let indent = Self.indent(of: line)
        guard indent > 0, indent < width - 16 else { return sentence(line) }
        let head = String(line.unicodeScalars.prefix(indent))
        let text = String(line.unicodeScalars.dropFirst(indent))
        let blank = String(repeating: " ", count: CellText.width(of: head))
        let lines = CellText.wrapped(text, width - CellText.width(of: head))
        return lines.enumerated().map { ($0 == 0 ? head : blank) + $1 }
    }

    func table(_ rows: [[String]], wraps: Bool = false, rigid: Set<Int> = []) -> [String] {
        TextTable(rows.map { $0.map(TerminalText.line) }).lines(within: width, wraps: wraps, rigid: rigid)
    }

    /// The index of the scalar where the second column starts; 0 if there is none.
    private static func indent(of line: String) -> Int {
        let scalars = Array(line.unicodeScalars)
        guard let start = scalars.firstIndex(where: { $0 != " " }) else { return 0 }
        for place in start..<max(start, scalars.count - 2) where scalars[place] == " " && scalars[place + 1] == " " {
            return scalars[place...].firstIndex { $0 != " " } ?? 0
        }
        return 0
    }
}
