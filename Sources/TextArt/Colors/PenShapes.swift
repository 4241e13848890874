internal import CTextArt

/// Glyphs in the samples that few colours are matched in: means of two by two pixels.
///
/// A pixel with coverage a of ink F on paper B, blended in sRGB codes, shows about the light
/// B + a(F - B) - a(1 - a)k: it sags, by a k that is the pair's own. Of codes there is no sag.
struct PenShapes {
    let clusters: [Cluster]
    /// A multiple of `ToneTable.lanes`; the first glyph fills the rest.
    let count: Int
    /// Sample by sample, `count` glyphs each.
    let values: [Float]
    /// Glyph by glyph.
    let glyphs: [[Float]]
    /// What sags, glyph by glyph: its mean in each sample.
    let sags: [[Float]]
    /// As `textart_best_pair` wants them.
    let figures: [Float]
    /// What a flat cell's square counts.
    let whole: Float
    /// The fullest glyph's share.
    let most: Float

    /// Of symbols of two cells nothing is known here.
    /// - Precondition: the first symbol is the blank.
    init(_ symbols: [Symbol], look: PenLook) {
        let known = symbols.filter { $0.cells == 1 }
        clusters = known.map(\.cluster)
        let pixels = known.map { $0.pixels.map { Float($0) / 255 } }
        let coarse = pixels.map(ToneTable.reduced)
        let sag = pixels.map { pixels in
            look.isNear ? 0 : pixels.reduce(0) { $0 + $1 * (1 - $1) } / Float(pixels.count)
        }
        // A blur of the whole cell tells how much each sample of a glyph counts.
        let rows = look.blurs.within(Array(repeating: 1, count: ToneTable.samples))
        var figures: [[Float]] = []
        for index in known.indices {
            let glyph = coarse[index]
            let share = zip(glyph, rows).reduce(0) { $0 + $1.0 * $1.1 }
            let blurred = look.blurs.within(glyph)
            let own = ToneTable.sum(glyph, blurred) + look.grain * ToneTable.grain(pixels[index], glyph)
            figures.append([sag[index], share, sag[index] * share, own])
        }
        let count = (known.count + ToneTable.lanes - 1) / ToneTable.lanes * ToneTable.lanes
        let places = Array(known.indices) + [Int](repeating: 0, count: count - known.count)
        self.count = count
        whole = rows.reduce(0, +)
        self.figures = (0..<4).flatMap { figure in places.map { figures[$0][figure] } }
        values = (0..<ToneTable.samples).flatMap { sample in places.map { coarse[$0][sample] } }
        glyphs = coarse
        sags = sag.map { Array(repeating: $0, count: ToneTable.samples) }
        most = coarse.map { $0.reduce(0, +) / Float(ToneTable.samples) }.max() ?? 0
    }

    /// Whether ink can do what paper does: a full glyph stands for all opposites of mosaics.
    var hasOpposites: Bool { most > 0.99 }
}
