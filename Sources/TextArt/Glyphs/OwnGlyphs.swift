/// The glyphs of a font file, drawn into cells of 8 by 16 pixels. Block elements and mosaics fill their parts of the cell
/// exactly, whatever the font has: so terminals draw them.
package struct OwnGlyphs: Equatable, Sendable {
    /// Coverage from 0 to 255 in 16 rows of 8 or 16 pixels.
    private var coverage: [Unicode.Scalar: [UInt8]] = [:]

    package init() {}

    /// The size of one cell, in pixels.
    package static var cell: (width: Int, height: Int) { (Glyph.width, Glyph.height) }

    /// - Precondition: `pixels` are those of one cell or two.
    package mutating func add(_ scalar: Unicode.Scalar, _ pixels: [UInt8]) {
        let cell = Glyph.width * Glyph.height
        precondition(pixels.count == cell || pixels.count == 2 * cell, "a glyph has one cell or two")
        let isBlock = 0x2580...0x259F ~= scalar.value || scalar.value >= 0x2800 && Face.dejavu.isDefined(scalar)
        coverage[scalar] = isBlock ? Face.dejavu.pixels(scalar) : pixels
    }

    /// 0 when it isn't there.
    func cells(_ scalar: Unicode.Scalar) -> Int { pixels(scalar).count / (Glyph.width * Glyph.height) }

    func pixels(_ scalar: Unicode.Scalar) -> [UInt8] { coverage[scalar] ?? [] }
}
