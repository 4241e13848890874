import PlatformSystem

/// The cells of a grid of small art.
struct GridLayout: Equatable {
    /// Cells side by side.
    let across: Int
    /// Rows of cells on the screen.
    let down: Int
    /// The size of a cell's art.
    let art: TerminalSize

    /// Cells on the screen.
    var count: Int { across * down }
    /// Blank columns between cells.
    static let gap = 2

    /// The size of art at which cells are aimed; they grow to fill the screen.
    private static let aim = TerminalSize(columns: 24, rows: 10)
    /// The narrowest art that the service renders.
    static let narrowest = 10

    /// Fits a screen whose last line and last column stay free. Below its art each cell has a line for its name, and
    /// rows of cells are separated by a blank line.
    init(screen: TerminalSize) {
        let lines = max(3, screen.rows)
        let down = max(1, lines / (Self.aim.rows + 2))
        self.init(columns: screen.columns - 1, down: down, rows: lines / down - 2)
    }

    /// Fits lines of a width.
    init(columns: Int) {
        self.init(columns: columns, down: 1, rows: Self.aim.rows)
    }

    private init(columns: Int, down: Int, rows: Int) {
        across = max(1, (columns + Self.gap) / (Self.aim.columns + Self.gap))
        self.down = down
        art = TerminalSize(
            columns: max(Self.narrowest, (columns + Self.gap) / across - Self.gap), rows: max(1, rows))
    }
}
