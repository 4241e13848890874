import Domain

/// The lines now on the terminal; only changed ones are redrawn.
struct ShownLines {
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
