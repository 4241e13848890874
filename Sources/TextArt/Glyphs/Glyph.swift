internal import CGlyphs

/// A character as a face shows it.
struct Glyph: Equatable {
    /// The size of one cell in the tables, in pixels.
    static let width = Int(GLYPH_WIDTH)
    static let height = Int(GLYPH_HEIGHT)

    static let space = Glyph(scalar: " ", cells: 1, face: .average)

    let scalar: Unicode.Scalar
    /// Cells across: 1 or 2.
    let cells: Int
    private let face: Face

    /// `nil` when the face doesn't have it.
    init?(_ scalar: Unicode.Scalar, _ face: Face = .average) {
        let cells = face.cells(scalar)
        guard cells > 0 else { return nil }
        self.init(scalar: scalar, cells: cells, face: face)
    }

    private init(scalar: Unicode.Scalar, cells: Int, face: Face) {
        self.scalar = scalar
        self.cells = cells
        self.face = face
    }

    /// The share of its cells that ink covers, from 0 to 1.
    var coverage: Double {
        let ink = pixels.reduce(0) { $0 + Int($1) }
        return Double(ink) / Double(255 * Glyph.width * Glyph.height * cells)
    }

    /// Coverage from 0 to 255: `height` rows of `width * cells` pixels.
    var pixels: [UInt8] { face.pixels(scalar) }

    /// The same for each of the face's fonts.
    var variants: [FontShape] { face.variants(scalar) }
}
