/// What each whole cell of the art lacks of the picture, for looks that let areas differ.
///
/// The error of an area is a weighted sum of those of its cells, by a Gaussian as wide as a cell; taking a share of its
/// square from what counts leaves a band of spatial frequencies, as the eye has it (Mannos and Sakrison 1974): coarse
/// grain counts most, slow differences and fine strokes count less.
struct ToneAreas {
    /// How a cell counts with itself and with those beside it, then those of its row and of the next ones: they add up to
    /// one, both ways.
    static let shares: [Float] = [0.376304, 0.244804, 0.067044, 0.616412, 0.191794]
    /// How a cell's lack counts with its own.
    static let own = shares[0] * shares[3] / Float(ToneTable.samples)

    /// Those of each row, two places more on both sides; and one row more above and below.
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
