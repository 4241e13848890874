internal import CTextArt

/// What the art lacks of the picture, blurred as a look has it, sample by sample. Outside of the art nothing is lacking.
///
/// It is blurred once; then each glyph that is put there or taken away changes it by its print.
struct ToneField {
    private static let reach = Int(TEXTART_REACH)

    private let table: ToneTable
    private let look: ToneLook
    private let stride: Int
    private var blurred: [Float]
    /// Those of the glyphs that were needed so far.
    private var prints: [Float] = []
    /// Where a glyph's print begins; below 0 where it is not made yet.
    private var starts: [Int]

    /// `target` has the samples of `columns` by `rows` cells.
    init(columns: Int, rows: Int, target: [Float], table: ToneTable, look: ToneLook) {
        self.table = table
        self.look = look
        starts = Array(repeating: -1, count: table.clusters.count)
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

    /// Puts a glyph in a cell in place of another one, or of nothing.
    mutating func put(_ glyph: Int, for old: Int?, column: Int, row: Int) {
        let after = start(ofPrint: glyph)
        swap(old.map { start(ofPrint: $0) }, after, column, row)
    }

    /// Takes a glyph out of a cell.
    mutating func take(_ glyph: Int, column: Int, row: Int) {
        let before = start(ofPrint: glyph)
        swap(before, nil, column, row)
    }

    /// What a cell lacks, if it had nothing in place of the glyph that it has, but for what it may go on lacking.
    func lacks(column: Int, row: Int, without glyph: Int?, drift: Float, _ sums: inout [Int16]) {
        let first = start(column, row)
        let stride = Int32(stride)
        blurred.withUnsafeBufferPointer { blurred in
            table.blurred.withUnsafeBufferPointer { glyphs in
                guard let cell = blurred.baseAddress, let glyphs = glyphs.baseAddress else { return }
                textart_lacking(cell + first, stride, glyph.map { glyphs + $0 * ToneTable.samples }, drift, &sums)
            }
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
        prints.withUnsafeBufferPointer { prints in
            TonePrint.none.values.withUnsafeBufferPointer { nothing in
                blurred.withUnsafeMutableBufferPointer { blurred in
                    guard let prints = prints.baseAddress, let nothing = nothing.baseAddress,
                        let field = blurred.baseAddress
                    else { return }
                    textart_swap(
                        field + corner, stride, before.map { prints + $0 } ?? nothing,
                        after.map { prints + $0 } ?? nothing)
                }
            }
        }
    }

    private mutating func start(ofPrint glyph: Int) -> Int {
        if starts[glyph] >= 0 { return starts[glyph] }
        starts[glyph] = prints.count
        prints += TonePrint(table.samples(glyph), look.blurs).values
        return starts[glyph]
    }
}
