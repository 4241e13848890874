import CTextArt

@testable import TextArt

extension ToneTable {
    /// The characters of one cell in the average font.
    init(_ scalars: [Unicode.Scalar], metric: ToneErrorMetric, isInverted: Bool) {
        let symbols = scalars.compactMap { Symbol($0, .average) }.filter { $0.cells == 1 }
        self.init(symbols, metric: metric, isInverted: isInverted)
    }

    /// The squared error after the metric's blur, computed naively with nothing beyond the edges.
    func error(_ chosen: [Int], _ target: [Float], _ columns: Int, _ metric: ToneErrorMetric = .tone) -> Float {
        let width = columns * ToneTable.across
        let lacks = target.indices.map { index in
            let (x, y) = (index % width, index / width)
            let glyph = chosen[y / ToneTable.down * columns + x / ToneTable.across]
            let sample = y % ToneTable.down * ToneTable.across + x % ToneTable.across
            return target[index] - glyphs[glyph * ToneTable.samples + sample]
        }
        let taps = metric.blurs[0].taps
        var sum: Float = 0
        for (one, lack) in lacks.enumerated() {
            for (other, too) in lacks.enumerated() {
                let (x, y) = (abs(one % width - other % width), abs(one / width - other / width))
                if x < taps.count, y < taps.count { sum += taps[x] * taps[y] * lack * too }
            }
        }
        return sum - metric.leeway * areas(lacks, columns)
    }

    /// The error that the metric tolerates: each cell's error together with its neighbours'.
    private func areas(_ lacks: [Float], _ columns: Int) -> Float {
        let rows = lacks.count / columns / ToneTable.samples
        let areas = AreaErrors(columns: columns, rows: rows, target: lacks)
        let width = columns * ToneTable.across
        return lacks.indices.reduce(0) { sum, place in
            let (column, row) = (place % width / ToneTable.across, place / width / ToneTable.down)
            return sum + lacks[place] * areas.around(column, row, columns)
        }
    }
}

extension AreaErrors {
    fileprivate func around(_ column: Int, _ row: Int, _ columns: Int) -> Float {
        let middle = (row + 1) * (columns + 4) + column + 2
        return lacks.withUnsafeBufferPointer { lacks in
            guard let first = lacks.baseAddress else { return 0 }
            return textart_area_lack(first + middle, Int32(columns + 4), AreaErrors.shares)
        }
    }
}
