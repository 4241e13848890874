package import Domain

/// Text art as a picture, row by row, drawn with the built-in glyph tables and blended in linear light.
///
/// A cell is 8 pixels wide; its height follows the grid's cell aspect (16 pixels at 0.5).
package struct ArtRaster: Sendable {
    /// In pixels.
    package let width: Int
    /// In pixels, with the credit line.
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

    /// Every row from the top, `width` opaque pixels each.
    package func rows() -> RasterRows {
        rows(isSharp: false)
    }

    /// The same; sharp glyphs have no edges between ink and paper.
    func rows(isSharp: Bool) -> RasterRows {
        RasterRows(lines, face, isSharp: isSharp)
    }

    /// Readable on black and on white, and quieter than the art.
    private static let faint = RGB(red: 128, green: 128, blue: 128)

    /// The credit from the left, cut at the last column; what no table has is left out.
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
