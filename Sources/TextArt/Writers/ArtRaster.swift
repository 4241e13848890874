internal import CTextArt
package import Domain

/// Text art as a picture, row by row, drawn with the face's glyphs and blended in linear light.
///
/// A cell is 8 pixels wide; its height follows the grid's cell aspect (16 pixels at 0.5).
package struct ArtRaster: Sendable {
    /// In pixels.
    package let width: Int
    /// In pixels, including the credit line.
    package let height: Int
    let lines: [RasterLine]
    let face: Face

    package init(_ grid: ArtGrid, caption: ArtCaption = ArtCaption()) {
        let cell = RasterLine.height(for: grid.cellAspect)
        let paper: RGB = grid.isInverted ? .white : .black
        var lines = (0..<grid.rows).map {
            RasterLine(cells: Array(grid.row($0)), height: cell, paper: paper, ink: grid.isInverted ? .black : .white)
        }
        face = grid.face.drawn
        if let credit = caption.credit {
            let cells = ArtRaster.cells(of: credit, columns: grid.columns)
            lines.append(RasterLine(cells: cells, height: Glyph.height, paper: paper, ink: ArtRaster.faint))
        }
        width = grid.columns * Glyph.width
        height = lines.reduce(0) { $0 + $1.height }
        self.lines = lines
    }

    /// Every row from the top, `width` opaque pixels each. Sharp glyphs have no intermediate colours at their edges.
    package func rows(isSharp: Bool = false) -> RasterRows {
        RasterRows(lines, face, isSharp: isSharp)
    }

    /// Readable on black and on white, and less prominent than the art.
    private static let faint = RGB(red: 128, green: 128, blue: 128)

    /// The credit, left-aligned and cut off at the last column. Characters without a glyph are skipped.
    private static func cells(of text: String, columns: Int) -> [ArtCell] {
        var cells: [ArtCell] = []
        for cell in text.unicodeScalars.compactMap({ Glyph($0) }).map({ ArtCell($0.scalar) }) {
            guard cells.count + cell.cells <= columns else { break }
            cells.append(cell)
            if cell.cells == 2 { cells.append(ArtCell(nil)) }
        }
        return cells + Array(repeating: ArtCell(" "), count: columns - cells.count)
    }
}

/// The rows of a raster from the top. Only one line of cells is drawn at a time.
package struct RasterRows {
    private let lines: [RasterLine]
    private var glyphs: RasterGlyphs
    private var pixels: [RGBA] = []
    private var line = 0
    private var row = 0

    init(_ lines: [RasterLine], _ face: Face, isSharp: Bool) {
        self.lines = lines
        glyphs = RasterGlyphs(face, isSharp: isSharp)
    }

    /// Fills an array of the row's width.
    mutating func fill(_ row: inout [RGBA]) -> Bool {
        var target = row.mutableSpan
        return next(into: &target)
    }

    /// Fills the next row. Returns `false` if there is none left.
    package mutating func next(into target: inout MutableSpan<RGBA>) -> Bool {
        guard line < lines.count else { return false }
        if row == 0 { lines[line].draw(with: &glyphs, into: &pixels) }
        let (start, width) = (row * target.count, target.count)
        target.withUnsafeMutableBufferPointer { target in
            _ = target.update(fromContentsOf: pixels[start..<start + width])
        }
        row += 1
        if row == lines[line].height { (line, row) = (line + 1, 0) }
        return true
    }
}

/// One line of cells as pixels.
struct RasterLine: Sendable {
    let cells: [ArtCell]
    /// In pixels.
    let height: Int
    /// The colour for cells without paper.
    let paper: RGB
    /// The colour for cells without ink.
    let ink: RGB

    /// A cell's height in pixels, from 4 to 64.
    static func height(for aspect: Double) -> Int {
        let ideal = (Double(Glyph.width) / aspect).rounded()
        return ideal >= 4 ? Int(min(ideal, 64)) : 4
    }

    /// Replaces `pixels` by `height` rows of eight pixels per cell.
    func draw(with glyphs: inout RasterGlyphs, into pixels: inout [RGBA]) {
        let size = cells.count * Glyph.width * height
        if pixels.count != size { pixels = Array(repeating: RGBA(paper), count: size) }
        pixels.withUnsafeMutableBytes { bytes in
            guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            var covered = 0
            for (column, cell) in cells.enumerated() {
                let cell = cell.scalar != nil || column < covered ? cell : ArtCell(" ")
                guard let scalar = cell.drawn else { continue }
                covered = column + cell.cells
                draw(glyphs.shape(scalar, cells: cell.cells, height: height), of: cell, at: column, into: start)
            }
        }
    }

    private func draw(
        _ shape: RasterGlyphs.Shape, of cell: ArtCell, at column: Int, into pixels: UnsafeMutablePointer<UInt8>
    ) {
        let width = cells.count * Glyph.width
        let left = column * Glyph.width
        let (ink, paper) = (cell.foreground ?? ink, cell.background ?? paper)
        textart_draw(
            LinearLight.ofCode, LinearLight.nearest, textart_color(ink), textart_color(paper), shape.levels,
            Int32(shape.levels.count), shape.coverage, Int32(shape.width), Int32(min(shape.width, width - left)),
            Int32(height), pixels, Int64(left), Int64(width))
    }
}

extension textart_color {
    fileprivate init(_ color: RGB) { self.init(red: color.red, green: color.green, blue: color.blue) }
}

/// Glyphs scaled to a height, with a cache.
struct RasterGlyphs {
    struct Shape {
        /// In pixels.
        let width: Int
        /// Row by row, from 0 to 255.
        let coverage: [UInt8]
        /// The values that occur in `coverage`.
        let levels: [UInt8]

        init(width: Int, coverage: [UInt8]) {
            (self.width, self.coverage) = (width, coverage)
            levels = Set(coverage).sorted()
        }
    }

    private struct Key: Hashable {
        let scalar: Unicode.Scalar
        let cells: Int
        let height: Int
    }

    private let face: Face
    private let isSharp: Bool
    private var shapes: [Key: Shape] = [:]
    /// The last shape of each remainder of a scalar's value by 256, which spares hashing most keys.
    private var recent: [(key: Key, shape: Shape)?] = Array(repeating: nil, count: 256)

    /// Sharp glyphs have no antialiasing: a pixel is ink if at least half of it is covered.
    init(_ face: Face, isSharp: Bool = false) {
        self.face = face
        self.isSharp = isSharp
    }

    /// A character missing from the face is taken from the built-in fonts; if they lack it too, it is blank.
    mutating func shape(_ scalar: Unicode.Scalar, cells: Int, height: Int) -> Shape {
        let key = Key(scalar: scalar, cells: cells, height: height)
        let place = Int(scalar.value & 255)
        if let known = recent[place], known.key == key { return known.shape }
        let shape = shapes[key] ?? made(key)
        recent[place] = (key, shape)
        return shape
    }

    private mutating func made(_ key: Key) -> Shape {
        let scalar = key.scalar
        let smooth = RasterGlyphs.stretched(
            Glyph(scalar, face) ?? Glyph(scalar, .dejavu) ?? .space, key.cells, to: key.height)
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

    /// The glyph's pixels, centred in `cells` cells.
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
