/// Glyphs stretched to a height, each made once.
struct RasterGlyphs {
    struct Shape {
        /// In pixels.
        let width: Int
        /// Row by row, from 0 to 255.
        let coverage: [UInt8]
    }

    private struct Key: Hashable {
        let scalar: Unicode.Scalar
        let cells: Int
        let height: Int
    }

    private let face: Face
    private let isSharp: Bool
    private var shapes: [Key: Shape] = [:]

    /// Sharp glyphs are ink or paper, without smoothing: ink where at least half of a pixel is covered.
    init(_ face: Face, isSharp: Bool = false) {
        self.face = face
        self.isSharp = isSharp
    }

    /// A character that the face lacks is taken from the built-in fonts; one that they lack too is blank.
    mutating func shape(_ scalar: Unicode.Scalar, cells: Int, height: Int) -> Shape {
        let key = Key(scalar: scalar, cells: cells, height: height)
        if let known = shapes[key] { return known }
        let smooth = RasterGlyphs.stretched(Glyph(scalar, face) ?? Glyph(scalar, .dejavu) ?? .space, cells, to: height)
        let made =
            isSharp ? Shape(width: smooth.width, coverage: smooth.coverage.map { $0 < 128 ? 0 : 255 }) : smooth
        shapes[key] = made
        return made
    }

    /// Each new row is the exact mean of the rows that it covers.
    private static func stretched(_ glyph: Glyph, _ cells: Int, to height: Int) -> Shape {
        let width = Glyph.width * cells
        let pixels = centred(glyph, cells)
        guard height != Glyph.height else { return Shape(width: width, coverage: pixels) }
        let boxes = Boxes(length: Glyph.height, count: height)
        var sums = [UInt64](repeating: 0, count: width * height)
        for row in 0..<Glyph.height {
            for box in boxes.boxes(ofPixel: row) {
                let units = boxes.units(ofPixel: row, inBox: box)
                for x in 0..<width { sums[box * width + x] += UInt64(pixels[row * width + x]) * units }
            }
        }
        let whole = UInt64(Glyph.height)
        return Shape(width: width, coverage: sums.map { UInt8(($0 + whole / 2) / whole) })
    }

    /// The glyph in the middle of so many cells.
    private static func centred(_ glyph: Glyph, _ cells: Int) -> [UInt8] {
        guard glyph.cells != cells else { return glyph.pixels }
        let (from, to) = (Glyph.width * glyph.cells, Glyph.width * cells)
        let pixels = glyph.pixels
        return (0..<Glyph.height * to).map { index in
            let x = index % to - (to - from) / 2
            return (0..<from).contains(x) ? pixels[index / to * from + x] : 0
        }
    }
}
