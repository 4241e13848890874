package import Domain

/// Text art as a picture, row by row, drawn with the face's glyphs and blended in linear light.
///
/// A cell is 8 pixels wide; its height follows the grid's cell aspect (16 pixels at 0.5).
package struct ArtRaster: Sendable {
    /// In pixels.
    package let width: Int
    /// In pixels, including the credit line.
    package let height: Int
    private let lines: [RasterLine]
    private let face: Face

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
        if row == 0 { pixels = lines[line].pixels(&glyphs) }
        let start = row * target.count
        for x in 0..<target.count { target[x] = pixels[start + x] }
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

    /// `height` rows of eight pixels per cell.
    func pixels(_ glyphs: inout RasterGlyphs) -> [RGBA] {
        let width = cells.count * Glyph.width
        var pixels = [RGBA](repeating: RGBA(paper), count: width * height)
        for (column, cell) in cells.enumerated() {
            guard let scalar = cell.drawn else { continue }
            let shape = glyphs.shape(scalar, cells: cell.cells, height: height)
            draw(shape, Blend(cell.foreground ?? ink, over: cell.background ?? paper), at: column, in: &pixels)
        }
        return pixels
    }

    private func draw(_ shape: RasterGlyphs.Shape, _ blend: Blend, at column: Int, in pixels: inout [RGBA]) {
        let width = cells.count * Glyph.width
        let left = column * Glyph.width
        let visible = min(shape.width, width - left)
        for y in 0..<height {
            for x in 0..<visible {
                pixels[y * width + left + x] = blend.pixel(shape.coverage[y * shape.width + x])
            }
        }
    }

    /// Ink over paper in linear light.
    private struct Blend {
        let ink: Light
        let paper: Light
        let full: RGBA
        let empty: RGBA

        init(_ ink: RGB, over paper: RGB) {
            self.ink = Light(ink)
            self.paper = Light(paper)
            full = RGBA(ink)
            empty = RGBA(paper)
        }

        func pixel(_ coverage: UInt8) -> RGBA {
            if coverage == 0 { return empty }
            if coverage == 255 { return full }
            let share = Double(coverage) / 255
            return RGBA(paper.mixed(ink, share).color)
        }
    }
}

/// Glyphs scaled to a height, with a cache.
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

    /// Sharp glyphs have no antialiasing: a pixel is ink if at least half of it is covered.
    init(_ face: Face, isSharp: Bool = false) {
        self.face = face
        self.isSharp = isSharp
    }

    /// A character missing from the face is taken from the built-in fonts; if they lack it too, it is blank.
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
