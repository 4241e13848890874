import Domain
import PlatformSystem
import Words

/// How lines for people are made: in which language, and how wide they may be.
struct Sheet {
    let words: Wording
    /// In cells; `nil` where nothing ends a line, as in a pipe.
    let width: Int?
    /// How a moment is written, from milliseconds since 1970.
    var time: (Int64) -> String = { LocalTime(milliseconds: $0).description }

    /// For what is printed to standard output.
    static var standard: Sheet {
        let size = StandardStream.output.isTerminal ? TerminalSize(of: .output) : nil
        return Sheet(words: .terminal, width: size.map { max(20, $0.columns) })
    }

    /// Sentences on as many lines as they take.
    func paragraph(_ text: String) -> [String] {
        let text = TerminalText.line(text)
        return width.map { CellText.wrapped(text, $0) } ?? [text]
    }

    /// A sentence on as many lines as it takes, all but the first set in.
    func sentence(_ text: String) -> [String] {
        let text = TerminalText.line(text)
        guard let width else { return [text] }
        let lines = CellText.wrapped(text, width)
        guard lines.count > 1, let first = lines.first else { return lines }
        let rest = String(text.dropFirst(first.count).drop { $0 == " " })
        return [first] + CellText.wrapped(rest, width - 2).map { "  " + $0 }
    }

    /// A line of a list, whose second column goes on under itself.
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

    /// Where the second column begins, in scalars; 0 where there is none.
    private static func indent(of line: String) -> Int {
        let scalars = Array(line.unicodeScalars)
        guard let start = scalars.firstIndex(where: { $0 != " " }) else { return 0 }
        for place in start..<max(start, scalars.count - 2) where scalars[place] == " " && scalars[place + 1] == " " {
            return scalars[place...].firstIndex { $0 != " " } ?? 0
        }
        return 0
    }
}
