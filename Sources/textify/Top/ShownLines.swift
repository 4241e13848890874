/// What stands on the terminal: only what changes is drawn.
struct ShownLines {
    private var lines: [String]?

    mutating func show(_ next: [String]) throws(CommandFailure) {
        var order = lines == nil ? "\u{1B}[2J" : ""
        for (row, line) in next.enumerated() where lines?.indices.contains(row) != true || lines?[row] != line {
            order += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
        }
        if let old = lines, old.count > next.count { order += "\u{1B}[\(next.count + 1);1H\u{1B}[J" }
        lines = next
        if !order.isEmpty { try CommandOutput.standard(order) }
    }
}
