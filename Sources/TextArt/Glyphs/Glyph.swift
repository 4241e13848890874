internal import CGlyphs

/// A character as the tables know it.
struct Glyph: Equatable {
    /// The size of one cell in the tables, in pixels.
    static let width = Int(GLYPH_WIDTH)
    static let height = Int(GLYPH_HEIGHT)

    let scalar: Unicode.Scalar
    /// Cells across: 1 or 2.
    let cells: Int

    static let space = Glyph(scalar: " ", cells: 1)

    /// `nil` when no table has it.
    init?(_ scalar: Unicode.Scalar) {
        let cells = Int(glyph_cells(scalar.value))
        guard cells > 0 else { return nil }
        self.init(scalar: scalar, cells: cells)
    }

    private init(scalar: Unicode.Scalar, cells: Int) {
        self.scalar = scalar
        self.cells = cells
    }

    /// The share of its cells that ink covers, from 0 to 1.
    var coverage: Double {
        Double(glyph_ink(scalar.value)) / Double(255 * Glyph.width * Glyph.height * cells)
    }

    /// Coverage from 0 to 255: `height` rows of `width * cells` pixels.
    var pixels: [UInt8] {
        var pixels = [UInt8](repeating: 0, count: 2 * Glyph.width * Glyph.height)
        _ = glyph_coverage(scalar.value, &pixels)
        return Array(pixels.prefix(Glyph.width * Glyph.height * cells))
    }
}
