internal import CTextArt

/// What the art made so far lacks of the picture, in three channels, with a margin where nothing lacks.
struct PenField {
    private let stride: Int
    private let plane: Int
    private var lacks: [Float]
    private static let margin = Int(TEXTART_MARGIN)

    init(columns: Int, rows: Int) {
        stride = columns * ToneTable.across + 2 * PenField.margin
        plane = stride * (rows * ToneTable.down + 2 * PenField.margin)
        lacks = Array(repeating: 0, count: 3 * plane)
    }

    private func start(_ column: Int, _ row: Int) -> Int {
        (row * ToneTable.down + PenField.margin) * stride + column * ToneTable.across + PenField.margin
    }

    mutating func add(_ cell: [Float], sign: Float, column: Int, row: Int) {
        let first = start(column, row)
        lacks.withUnsafeMutableBufferPointer { lacks in
            guard let start = lacks.baseAddress else { return }
            textart_add_cell(start + first, Int64(plane), Int32(stride), cell, sign)
        }
    }

    /// What a cell and its neighbours lack, blurred, in three channels.
    func blurred(_ blurs: [ToneLook.Blur], column: Int, row: Int, into sums: inout [Float]) {
        let first = start(column, row)
        for index in sums.indices { sums[index] = 0 }
        lacks.withUnsafeBufferPointer { lacks in
            sums.withUnsafeMutableBufferPointer { sums in
                guard let start = lacks.baseAddress, let to = sums.baseAddress else { return }
                for channel in 0..<3 {
                    for blur in blurs {
                        textart_blur_cell(
                            start + channel * plane + first, Int32(stride), blur.taps, Int32(blur.taps.count - 1),
                            blur.weight, to + channel * ToneTable.samples)
                    }
                }
            }
        }
    }
}
