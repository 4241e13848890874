/// Makes art without colours: the characters whose picture, blurred, is nearest to the blurred picture.
///
/// Each cell is chosen with regard to its neighbours, again and again while that makes the whole nearer (iterated
/// conditional modes, Besag 1986): the error of one cell is made up for by those around it.
struct ToneMatcher {
    private let table: ToneTable
    private let look: ToneLook
    private static let passes = 6

    init(_ table: ToneTable, look: ToneLook) {
        self.table = table
        self.look = look
    }

    /// One glyph of the table for each cell. `target` has the samples of `columns` by `rows` cells; cells whose glyph is
    /// given in `fixed` keep it, and their neighbours make up for it.
    func glyphs(columns: Int, rows: Int, target: [Float], fixed: [Int?]? = nil) -> [Int] {
        var field = ToneField(columns: columns, rows: rows, target: target, table: table, look: look)
        var areas = look.leeway > 0 ? ToneAreas(columns: columns, rows: rows, target: target) : nil
        var chosen = [Int](repeating: -1, count: columns * rows)
        var changes = [Bool](repeating: true, count: columns * rows)
        var sums = [Int16](repeating: 0, count: ToneTable.samples)
        for pass in 0..<ToneMatcher.passes {
            var next = [Bool](repeating: false, count: columns * rows)
            var count = 0
            for row in 0..<rows {
                for column in 0..<columns {
                    let cell = row * columns + column
                    guard pass == 0 || isNear(changes, next, column, row, columns, rows) else { continue }
                    let old = chosen[cell]
                    let drift = look.leeway * (areas?.around(column: column, row: row) ?? 0)
                    let new = fixed?[cell] ?? best(field, column, row, old < 0 ? nil : old, drift, &sums)
                    guard new != old else { continue }
                    areas?.add((old < 0 ? 0 : table.inks[old]) - table.inks[new], column: column, row: row)
                    field.put(new, for: old < 0 ? nil : old, column: column, row: row)
                    chosen[cell] = new
                    next[cell] = true
                    count += 1
                }
            }
            changes = next
            if count * 400 < columns * rows { break }
        }
        return chosen
    }

    /// Whether a neighbour has changed since the cell was looked at.
    private func isNear(
        _ last: [Bool], _ now: [Bool], _ column: Int, _ row: Int, _ columns: Int, _ rows: Int
    ) -> Bool {
        for y in max(0, row - 1)...min(rows - 1, row + 1) {
            for x in max(0, column - 2)...min(columns - 1, column + 2)
            where last[y * columns + x] || now[y * columns + x] {
                return true
            }
        }
        return false
    }

    /// `drift` is what each sample may go on lacking; `sums` is room for one cell's samples, made once.
    private func best(
        _ field: ToneField, _ column: Int, _ row: Int, _ old: Int?, _ drift: Float, _ sums: inout [Int16]
    ) -> Int {
        field.lacks(column: column, row: row, without: old, drift: drift, &sums)
        return table.cheapest(sums)
    }
}
