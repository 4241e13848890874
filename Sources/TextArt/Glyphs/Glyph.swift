internal import CGlyphs

/// A character as it is measured: how many cells it covers, and how much of them is ink.
struct Glyph: Equatable {
    /// A cell's size in the tables.
    static let width = 8
    static let height = 16

    let scalar: Unicode.Scalar
    /// 1 or 2.
    let cells: Int
    /// The share of its cells that is ink, 0 to 1.
    let ink: Double

    /// `nil` when no table has the character.
    init?(_ scalar: Unicode.Scalar) {
        let cells = Int(glyph_cells(scalar.value))
        guard cells > 0 else { return nil }
        self.scalar = scalar
        self.cells = cells
        ink = Double(glyph_ink(scalar.value)) / Double(255 * Glyph.width * Glyph.height * cells)
    }

    /// 16 rows of 8 bytes a cell, 0 to 255.
    var coverage: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Glyph.width * Glyph.height * 2)
        glyph_coverage(scalar.value, &bytes)
        return Array(bytes.prefix(Glyph.width * Glyph.height * cells))
    }
}
