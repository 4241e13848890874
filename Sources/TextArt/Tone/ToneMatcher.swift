internal import CTextArt

/// Chooses characters without colours whose blurred image is nearest to the blurred picture.
///
/// Each cell is chosen with regard to its neighbours, repeatedly as long as that reduces the total error (iterated
/// conditional modes, Besag 1986), so that cells compensate for each other's errors.
struct ToneMatcher {
    let table: ToneTable
    let metric: ToneErrorMetric
    private static let passes: Int32 = 6

    /// One glyph index per cell. `target` has the samples of `columns` by `rows` cells. In `even` cells (1) no two glyphs
    /// alternate, nor does one with upright strokes repeat.
    func glyphs(columns: Int, rows: Int, target: [Float], even: [UInt8]? = nil) -> [Int] {
        var field = ToneErrorField(columns: columns, rows: rows, target: target, table: table, metric: metric)
        var areas = AreaErrors(columns: columns, rows: rows, target: target)
        let match = textart_match(
            columns: Int32(columns), rows: Int32(rows), count: Int32(table.count), passes: ToneMatcher.passes,
            leeway: metric.leeway)
        return field.matched(match, areas: &areas, even: even).map { Int($0) }
    }
}

/// The difference between the picture and the art, blurred as a metric specifies, sample by sample. Outside of the art
/// the difference is zero.
///
/// The field is blurred once; afterwards each glyph that is added or removed changes it by its print.
struct ToneErrorField {
    private static let reach = Int(TEXTART_REACH)

    private let table: ToneTable
    private let stride: Int
    private var blurred: [Float]

    /// `target` has the samples of `columns` by `rows` cells.
    init(columns: Int, rows: Int, target: [Float], table: ToneTable, metric: ToneErrorMetric) {
        self.table = table
        let (width, height) = (columns * ToneTable.across, rows * ToneTable.down)
        stride = width + 2 * ToneErrorField.reach
        blurred = Array(repeating: 0, count: stride * (height + 2 * ToneErrorField.reach))
        var scratch = [Float](repeating: 0, count: 14 * stride)
        for blur in metric.blurs {
            textart_blur_field(
                target, Int32(width), Int32(height), blur.taps, Int32(blur.taps.count - 1), blur.weight, &scratch,
                &blurred
            )
        }
    }

    /// Adds a glyph to an empty cell.
    mutating func put(_ glyph: Int, column: Int, row: Int) { swap(-1, glyph, column, row) }

    /// Removes a glyph from a cell.
    mutating func take(_ glyph: Int, column: Int, row: Int) { swap(glyph, -1, column, row) }

    /// Chooses a glyph for each cell.
    mutating func matched(
        _ match: textart_match, areas: inout AreaErrors, even: [UInt8]?,
        path: textart_path = textart_widest()
    ) -> [Int32] {
        var near = [UInt8](repeating: 0, count: 2 * areas.lacks.count)
        var chosen = [Int32](repeating: -1, count: Int(match.columns * match.rows))
        var costs = table.halfCosts
        textart_match_tones(
            path, match, table.pairs, &costs, table.blurred, table.inks, table.prints, table.upright, even,
            AreaErrors.shares, &blurred, &areas.lacks, &near, &chosen)
        return chosen
    }

    /// The difference in an empty cell, in the units of `textart_cheapest`.
    func lacks(column: Int, row: Int, _ sums: inout [Int16]) {
        textart_lacking(blurred, Int64(start(column, row)), Int32(stride), &sums)
    }

    /// The difference in an empty cell.
    func lacks(column: Int, row: Int) -> [Float] {
        let first = start(column, row)
        return (0..<ToneTable.samples).map { blurred[first + $0 / ToneTable.across * stride + $0 % ToneTable.across] }
    }

    private func start(_ column: Int, _ row: Int) -> Int {
        (row * ToneTable.down + ToneErrorField.reach) * stride + column * ToneTable.across + ToneErrorField.reach
    }

    /// -1 is an empty cell.
    private mutating func swap(_ before: Int, _ after: Int, _ column: Int, _ row: Int) {
        let corner = row * ToneTable.down * stride + column * ToneTable.across
        textart_swap(&blurred, Int64(corner), Int32(stride), table.prints, Int32(before), Int32(after))
    }
}

/// The error of each whole cell, for metrics that allow areas to differ.
///
/// An area's error is the sum of its cells' errors, weighted by a Gaussian as wide as a cell. Subtracting a share of
/// its square from the cost leaves a band of spatial frequencies, like the eye's contrast sensitivity (Mannos and
/// Sakrison 1974): coarse grain counts most, slow differences and fine strokes count less.
struct AreaErrors {
    /// Weights of a cell and of the next two beside it, then of its own row and of the rows next to it. Both directions
    /// add up to one.
    static let shares: [Float] = [0.376304, 0.244804, 0.067044, 0.616412, 0.191794]
    /// The weight of a cell's own error, per sample.
    static let own = shares[0] * shares[3] / Float(ToneTable.samples)

    /// Errors row by row, with two cells of margin on both sides and one row above and below.
    var lacks: [Float]

    /// `target` has the samples of `columns` by `rows` cells.
    init(columns: Int, rows: Int, target: [Float]) {
        lacks = Array(repeating: 0, count: (columns + 4) * (rows + 2))
        let target = target.span
        var cells = lacks.mutableSpan
        var sample = 0
        for line in 0..<rows * ToneTable.down {
            let first = (line / ToneTable.down + 1) * (columns + 4) + 2
            for place in first..<first + columns {
                var sum = cells[place]
                for next in sample..<sample + ToneTable.across { sum += target[next] }
                cells[place] = sum
                sample += ToneTable.across
            }
        }
    }
}
