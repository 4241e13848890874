internal import CTextArt

/// The light of one cell or two, from 0 to 65,535: three channels of the first, then three of the second.
struct CellLights {
    private(set) var values: [Float] = []
    private var codes = [Int16](repeating: 0, count: ShapeBench.pixels)

    mutating func load(_ grid: SampleGrid, column: Int, row: Int, count: Int) {
        values = Array(repeating: 0, count: count * 3 * ShapeBench.pixels)
        for part in 0..<count * 3 {
            let start = row * Glyph.height * grid.width + (column + part / 3) * Glyph.width
            grid.channels[part % 3].withUnsafeBufferPointer { plane in
                values.withUnsafeMutableBufferPointer { values in
                    guard let plane = plane.baseAddress, let values = values.baseAddress else { return }
                    _ = textart_load(
                        plane + start, Int32(grid.width), LinearLight.fineCode, &codes,
                        values + part * ShapeBench.pixels)
                }
            }
        }
    }

    /// Of all cells, a channel each.
    var mean: SIMD3<Float> {
        var mean = SIMD3<Float>()
        let pixels = ShapeBench.pixels
        for part in 0..<values.count / pixels {
            mean[part % 3] += values[part * pixels..<(part + 1) * pixels].reduce(0, +)
        }
        return mean * (3 / Float(values.count))
    }
}
