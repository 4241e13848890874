/// A line of a screen: pieces of text, each in a style, cut where the screen ends.
struct ScreenLine {
    enum Style: String {
        case plain = ""
        case strong = "1"
        case faint = "2"
        case good = "32"
        case careful = "33"
        case bad = "31"
    }

    private var pieces: [(text: String, style: Style)] = []
    /// In cells.
    private(set) var width = 0

    init() {}

    init(_ text: String, _ style: Style = .plain) {
        add(text, style)
    }

    mutating func add(_ text: String, _ style: Style = .plain) {
        pieces.append((text, style))
        width += CellText.width(of: text)
    }

    /// The same, in a column of so many cells and a gap behind it.
    mutating func add(_ text: String, _ style: Style = .plain, column: Int) {
        let cut = CellText.shortened(text, column)
        add(cut, style)
        add(String(repeating: " ", count: column - CellText.width(of: cut) + 2))
    }

    /// Fills up with spaces to so many cells.
    mutating func pad(to columns: Int) {
        if width < columns { add(String(repeating: " ", count: columns - width)) }
    }

    /// What of it fits into so many cells, with a mark where something is missing.
    func cut(to columns: Int) -> ScreenLine {
        guard width > columns else { return self }
        var line = ScreenLine()
        for (text, style) in pieces where line.width < columns - 1 {
            line.add(CellText.cut(text, columns - 1 - line.width).text, style)
        }
        if columns > 0 { line.add("…") }
        return line
    }

    /// With the terminal's own colours, where they are wanted; at most so many cells.
    func drawn(_ columns: Int, isColored: Bool) -> String {
        cut(to: columns).pieces.reduce(into: "") { drawn, piece in
            let isPlain = !isColored || piece.style == .plain
            drawn += isPlain ? piece.text : "\u{1B}[\(piece.style.rawValue)m\(piece.text)\u{1B}[0m"
        }
    }
}
