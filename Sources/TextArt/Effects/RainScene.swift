import Domain

/// Glyphs that fall into their places, the lowest of each column first, like the digital rain of films.
struct RainScene: EffectScene {
    /// Shares of the whole time: the latest start of a column, the time between a column's lowest and highest glyph, and
    /// the longest delay of a single glyph. The rest is one fall from above the art to its last row.
    private static let (start, spread, delay) = (0.3, 0.35, 0.04)

    private struct Drop {
        let glyph: EffectGlyph
        /// When the glyph enters the first row.
        let start: Double
    }

    private let art: ArtGrid
    private let drops: [Drop]
    /// In rows.
    private let speed: Double

    init(_ art: ArtGrid, seed: UInt64) {
        self.art = art
        var rng = SplitMix64(seed: seed)
        let starts = (0..<art.columns).map { _ in rng.unit() * Self.start }
        let rows = Double(max(1, art.rows))
        speed = rows / (1 - Self.start - Self.spread - Self.delay)
        drops = art.effectGlyphs.filter { !$0.isEmpty }.map { glyph in
            let turn = Double(art.rows - 1 - glyph.row) / rows * Self.spread
            return Drop(glyph: glyph, start: starts[glyph.column] + turn + rng.unit() * Self.delay)
        }
    }

    func cells(at time: Double) -> [ArtCell] {
        var canvas = EffectCanvas(like: art)
        var landed: [EffectGlyph] = []
        for drop in drops where drop.start < time {
            let row = Int((time - drop.start) * speed)
            if row >= drop.glyph.row {
                landed.append(drop.glyph)
            } else {
                canvas.draw(drop.glyph, row: row, column: drop.glyph.column)
            }
        }
        // A falling wide glyph also crosses its right neighbour's column, where glyphs may lie already.
        for glyph in landed { canvas.draw(glyph) }
        return canvas.cells
    }
}
