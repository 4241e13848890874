package import Domain

/// The rows of a raster from the top, one at a time: only one line of cells is drawn at once.
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

    /// The same into an array of the row's width.
    mutating func fill(_ row: inout [RGBA]) -> Bool {
        var target = row.mutableSpan
        return next(into: &target)
    }

    /// Fills the next row. `false` when there is none left.
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
