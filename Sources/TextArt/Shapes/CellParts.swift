/// The parts that mosaics, eighths and braille are made of. Each such glyph is a sum of parts, and so is its inner
/// product with a cell.
enum CellParts {
    /// How many values a cell or a glyph has: bands in two halves, half columns, and dots.
    static let count = 2 * (cuts.count - 1) + 2 * Glyph.width + 8

    /// Where bands begin and end: eighths, and thirds as terminals round them.
    private static let cuts = [0, 2, 4, 5, 6, 8, 10, 11, 12, 14, 16]

    private static let rectangles: [Rectangle] = {
        var all: [Rectangle] = []
        for (top, end) in zip(cuts, cuts.dropFirst()) {
            for left in [0, 4] { all.append(Rectangle(columns: left..<left + 4, rows: top..<end)) }
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

    /// The parts that a glyph is made of, 1 for each; `nil` when it isn't made of them.
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

    /// Sums the values of a cell by parts. Values are at most 4,080 from zero: sums fit.
    static func sum(_ cell: UnsafePointer<Int16>, into target: UnsafeMutablePointer<Int16>) {
        var place = 0
        var halves = (SIMD4<Int16>(), SIMD4<Int16>())
        for row in 0..<Glyph.height {
            let start = cell + row * Glyph.width
            halves.0 &+= SIMD4(start[0], start[1], start[2], start[3])
            halves.1 &+= SIMD4(start[4], start[5], start[6], start[7])
            guard cuts[place / 2 + 1] == row + 1 else { continue }
            target[place] = halves.0.wrappedSum()
            target[place + 1] = halves.1.wrappedSum()
            halves = (SIMD4<Int16>(), SIMD4<Int16>())
            place += 2
        }
        for half in 0..<2 {
            var columns = SIMD8<Int16>()
            for row in half * 8..<half * 8 + 8 {
                let start = cell + row * Glyph.width
                columns &+= SIMD8(
                    start[0], start[1], start[2], start[3], start[4], start[5], start[6], start[7])
            }
            for column in 0..<Glyph.width { target[place + column] = columns[column] }
            place += Glyph.width
        }
        for top in [1, 5, 9, 13] {
            let (upper, lower) = (cell + top * Glyph.width, cell + (top + 1) * Glyph.width)
            target[place] = upper[1] &+ upper[2] &+ lower[1] &+ lower[2]
            target[place + 1] = upper[5] &+ upper[6] &+ lower[5] &+ lower[6]
            place += 2
        }
    }

    private static func isInk(_ part: Rectangle, in pixels: [UInt8]) -> Bool {
        part.rows.allSatisfy { row in part.columns.allSatisfy { pixels[row * Glyph.width + $0] == 255 } }
    }

    private static func clear(_ part: Rectangle, in pixels: inout [UInt8]) {
        for row in part.rows { for column in part.columns { pixels[row * Glyph.width + column] = 0 } }
    }
}
