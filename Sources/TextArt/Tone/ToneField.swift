internal import CTextArt

/// What the art lacks of the picture, sample by sample, with a margin where it lacks nothing.
struct ToneField {
    /// Enough for the widest blur.
    static let margin = Int(TEXTART_MARGIN)

    let columns: Int
    let rows: Int
    private let stride: Int
    private var lacks: [Float]

    /// `target` has the samples of `columns` by `rows` cells.
    init(columns: Int, rows: Int, target: [Float]) {
        self.columns = columns
        self.rows = rows
        let (width, height) = (columns * ToneTable.across, rows * ToneTable.down)
        stride = width + 2 * ToneField.margin
        lacks = Array(repeating: 0, count: stride * (height + 2 * ToneField.margin))
        for y in 0..<height {
            let start = (y + ToneField.margin) * stride + ToneField.margin
            for x in 0..<width { lacks[start + x] = target[y * width + x] }
        }
    }

    private func start(_ column: Int, _ row: Int) -> Int {
        (row * ToneTable.down + ToneField.margin) * stride + column * ToneTable.across + ToneField.margin
    }

    /// Puts a glyph in a cell in place of another one, or of nothing.
    mutating func put(_ glyph: Int, for old: Int?, column: Int, row: Int, of table: ToneTable) {
        let first = start(column, row)
        for sample in 0..<ToneTable.samples {
            let place = first + sample / ToneTable.across * stride + sample % ToneTable.across
            let before = old.map { table.glyphs[$0 * ToneTable.samples + sample] } ?? 0
            lacks[place] += before - table.glyphs[glyph * ToneTable.samples + sample]
        }
    }

    /// Takes a glyph out of a cell.
    mutating func take(_ glyph: Int, column: Int, row: Int, of table: ToneTable) {
        let first = start(column, row)
        for sample in 0..<ToneTable.samples {
            lacks[first + sample / ToneTable.across * stride + sample % ToneTable.across] +=
                table.glyphs[glyph * ToneTable.samples + sample]
        }
    }

    /// Adds what a cell lacks after a blur of it and its neighbours.
    func add(_ blur: ToneLook.Blur, column: Int, row: Int, to sums: inout [Float]) {
        let first = start(column, row)
        lacks.withUnsafeBufferPointer { lacks in
            guard let start = lacks.baseAddress else { return }
            textart_blur_cell(
                start + first, Int32(stride), blur.taps, Int32(blur.taps.count - 1), blur.weight, &sums)
        }
    }
}
