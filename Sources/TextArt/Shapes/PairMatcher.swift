internal import Domain

/// Makes art of shapes in free colours where some take two cells: each pair of cells holds one of these, or two narrow
/// ones, whichever explains more of the pair. An odd last cell holds a narrow one.
struct PairMatcher {
    private let narrow: ShapeMatcher
    private let wide: ShapeMatcher
    /// Whether narrow ones may stand anywhere, and not only where nothing else fits.
    private let hasNarrow: Bool

    /// - Precondition: there is a wide one.
    init(_ symbols: [Symbol]) {
        let one = symbols.filter { $0.cells == 1 }
        hasNarrow = !one.isEmpty
        narrow = ShapeMatcher(one.isEmpty ? [Symbol(estimated: .blank)] : one)
        wide = ShapeMatcher(symbols.filter { $0.cells == 2 })
    }

    func cells(_ grid: SampleGrid) -> [ArtCell] {
        var cells: [ArtCell] = []
        cells.reserveCapacity(grid.columns * grid.rows)
        var benches = (narrow: narrow.bench, wide: wide.bench)
        for row in 0..<grid.rows {
            for column in stride(from: 0, to: grid.columns, by: 2) {
                if column + 1 < grid.columns {
                    cells += pair(&benches, grid, column, row)
                } else {
                    benches.narrow.load(grid, column: column, row: row)
                    cells.append(narrow.match(&benches.narrow).cell)
                }
            }
        }
        return cells
    }

    private func pair(
        _ benches: inout (narrow: ShapeBench, wide: ShapeBench), _ grid: SampleGrid, _ column: Int, _ row: Int
    ) -> [ArtCell] {
        benches.wide.load(grid, column: column, row: row)
        let both = wide.match(&benches.wide)
        let pair = [both.cell, ArtCell(nil, foreground: both.cell.foreground, background: both.cell.background)]
        guard hasNarrow else { return pair }
        benches.narrow.load(grid, column: column, row: row)
        let (left, leftMean) = (narrow.match(&benches.narrow), benches.narrow.means)
        benches.narrow.load(grid, column: column + 1, row: row)
        let right = narrow.match(&benches.narrow)
        let step = leftMean - benches.narrow.means
        // Two cells explain the difference of their means too.
        let weights = SIMD3(ShapeMatcher.weights[0], ShapeMatcher.weights[1], ShapeMatcher.weights[2])
        let between = (step * step * weights).sum() * Float(ShapeBench.pixels) / 2
        let isNarrow = left.gain + right.gain + between > both.gain || both.gain == 0
        return isNarrow ? [left.cell, right.cell] : pair
    }
}
