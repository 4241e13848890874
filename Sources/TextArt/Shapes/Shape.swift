/// A glyph's coverage, and what the choice of colours needs of it.
struct Shape {
    let scalar: Unicode.Scalar
    /// From 0 to 255; row by row.
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

    init(_ glyph: Glyph) {
        scalar = glyph.scalar
        pixels = glyph.pixels
        // Whole numbers up to here, so that the order doesn't matter.
        let sum = pixels.reduce(0) { $0 + Int($1) }
        let squares = pixels.reduce(0) { $0 + Int($1) * Int($1) }
        let count = pixels.count
        let full = 255 * 255
        mean = Float(sum) / Float(255 * count)
        ink = Float(squares) / Float(full)
        edge = Float(255 * sum - squares) / Float(full)
        paper = Float(count * full - 2 * 255 * sum + squares) / Float(full)
        variance = Float(count * squares - sum * sum) / Float(full * count)
        let light = pixels.map { Float(LinearLight.ofCode[Int($0)]) / Float(LinearLight.full) }
        self.light = light
        lightInk = light.reduce(0) { $0 + $1 * $1 }
        lightEdge = light.reduce(0) { $0 + $1 * (1 - $1) }
        lightPaper = light.reduce(0) { $0 + (1 - $1) * (1 - $1) }
    }
}
