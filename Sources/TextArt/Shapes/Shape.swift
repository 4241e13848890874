internal import CTextArt

/// A symbol's coverage, and the sums that fitting colours requires.
///
/// If the font is unknown, the art may be displayed in any of several. The expected error then has two parts: the error
/// of the average shape, and the variance between the fonts. Inner products use the average, and squares are averages
/// of squares.
struct Shape {
    let cluster: Cluster
    /// From 0 to 255; row by row, cell by cell.
    let pixels: [UInt8]
    let sums: Sums
    /// The share of the ink's light that each pixel shows when coverage is blended in sRGB codes, as in terminals.
    let light: [Float]
    /// Sums over the cell of c², c(1-c) and (1-c)² for that share c.
    let lightInk: Float
    let lightEdge: Float
    let lightPaper: Float

    /// Sums over the cell, with coverage from 0 to 1.
    struct Sums {
        /// The mean coverage.
        let mean: Float
        /// Sums of a², a(1-a), (1-a)² and (a - mean)², with coverage a.
        let ink: Float
        let edge: Float
        let paper: Float
        let variance: Float
    }

    var cells: Int { pixels.count / ShapeScorer.pixels }
    /// The mean of `light`, from 0 to 1.
    var lightMean: Float { light.reduce(0, +) / Float(pixels.count) }

    init(_ symbol: Symbol) {
        cluster = symbol.cluster
        pixels = symbol.pixels
        let fonts = symbol.variants
        // Integers up to this point, so that the order of summation doesn't matter.
        let sum = fonts.reduce(0) { $0 + $1.weight * $1.pixels.reduce(0) { $0 + Int($1) } }
        let squares = fonts.reduce(0) { $0 + $1.weight * $1.pixels.reduce(0) { $0 + Int($1) * Int($1) } }
        let count = symbol.pixels.count * fonts.weight
        let full = 255 * 255 * fonts.weight
        sums = Sums(
            mean: Float(sum) / Float(255 * count), ink: Float(squares) / Float(full),
            edge: Float(255 * sum - squares) / Float(full),
            paper: Float(count * 255 * 255 - 2 * 255 * sum + squares) / Float(full),
            variance: Float(count * squares - sum * sum) / Float(full * count))
        let table = Shape.lightOfCoverage
        var light = [Float](repeating: 0, count: symbol.pixels.count)
        var lights = SIMD3<Float>()
        for font in fonts {
            let weight = Float(font.weight)
            var own = SIMD3<Float>()
            for (index, code) in font.pixels.enumerated() {
                let c = table[Int(code)]
                light[index] += weight * c
                own += SIMD3(c * c, c * (1 - c), (1 - c) * (1 - c))
            }
            lights += weight * own
        }
        self.light = light.map { $0 / Float(fonts.weight) }
        lights /= Float(fonts.weight)
        (lightInk, lightEdge, lightPaper) = (lights.x, lights.y, lights.z)
    }

    private static let lightOfCoverage = LinearLight.ofCode.map { Float($0) / Float(LinearLight.full) }
}

/// Glyphs laid out for inner products with a cell's samples.
///
/// Mosaics and braille consist of a few parts, so it is enough to sum the samples of each part. All other glyphs have
/// their own coverage in every pixel.
struct ShapeTable {
    /// Glyphs of one kind, padded to whole blocks with entries that never win.
    struct Bank {
        /// Pairs of values per glyph and per cell.
        let pairs: Int
        /// The number of entries, including padding.
        let count: Int
        /// Pair by pair: two values of every glyph.
        let values: [Int16]
        /// The reciprocal of the sum of squared deviations from the glyph's mean, in its own units; 0 for padding and
        /// flat glyphs.
        let scales: [Float]
        /// The index of the shape at each place; padding refers to the first.
        let shapes: [Int]
        /// The value of a full pixel in `values`: 255 or 1.
        let unit: Float
    }

    private static let fewest = 8

    let shapes: [Shape]
    /// The number of cells of every shape.
    let cells: Int
    let banks: [Bank]

