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
        for (column, cell) in cells.enumerated() {
            guard let scalar = cell.scalar else { continue }
            if isLeftOut(cell) {
                isOpen = false
            } else if cell.isBlank {
                gap += Glyph(scalar)?.cells ?? 1
            } else if isOpen, let last = runs.indices.last, runs[last].ink == cell.foreground {
                runs[last].append(scalar, after: gap)
                gap = 0
            } else {
                runs.append(InkRun(column: column, scalar, cell.foreground))
                (isOpen, gap) = (true, 0)
            }
        }
        return runs
    }

    private init(column: Int, _ scalar: Unicode.Scalar, _ ink: RGB?) {
        self.column = column
        self.ink = ink
        scalars = [scalar]
        width = Glyph(scalar)?.cells ?? 1
    }

    private mutating func append(_ scalar: Unicode.Scalar, after blanks: Int) {
        scalars += Array(repeating: " ", count: blanks) + [scalar]
        width += blanks + (Glyph(scalar)?.cells ?? 1)
    }
}
