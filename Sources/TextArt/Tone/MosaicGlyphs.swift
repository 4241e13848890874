/// Draws parts that are ink or none with the glyphs of a set.
struct MosaicGlyphs {
    private let mosaic: Mosaic
    private let glyphs: [(scalar: Unicode.Scalar, ink: UInt64)]

    /// Symbols of one cell.
    init(_ mosaic: Mosaic, _ symbols: [Symbol]) {
        self.mosaic = mosaic
        glyphs = symbols.map { ($0.cluster.scalar, mosaic.ink(of: $0.pixels)) }
    }

    /// One for each cell. `ink` has a row of `columns * mosaic.across` for each row of parts.
    func cells(_ ink: [UInt8], columns: Int) -> [ArtCell] {
        (0..<ink.count / mosaic.parts).map { ArtCell(scalar(ink, columns, $0 % columns, $0 / columns)) }
    }

    /// The glyph that differs in the fewest parts.
    private func scalar(_ ink: [UInt8], _ columns: Int, _ column: Int, _ row: Int) -> Unicode.Scalar {
        let width = columns * mosaic.across
        let first = row * mosaic.down * width + column * mosaic.across
        var wanted: UInt64 = 0
        for part in 0..<mosaic.parts where ink[first + part / mosaic.across * width + part % mosaic.across] > 0 {
            wanted |= 1 << UInt64(part)
        }
        var best: (scalar: Unicode.Scalar, count: Int) = (" ", .max)
        for glyph in glyphs {
            let count = (glyph.ink ^ wanted).nonzeroBitCount
            if count < best.count { best = (glyph.scalar, count) }
            if count == 0 { break }
        }
        return best.scalar
    }
}
