import Domain

/// A line of the screen: pieces of text, each in a style, clipped to the screen.
struct StyledLine {
    enum Style {
        case plain, strong, faint, good, careful, bad
        /// Foreground and background swapped.
        case selected

        /// The escape sequence that starts the style; `nil` for the terminal's default colour.
        fileprivate var order: TerminalText? {
            switch self {
            case .plain: nil
            case .strong: TerminalText(order: "\u{1B}[1m")
            case .faint: TerminalText(order: "\u{1B}[2m")
            case .good: TerminalText(order: "\u{1B}[32m")
            case .careful: TerminalText(order: "\u{1B}[33m")
            case .bad: TerminalText(order: "\u{1B}[31m")
            case .selected: TerminalText(order: "\u{1B}[7m")
            }
        }
    }

    private var pieces: [(text: String, style: Style)] = []
    /// In cells.
    private(set) var width = 0

    init() {}

    init(_ text: String, _ style: Style = .plain) {
        add(text, style)
    }

    mutating func add(_ text: String, _ style: Style = .plain) {
        let text = TerminalText.line(text)
        pieces.append((text, style))
        width += CellText.width(of: text)
    }

    /// Adds text in a column of `column` cells, followed by a gap.
    mutating func add(_ text: String, _ style: Style = .plain, column: Int) {
        let cut = CellText.shortened(TerminalText.line(text), column)
        add(cut, style)
        add(String(repeating: " ", count: column - CellText.width(of: cut) + 2))
    }

    /// Pads the line with spaces to `columns` cells.
    mutating func pad(to columns: Int) {
        if width < columns { add(String(repeating: " ", count: columns - width)) }
    }

    /// The line clipped to `columns` cells, ending with a mark if something is missing.
    func cut(to columns: Int) -> StyledLine {
        guard width > columns else { return self }
        var line = StyledLine()
        for (text, style) in pieces where line.width < columns - 1 {
            line.add(CellText.cut(text, columns - 1 - line.width).text, style)
        }
        if columns > 0 { line.add("…") }
        return line
    }

    /// Renders the line in at most `columns` cells, with terminal colours if `isColored`.
    func drawn(_ columns: Int, isColored: Bool) -> TerminalText {
        cut(to: columns).pieces.reduce(into: TerminalText("")) { drawn, piece in
            let text = TerminalText(piece.text)
            guard isColored, let order = piece.style.order else { return drawn += text }
            drawn += order + text + TerminalText(order: "\u{1B}[0m")
        }
    }
}

/// The lines now on the terminal; only changed ones are redrawn.
struct ScreenRenderer {
    private static let clearsScreen = TerminalText(order: "\u{1B}[2J")
    private static let clearsLine = TerminalText(order: "\u{1B}[K")
    private static let clearsBelow = TerminalText(order: "\u{1B}[J")

    private var lines: [TerminalText]?

    mutating func show(_ next: [TerminalText]) throws(CommandFailure) {
        var order = lines == nil ? Self.clearsScreen : TerminalText("")
        for (row, line) in next.enumerated() where lines?.indices.contains(row) != true || lines?[row] != line {
            order += TerminalText.row(row + 1) + line + Self.clearsLine
        }
        if let old = lines, old.count > next.count { order += TerminalText.row(next.count + 1) + Self.clearsBelow }
        lines = next
        if !order.text.isEmpty { try CommandOutput.standard(order) }
    }
}
