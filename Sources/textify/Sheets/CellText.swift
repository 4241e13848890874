import PlatformSystem

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
