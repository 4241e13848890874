internal import CSystem

/// How much a terminal shows.
package struct TerminalSize: Equatable, Sendable {
    package let columns: Int
    package let rows: Int
    /// A cell's width over its height; `nil` where the terminal doesn't tell its pixels.
    package let cellAspect: Double?

    package init(columns: Int, rows: Int, cellAspect: Double? = nil) {
        self.columns = columns
        self.rows = rows
        self.cellAspect = cellAspect
    }

    /// Of the terminal behind a stream; `nil` when there is none, or when it says nothing of use.
    package init?(of stream: StandardStream) {
        var (columns, rows, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard unsafe csys_terminal_size(stream.rawValue, &columns, &rows, &width, &height) == 0, columns > 0, rows > 0
        else { return nil }
        let cell = (across: Double(width) / Double(columns), down: Double(height) / Double(rows))
        self.init(
            columns: Int(columns), rows: Int(rows), cellAspect: width > 0 && height > 0 ? cell.across / cell.down : nil)
    }
}
