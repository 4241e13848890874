internal import Domain

/// Neighbours whose ink is one colour.
struct InkRun {
    let column: Int
    let ink: RGB?
    private(set) var scalars: [Unicode.Scalar]
    /// Across, with the right halves of wide characters.
    private(set) var width: Int

    /// The runs of a row, each from its first mark to its last. Blanks between two marks of one colour belong to their
    /// run; `isLeftOut` cells end one.
    static func runs(of cells: ArraySlice<ArtCell>, without isLeftOut: (ArtCell) -> Bool) -> [InkRun] {
        var runs: [InkRun] = []
        var isOpen = false
        var gap = 0
        for (column, cell) in cells.enumerated() where cell.scalar != nil {
            if isLeftOut(cell) {
                isOpen = false
            } else if cell.isBlank {
                gap += cell.cells
            } else if isOpen, let last = runs.indices.last, runs[last].ink == cell.foreground {
                runs[last].append(cell, after: gap)
                gap = 0
            } else {
                runs.append(InkRun(column: column, cell))
                (isOpen, gap) = (true, 0)
            }
        }
        return runs
    }

    private init(column: Int, _ cell: ArtCell) {
        self.column = column
        ink = cell.foreground
        scalars = cell.scalars
        width = cell.cells
    }

    private mutating func append(_ cell: ArtCell, after blanks: Int) {
        scalars += Array(repeating: " ", count: blanks) + cell.scalars
        width += blanks + cell.cells
    }
}
