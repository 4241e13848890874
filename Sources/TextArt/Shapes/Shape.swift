/// A symbol's coverage, and what the choice of colours needs of it.
///
/// A font that isn't known may be any of several. The error to be expected is then that of their average, and what they
/// differ by: inner products are those with the average, and squares are averages of squares.
struct Shape {
    let cluster: Cluster
    /// From 0 to 255; row by row, cell by cell.
    let pixels: [UInt8]
    /// From 0 to 1.
    let mean: Float
    /// Sums over the cell: of a², a(1-a) and (1-a)², and of (a - mean)², with coverage a from 0 to 1.
    let ink: Float
    let edge: Float
    let paper: Float
    let variance: Float
    /// How much of the ink's light each pixel shows where coverage is blended in sRGB codes, as terminals do.
    let light: [Float]
    /// Sums over the cell of c², c(1-c) and (1-c)², with that light c.
    let lightInk: Float
    let lightEdge: Float
    let lightPaper: Float

    var cells: Int { pixels.count / ShapeBench.pixels }
    /// The mean of that light, from 0 to 1.
    var lightMean: Float { light.reduce(0, +) / Float(pixels.count) }

    init(_ symbol: Symbol) {
        cluster = symbol.cluster
        pixels = symbol.pixels
        let fonts = symbol.variants
        // Whole numbers up to here, so that the order doesn't matter.
        let sum = fonts.reduce(0) { $0 + $1.weight * $1.pixels.reduce(0) { $0 + Int($1) } }
        let squares = fonts.reduce(0) { $0 + $1.weight * $1.pixels.reduce(0) { $0 + Int($1) * Int($1) } }
        let count = symbol.pixels.count * fonts.weight
        let full = 255 * 255 * fonts.weight
        mean = Float(sum) / Float(255 * count)
        ink = Float(squares) / Float(full)
        edge = Float(255 * sum - squares) / Float(full)
        paper = Float(count * 255 * 255 - 2 * 255 * sum + squares) / Float(full)
        variance = Float(count * squares - sum * sum) / Float(full * count)
        let table = Shape.lightOfCoverage
        var light = [Float](repeating: 0, count: symbol.pixels.count)
        var sums = SIMD3<Float>()
        for font in fonts {
            let weight = Float(font.weight)
            var own = SIMD3<Float>()
            for (index, code) in font.pixels.enumerated() {
                let c = table[Int(code)]
                light[index] += weight * c
                own += SIMD3(c * c, c * (1 - c), (1 - c) * (1 - c))
            }
            sums += weight * own
        }
        self.light = light.map { $0 / Float(fonts.weight) }
        sums /= Float(fonts.weight)
        (lightInk, lightEdge, lightPaper) = (sums.x, sums.y, sums.z)
    }

    private static let lightOfCoverage = LinearLight.ofCode.map { Float($0) / Float(LinearLight.full) }
}
