internal import CTextArt

/// A picture in the samples that few colours are matched in: means of two by two, in light or in codes from 0 to 1.
struct PenTarget {
    let columns: Int
    let rows: Int
    /// Three channels.
    private(set) var values: [Float]

    var width: Int { columns * ToneTable.across }
    var plane: Int { width * rows * ToneTable.down }

    init(_ grid: SampleGrid) {
        columns = grid.columns
        rows = grid.rows
        let (across, down) = (columns * ToneTable.across, rows * ToneTable.down)
        values = []
        var channel = [Float](repeating: 0, count: across * down)
        for index in 0..<3 {
            textart_quarter(grid.channels[min(index, grid.channels.count - 1)], Int32(across), Int32(down), &channel)
            values += channel
        }
    }

    /// The same in codes.
    var near: PenTarget {
        var near = self
        for index in values.indices {
            let light = Int(min(max(values[index], 0), 1) * Float(LinearLight.full))
            near.values[index] = Float(LinearLight.fineCode[light]) / (255 * 16)
        }
        return near
    }

    /// Luma of codes.
    var luma: [Float] {
        (0..<plane).map { 0.2126 * values[$0] + 0.7152 * values[plane + $0] + 0.0722 * values[2 * plane + $0] }
    }

    mutating func set(_ value: Float, at place: Int) { values[place] = value }

    func take(column: Int, row: Int, into cell: inout [Float]) {
        let first = row * ToneTable.down * width + column * ToneTable.across
        values.withUnsafeBufferPointer { values in
            guard let start = values.baseAddress else { return }
            textart_take_cell(start + first, Int64(plane), Int32(width), &cell)
        }
    }
}
