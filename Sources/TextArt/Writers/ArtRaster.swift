public import Domain

/// Art as a picture, row by row: the glyphs of the tables in their colours, and a line below for the credit.
public struct ArtRaster {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    private let grid: ArtGrid
    private let cellHeight: Int
    private let credit: [ArtCell]
    private let ink: RGB
    private let paper: RGB
    private let glyphs: [Unicode.Scalar: Glyph]
    private let coverage: [Unicode.Scalar: [UInt8]]

    public init(_ grid: ArtGrid, credit: String? = nil) {
        self.grid = grid
        ink = grid.isInverted ? .black : RGB(red: 230, green: 230, blue: 230)
        paper = grid.isInverted ? .white : .black
        cellHeight = max(1, Int((Double(Glyph.width) / grid.cellAspect).rounded()))
        self.credit = Self.line(credit ?? "", grid.columns)
        width = grid.columns * Glyph.width
        height = grid.rows * cellHeight + (self.credit.isEmpty ? 0 : Glyph.height)
        var glyphs: [Unicode.Scalar: Glyph] = [:]
        for scalar in Set((grid.cells + self.credit).compactMap(\.scalar)) { glyphs[scalar] = Glyph(scalar) }
        self.glyphs = glyphs
        coverage = glyphs.mapValues(\.pixels)
    }

    /// Fills row `y`, `width` pixels.
    public func fill(row y: Int, _ pixels: inout MutableSpan<RGBA>) {
        let row = y / cellHeight
        guard row < grid.rows else {
            draw(credit[...], line: y - grid.rows * cellHeight, &pixels)
            return
        }
        draw(grid.row(row), line: y % cellHeight * Glyph.height / cellHeight, &pixels)
    }

    private func draw(_ cells: ArraySlice<ArtCell>, line: Int, _ pixels: inout MutableSpan<RGBA>) {
        for (index, cell) in cells.enumerated() {
            guard let scalar = cell.scalar else { continue }
            let bytes = coverage[scalar] ?? []
            let width = (glyphs[scalar]?.cells ?? 1) * Glyph.width
            for x in 0..<min(width, pixels.count - index * Glyph.width) {
                let part = bytes.isEmpty ? 0 : bytes[line * width + x]
                pixels[index * Glyph.width + x] = blend(cell, part)
            }
        }
    }

    /// Ink over paper in linear light, which is how the ink was matched.
    private func blend(_ cell: ArtCell, _ part: UInt8) -> RGBA {
        let (ink, paper) = (cell.foreground ?? self.ink, cell.background ?? self.paper)
        if part == 0 { return RGBA(red: paper.red, green: paper.green, blue: paper.blue) }
        if part == 255 { return RGBA(red: ink.red, green: ink.green, blue: ink.blue) }
        return RGBA(
            red: blend(ink.red, paper.red, part), green: blend(ink.green, paper.green, part),
            blue: blend(ink.blue, paper.blue, part))
    }

    private func blend(_ ink: UInt8, _ paper: UInt8, _ part: UInt8) -> UInt8 {
        let table = LinearLight.ofCode
        let share = Double(part) / 255
        let light = Double(table[Int(ink)]) * share + Double(table[Int(paper)]) * (1 - share)
        return UInt8(LinearLight.code(of: light).rounded())
    }

    /// As much of the text as fits, a cell from the left; characters that no table has are left out.
    private static func line(_ text: String, _ columns: Int) -> [ArtCell] {
        var cells: [ArtCell] = []
        for scalar in text.unicodeScalars {
            guard let glyph = Glyph(scalar), 1 + cells.count + glyph.cells <= columns else { continue }
            let grey = RGB(red: 128, green: 128, blue: 128)
            cells.append(ArtCell(scalar, foreground: grey))
            if glyph.cells == 2 { cells.append(ArtCell(nil)) }
        }
        guard !cells.isEmpty else { return [] }
        let line = [ArtCell(" ")] + cells
        return line + Array(repeating: ArtCell(" "), count: columns - line.count)
    }
}
