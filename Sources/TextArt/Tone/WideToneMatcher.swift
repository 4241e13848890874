internal import CTextArt

/// Chooses characters without colours from symbols of which some are two cells wide. Works like `ToneMatcher`, but on
/// pairs of cells: each holds a wide symbol or two narrow ones, whichever reduces the error more. An odd last cell
/// holds a narrow one.
struct WideToneMatcher {
    let table: WideToneTable
    let metric: ToneErrorMetric
    private static let passes = 6

    /// One index into the table's halves per cell. `target` has the samples of `columns` by `rows` cells.
    func halves(columns: Int, rows: Int, target: [Float]) -> [Int] {
        var field = ToneErrorField(columns: columns, rows: rows, target: target, table: table.halves, metric: metric)
        var chosen = [Int](repeating: -1, count: columns * rows)
        for _ in 0..<WideToneMatcher.passes {
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

    /// Places the best contents in an empty pair of cells.
    private func pair(_ field: inout ToneErrorField, _ column: Int, _ row: Int) -> [Int] {
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

    private func put(_ wide: Int, _ field: inout ToneErrorField, _ column: Int, _ row: Int) -> [Int] {
        let halves = [table.left(wide), table.right(wide)]
        for (part, half) in halves.enumerated() {
            field.put(half, column: column + part, row: row)
        }
        return halves
    }

    /// Places the best narrow symbol in an empty cell. Its index is the same among the halves, where narrow symbols
    /// come first.
    private func single(_ field: inout ToneErrorField, _ column: Int, _ row: Int) -> (glyph: Int, cost: Float) {
        var sums = [Int16](repeating: 0, count: ToneTable.samples)
        field.lacks(column: column, row: row, &sums)
        let glyph = table.narrow.cheapest(sums)
        let cost = table.narrow.cost(glyph, field.lacks(column: column, row: row))
        field.put(glyph, column: column, row: row)
        return (glyph, cost)
    }
}

/// Symbols of one cell and of two, at the resolution at which tones are matched.
struct WideToneTable {
    /// The narrow symbols, then the first halves of the wide ones, then their second halves.
    let halves: ToneTable
    /// The narrow symbols alone; a blank if there are none.
    let narrow: ToneTable
    let hasNarrow: Bool
    /// The number of wide symbols.
    let count: Int
    /// By sample, first those of the left cell, then those of the right one; padded like a `ToneTable`.
    private let values: [Float]
    private let costs: [Float]

    /// - Precondition: at least one symbol is wide.
    init(_ symbols: [Symbol], metric: ToneErrorMetric, isInverted: Bool) {
        let one = symbols.filter { $0.cells == 1 }
        let two = symbols.filter { $0.cells == 2 }
        hasNarrow = !one.isEmpty
        let blank = [Symbol(estimated: .blank)]
        narrow = ToneTable(one.isEmpty ? blank : one, metric: metric, isInverted: isInverted)
        let parts = (one.isEmpty ? blank : one) + two.map { $0.half(0) } + two.map { $0.half(1) }
        halves = ToneTable(parts, metric: metric, isInverted: isInverted)
        count = two.count
        let padded = (count + ToneTable.lanes - 1) / ToneTable.lanes * ToneTable.lanes
        var values = [Float](repeating: 0, count: 2 * ToneTable.samples * padded)
        var costs = [Float](repeating: .greatestFiniteMagnitude, count: padded)
        let across = WideToneTable.products(metric)
        let first = narrow.clusters.count
        for index in 0..<count {
            let (left, right) = (halves.samples(first + index), halves.samples(first + count + index))
            for (sample, value) in (left + right).enumerated() { values[sample * padded + index] = value }
            var joint: Float = 0
            for one in left.indices {
                for other in right.indices {
                    joint += across[one * ToneTable.samples + other] * left[one] * right[other]
                }
            }
            costs[index] = halves.costs[first + index] + halves.costs[first + count + index] + 2 * joint
        }
        self.values = values
        self.costs = costs
    }

    func left(_ wide: Int) -> Int { narrow.clusters.count + wide }
    func right(_ wide: Int) -> Int { narrow.clusters.count + count + wide }
    func isRight(_ half: Int) -> Bool { half >= narrow.clusters.count + count }

    /// The wide symbol with the least cost for the differences of a pair of cells, and that cost.
    func cheapest(_ sums: [Float]) -> (wide: Int, cost: Float) {
        let wide = Int(textart_cheapest_pair(values, costs, Int32(costs.count), sums))
        var cost = costs[wide]
        for sample in sums.indices { cost -= 2 * values[sample * costs.count + wide] * sums[sample] }
        return (wide, cost)
    }

    /// The blur's weight between each sample of a cell and each sample of the next one.
    private static func products(_ metric: ToneErrorMetric) -> [Float] {
        (0..<ToneTable.samples * ToneTable.samples).map { index in
            let (one, other) = index.quotientAndRemainder(dividingBy: ToneTable.samples)
            let x = other % ToneTable.across + ToneTable.across - one % ToneTable.across
            let y = abs(one / ToneTable.across - other / ToneTable.across)
            return metric.blurs.reduce(0) { sum, blur in
                guard x < blur.taps.count, y < blur.taps.count else { return sum }
                return sum + blur.weight * blur.taps[x] * blur.taps[y]
            }
        }
    }
}

extension ToneTable {
    /// The samples of one glyph.
    func samples(_ glyph: Int) -> [Float] {
        Array(glyphs[glyph * ToneTable.samples..<(glyph + 1) * ToneTable.samples])
    }

    /// The cost of a glyph in a cell with the differences `lacks`.
    func cost(_ glyph: Int, _ lacks: [Float]) -> Float {
        zip(samples(glyph), lacks).reduce(costs[glyph]) { $0 - 2 * $1.0 * $1.1 }
    }
}
