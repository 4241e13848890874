import Domain

/// Rows that a travelling wave shifts sideways. The wave grows out of the art at rest and calms down again, so that the
/// art can be read once in each round, and the last frame flows into the first.
struct WaveScene: EffectScene {
    /// The time in which the wave travels its own length, in seconds.
    private static let period = 2.0

    private let art: ArtGrid
    private let glyphs: [EffectGlyph]
    /// In cells.
    private let amplitude: Double
    /// In rows.
    private let length: Double
    private let cycles: Double
    /// As a share of the wave's length.
    private let phase: Double

    init(_ art: ArtGrid, seed: UInt64, seconds: Double) {
        self.art = art
        var rng = SplitMix64(seed: seed)
        phase = rng.unit()
        glyphs = art.effectGlyphs.filter { !$0.isEmpty }
        amplitude = min(6, max(1.6, Double(art.columns) / 16))
        length = max(8, Double(art.rows) * 0.75)
        cycles = max(1, (seconds / Self.period).rounded())
    }

    func cells(at time: Double) -> [ArtCell] {
        var canvas = EffectCanvas(like: art)
        let strength = (1 - Sine.of(turns: time + 0.25)) / 2 * amplitude
        let shifts = (0..<art.rows).map { row in
            Int((Sine.of(turns: time * cycles + phase - Double(row) / length) * strength).rounded())
        }
        for glyph in glyphs { canvas.draw(glyph, row: glyph.row, column: glyph.column + shifts[glyph.row]) }
        return canvas.cells
    }
}

/// The sine by multiplications, with the same bits on every machine.
enum Sine {
    /// The sine of an angle in full turns, with an error below 0.002.
    static func of(turns: Double) -> Double {
        let turn = turns - turns.rounded(.down)
        // From -1 to 1 for half a turn to either side.
        let angle = turn < 0.5 ? turn * 2 : turn * 2 - 2
        let parabola = 4 * angle * (1 - abs(angle))
        return 0.225 * (parabola * abs(parabola) - parabola) + parabola
    }
}
