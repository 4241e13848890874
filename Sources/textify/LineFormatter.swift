import Domain
import PlatformSystem
import Words

/// The language and the width of printed lines.
struct LineFormatter {
    let words: Wording
    /// In cells; `nil` for unlimited, as in a pipe.
    let width: Int?
    /// Formats a moment.
    var time: (UTCMillis) -> String = { LocalTime($0).description }

    /// The formatter for standard output.
    static var standard: LineFormatter {
        let size = StandardStream.output.isTerminal ? TerminalSize(of: .output) : nil
        return LineFormatter(words: .terminal, width: size.map { max(20, $0.columns) })
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

/// A table for people: columns as wide as their widest cell, separated by two spaces, without trailing spaces.
struct TextTable {
    /// Columns are not shrunk below this width.
    private static let narrowest = 6

    private let rows: [[String]]
    private let widths: [Int]

    init(_ rows: [[String]]) {
        self.rows = rows
        let count = rows.map(\.count).max() ?? 0
        widths = (0..<count).map { column in
            rows.map { column < $0.count ? CellText.width(of: $0[column]) : 0 }.max() ?? 0
        }
    }

    /// Formats the rows. If they don't fit, the widest column that is not `rigid` is shrunk first, and cut cells end
    /// with a mark. With `wraps` the last column is wrapped instead.
    func lines(within width: Int?, wraps: Bool = false, rigid: Set<Int> = []) -> [String] {
        let columns = width.map { fitting($0, rigid) } ?? widths
        return rows.flatMap { row in
            wraps ? wrapped(row, columns, width) : [cut(row, columns)]
        }
    }

    private func fitting(_ width: Int, _ rigid: Set<Int>) -> [Int] {
        var columns = widths
        while columns.reduce(0, +) + 2 * max(0, columns.count - 1) > width {
            let soft = columns.indices.filter { !rigid.contains($0) && columns[$0] > Self.narrowest }
            guard let widest = soft.max(by: { columns[$0] < columns[$1] }) else { break }
            columns[widest] -= 1
        }
        return columns
    }

    private func cut(_ row: [String], _ columns: [Int]) -> String {
        let cells = zip(row, columns).map { cell, width in
            CellText.padded(CellText.shortened(cell, width), to: width)
        }
        return cells.joined(separator: "  ").trimmingEnd
    }

    private func wrapped(_ row: [String], _ columns: [Int], _ width: Int?) -> [String] {
        guard let width, let last = row.last, row.count == columns.count, row.count > 1 else {
            return [cut(row, columns)]
        }
        let head =
            row.dropLast().enumerated().map { CellText.padded($1, to: widths[$0]) }.joined(separator: "  ") + "  "
        let indent = CellText.width(of: head)
        guard indent < width - 16 else { return [cut(row, columns)] }
        let lines = CellText.wrapped(last, width - indent)
        let blank = String(repeating: " ", count: indent)
        return lines.enumerated().map { (($0 == 0 ? head : blank) + $1).trimmingEnd }
    }
}

/// Measures, cuts and wraps text by terminal cells; a Korean character takes two.
enum CellText {
    static func width(of text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { $0 + TerminalCells.count($1) }
    }

    /// The longest prefix that fits into `columns` cells, with its width.
    static func cut(_ text: some StringProtocol, _ columns: Int) -> (text: String, width: Int) {
        var width = 0
        var cut = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let cells = TerminalCells.count(scalar)
            if width + cells > columns { break }
            width += cells
            cut.append(scalar)
        }
        return (String(cut), width)
    }

    /// Like `cut`, but ending with a mark if something is missing.
    static func shortened(_ text: String, _ columns: Int) -> String {
        guard width(of: text) > columns else { return text }
        return cut(text, max(0, columns - 1)).text.trimmingEnd + "…"
    }

    /// Wraps text between words; a word that is longer than a line is broken at the end of the line.
    static func wrapped(_ text: String, _ columns: Int) -> [String] {
        let columns = max(2, columns)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            var rest = String(word)
            if line.isEmpty {
                line = ""
            } else if width(of: line) + 1 + width(of: rest) <= columns {
                line += " " + rest
                continue
            } else {
                lines.append(line)
            }
            while width(of: rest) > columns {
                let (head, _) = cut(rest, columns)
                lines.append(head)
                rest = String(rest.unicodeScalars.dropFirst(head.unicodeScalars.count))
            }
            line = rest
        }
        return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
    }

    static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - width(of: text)))
    }
}

extension String {
    /// The string without trailing spaces.
    var trimmingEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
