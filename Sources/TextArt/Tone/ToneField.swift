internal import CTextArt

/// What the art lacks of the picture, blurred as a look has it, sample by sample. Outside of the art nothing is lacking.
///
/// It is blurred once; then each glyph that is put there or taken away changes it by its print.
struct ToneField {
    private static let reach = Int(TEXTART_REACH)

    private let table: ToneTable
    private let stride: Int
    private var blurred: [Float]

    /// `target` has the samples of `columns` by `rows` cells.
    init(columns: Int, rows: Int, target: [Float], table: ToneTable, look: ToneLook) {
        self.table = table
        let (width, height) = (columns * ToneTable.across, rows * ToneTable.down)
        stride = width + 2 * ToneField.reach
        blurred = Array(repeating: 0, count: stride * (height + 2 * ToneField.reach))
        var scratch = [Float](repeating: 0, count: 14 * stride)
        for blur in look.blurs {
            textart_blur_field(
                target, Int32(width), Int32(height), blur.taps, Int32(blur.taps.count - 1), blur.weight, &scratch,
                &blurred
            )
        }
    }

    /// Puts a glyph in a cell that has nothing.
    mutating func put(_ glyph: Int, column: Int, row: Int) { swap(nil, glyph, column, row) }

    /// Takes a glyph out of a cell.
    mutating func take(_ glyph: Int, column: Int, row: Int) { swap(glyph, nil, column, row) }

    /// Chooses a glyph for each cell. `fixed` tells which ones have theirs already.
    mutating func matched(
        _ match: textart_match, areas: inout ToneAreas, fixed: [Int32]?, path: textart_path = textart_widest()
    ) -> [Int32] {
        var near = [UInt8](repeating: 0, count: 2 * areas.lacks.count)
        var chosen = [Int32](repeating: -1, count: Int(match.columns * match.rows))
        table.match(match, path, fixed, &blurred, &areas.lacks, &near, &chosen)
        return chosen
    }

    /// What a cell lacks that has nothing, as `textart_cheapest` wants it.
    func lacks(column: Int, row: Int, _ sums: inout [Int16]) {
        let first = start(column, row)
        blurred.withUnsafeBufferPointer { blurred in
            guard let cell = blurred.baseAddress else { return }
            textart_lacking(cell + first, Int32(stride), nil, 0, &sums)
        }
    }

    /// What a cell lacks that has nothing.
    func lacks(column: Int, row: Int) -> [Float] {
        let first = start(column, row)
        return (0..<ToneTable.samples).map { blurred[first + $0 / ToneTable.across * stride + $0 % ToneTable.across] }
    }

    private func start(_ column: Int, _ row: Int) -> Int {
        (row * ToneTable.down + ToneField.reach) * stride + column * ToneTable.across + ToneField.reach
    }

    private mutating func swap(_ before: Int?, _ after: Int?, _ column: Int, _ row: Int) {
        let corner = row * ToneTable.down * stride + column * ToneTable.across
        let stride = Int32(stride)
        table.prints.withUnsafeBufferPointer { prints in
            TonePrint.none.values.withUnsafeBufferPointer { nothing in
                blurred.withUnsafeMutableBufferPointer { blurred in
                    guard let prints = prints.baseAddress, let nothing = nothing.baseAddress,
                        let field = blurred.baseAddress
                    else { return }
                    textart_swap(
                        field + corner, stride, before.map { prints + $0 * TonePrint.count } ?? nothing,
                        after.map { prints + $0 * TonePrint.count } ?? nothing)
                }
            }
        }
    }
}
