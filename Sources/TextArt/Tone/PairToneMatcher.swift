/// Makes art without colours of symbols of which some take two cells. As `ToneMatcher`, but pair by pair: each holds a
/// wide symbol or two narrow ones, whichever makes the whole nearer. An odd last cell holds a narrow one.
struct PairToneMatcher {
    private let table: TonePairs
    private let look: ToneLook
    private static let passes = 6

    init(_ table: TonePairs, look: ToneLook) {
        self.table = table
        self.look = look
    }

    /// One of the table's halves for each cell. `target` has the samples of `columns` by `rows` cells.
    func halves(columns: Int, rows: Int, target: [Float]) -> [Int] {
        var field = ToneField(columns: columns, rows: rows, target: target, table: table.halves, look: look)
        var chosen = [Int](repeating: -1, count: columns * rows)
        for _ in 0..<PairToneMatcher.passes {
            var changes = 0
            for row in 0..<rows {
                for column in stride(from: 0, to: columns, by: 2) {
                    let cells = row * columns + column..<row * columns + min(column + 2, columns)
                    let old = Array(chosen[cells])
                    for (part, half) in old.enumerated() where half >= 0 {
                        field.take(half, column: column + part, row: row)
                    }
                    let new = cells.count == 2 ? pair(&field, column, row) : [single(&field, column, row).glyph]
                    chosen.replaceSubrange(cells, with: new)
                    if new != old { changes += cells.count }
                }
            }
            if changes * 400 < columns * rows { break }
        }
        return chosen
    }

    /// The best of what may stand in a pair that is empty; it is put there.
    private func pair(_ field: inout ToneField, _ column: Int, _ row: Int) -> [Int] {
        let sums = field.lacks(column: column, row: row) + field.lacks(column: column + 1, row: row)
        let wide = table.cheapest(sums)
        guard table.hasNarrow else { return put(wide.wide, &field, column, row) }
        let left = single(&field, column, row)
        let right = single(&field, column + 1, row)
        if left.cost + right.cost < wide.cost { return [left.glyph, right.glyph] }
        field.take(left.glyph, column: column, row: row)
        field.take(right.glyph, column: column + 1, row: row)
        return put(wide.wide, &field, column, row)
    }

    private func put(_ wide: Int, _ field: inout ToneField, _ column: Int, _ row: Int) -> [Int] {
        let halves = [table.left(wide), table.right(wide)]
        for (part, half) in halves.enumerated() {
            field.put(half, column: column + part, row: row)
        }
        return halves
    }

    /// The best narrow one in a cell that is empty; it is put there. Narrow ones come first among the halves.
    private func single(_ field: inout ToneField, _ column: Int, _ row: Int) -> (glyph: Int, cost: Float) {
        var sums = [Int16](repeating: 0, count: ToneTable.samples)
        field.lacks(column: column, row: row, &sums)
        let glyph = table.narrow.cheapest(sums)
        let cost = table.narrow.cost(glyph, field.lacks(column: column, row: row))
        field.put(glyph, column: column, row: row)
        return (glyph, cost)
    }
}