    /// Symbols of one cell, or of two.
    init(_ symbols: [Symbol]) {
        let all = symbols.map(Shape.init)
        let cells = symbols.first?.cells ?? 1
        let parts = all.map { cells > 1 ? nil : CellParts.values(of: $0.pixels) }
        var coarse = all.indices.filter { parts[$0] != nil }
        // A few coarse glyphs don't justify a second pass of products.
        if coarse.count < ShapeTable.fewest, coarse.count < all.count { coarse = [] }
        let fine = all.indices.filter { coarse.isEmpty || parts[$0] == nil }
        (shapes, self.cells) = (all, cells)
        banks = [
            ShapeTable.bank(coarse, all, unit: 1) { parts[$0] ?? [] },
            ShapeTable.bank(fine, all, unit: 255) { all[$0].pixels.map(Int16.init) },
        ].filter { $0.count > 0 }
    }

    private static func bank(_ members: [Int], _ shapes: [Shape], unit: Float, _ values: (Int) -> [Int16]) -> Bank {
        let block = Int(TEXTART_BLOCK)
        let count = (members.count + block - 1) / block * block
        let rows = members.map(values)
        let pairs = ((rows.first?.count ?? 0) + 1) / 2
        var table = [Int16](repeating: 0, count: pairs * count * 2)
        for (place, row) in rows.enumerated() {
            for (index, value) in row.enumerated() {
                table[(index / 2 * count + place) * 2 + index % 2] = value
            }
        }
        let padding = count - members.count
        let scales = members.map { shapes[$0].sums.variance > 0 ? 1 / (shapes[$0].sums.variance * unit * unit) : 0 }
        return Bank(
            pairs: pairs, count: count, values: table, scales: scales + Array(repeating: 0, count: padding),
            shapes: members + Array(repeating: 0, count: padding), unit: unit)
    }
}

/// The parts that mosaics, eighths and braille consist of. Such a glyph is a sum of parts, and so is its inner product
/// with a cell.
enum CellParts {
    /// Values per cell or glyph: bands in two halves, half columns, and dots.
    static let count = 2 * (cuts.count - 1) + 2 * Glyph.width + 8

    /// Boundaries of the bands: eighths, and thirds as terminals round them.
    private static let cuts: [Int32] = [0, 2, 4, 5, 6, 8, 10, 11, 12, 14, 16]

    private static let rectangles: [Rectangle] = {
        var all: [Rectangle] = []
        for (top, end) in zip(cuts, cuts.dropFirst()) {
            for left in [0, 4] { all.append(Rectangle(columns: left..<left + 4, rows: Int(top)..<Int(end))) }
        }
        for top in [0, 8] {
            for column in 0..<Glyph.width { all.append(Rectangle(columns: column..<column + 1, rows: top..<top + 8)) }
        }
        for top in [1, 5, 9, 13] {
            for left in [1, 5] { all.append(Rectangle(columns: left..<left + 2, rows: top..<top + 2)) }
        }
        return all
    }()

    private struct Rectangle {
        let columns: Range<Int>
        let rows: Range<Int>
    }

    /// 1 for each part that the glyph consists of; `nil` if it isn't a sum of parts.
    static func values(of pixels: [UInt8]) -> [Int16]? {
        let bands = 2 * (cuts.count - 1)
        for kind in [0..<bands, bands..<bands + 2 * Glyph.width, bands + 2 * Glyph.width..<count] {
            var left = pixels
            var values = [Int16](repeating: 0, count: count)
            for part in kind where isInk(rectangles[part], in: pixels) {
                values[part] = 1
                clear(rectangles[part], in: &left)
            }
            if left.allSatisfy({ $0 == 0 }) { return values }
        }
        return nil
    }

    /// Sums the values of a cell by part, channel by channel.
    static func sum(_ samples: [Int16], into sums: inout [Int16]) {
        textart_sum_parts(samples, cuts, Int32(cuts.count - 1), &sums)
    }

    private static func isInk(_ part: Rectangle, in pixels: [UInt8]) -> Bool {
        part.rows.allSatisfy { row in part.columns.allSatisfy { pixels[row * Glyph.width + $0] == 255 } }
    }

    private static func clear(_ part: Rectangle, in pixels: inout [UInt8]) {
        for row in part.rows { for column in part.columns { pixels[row * Glyph.width + column] = 0 } }
    }
}
