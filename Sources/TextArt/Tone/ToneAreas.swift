/// What each whole cell of the art lacks of the picture, for looks that let areas differ.
///
/// The error of an area is a weighted sum of those of its cells, by a Gaussian as wide as a cell; taking a share of its
/// square from what counts leaves a band of spatial frequencies, as the eye has it (Mannos and Sakrison 1974): coarse
/// grain counts most, slow differences and fine strokes count less.
struct ToneAreas {
    /// How a cell counts with itself and with those beside, above and below it: they add up to one, both ways.
    private static let beside: [Float] = [0.376304, 0.244804, 0.067044]
    private static let above: [Float] = [0.616412, 0.191794]
    /// How a cell's lack counts with its own.
    static let own = beside[0] * above[0] / Float(ToneTable.samples)

    private let stride: Int
    private var lacks: [Float]

    /// `target` has the samples of `columns` by `rows` cells.
    init(columns: Int, rows: Int, target: [Float]) {
        stride = columns + 4
        lacks = Array(repeating: 0, count: stride * (rows + 2))
        let width = columns * ToneTable.across
        for place in target.indices {
            lacks[(place / width / ToneTable.down + 1) * stride + place % width / ToneTable.across + 2] += target[place]
        }
    }

    /// Adds to what a cell lacks.
    mutating func add(_ ink: Float, column: Int, row: Int) {
        lacks[(row + 1) * stride + column + 2] += ink
    }

    /// What the area around a cell lacks, a sample's worth.
    func around(column: Int, row: Int) -> Float {
        let middle = (row + 1) * stride + column + 2
        let here = line(middle) * ToneAreas.above[0]
        let others = (line(middle - stride) + line(middle + stride)) * ToneAreas.above[1]
        return (here + others) / Float(ToneTable.samples)
    }

    private func line(_ middle: Int) -> Float {
        lacks[middle] * ToneAreas.beside[0] + (lacks[middle - 1] + lacks[middle + 1]) * ToneAreas.beside[1]
            + (lacks[middle - 2] + lacks[middle + 2]) * ToneAreas.beside[2]
    }
}
