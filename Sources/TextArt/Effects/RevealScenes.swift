import Domain

/// Glyphs that appear in their places one after another.
struct OrderScene: EffectScene {
    private let art: ArtGrid
    /// By the time at which they appear, from above 0 to below 1.
    private let glyphs: [(time: Double, glyph: EffectGlyph)]

    /// Uncovers columns from the left. The edge is ragged, because a straight one is as distracting as a cursor.
    init(wiping art: ArtGrid, seed: UInt64) {
        var rng = SplitMix64(seed: seed)
        let edge = Double(min(6, max(1, art.columns / 12)))
        let ragged = (0..<art.rows).map { _ in rng.unit() * edge }
        self.init(art) { glyph in (Double(glyph.column) + ragged[glyph.row]) / (Double(art.columns) + edge) }
    }

    init(dissolving art: ArtGrid, seed: UInt64) {
        var rng = SplitMix64(seed: seed)
        self.init(art) { _ in rng.unit() }
    }

    private init(_ art: ArtGrid, time: (EffectGlyph) -> Double) {
        self.art = art
        glyphs = art.effectGlyphs.filter { !$0.isEmpty }.map { (time($0), $0) }.sorted { $0.time < $1.time }
    }

    func cells(at time: Double) -> [ArtCell] {
        var canvas = EffectCanvas(like: art)
        for (due, glyph) in glyphs {
            guard due < time else { break }
            canvas.draw(glyph)
        }
        return canvas.cells
    }
}

/// Glyphs that are typed in reading order, with a block as the cursor.
struct TypewriterScene: EffectScene {
    /// The time to skip a blank, where a character takes 1.
    private static let blank = 0.08
    /// The time for line breaks and the blanks around them.
    private static let lineBreak = 0.5

    private let art: ArtGrid
    private let glyphs: [EffectGlyph]
    /// When each of the glyphs is typed, from 0 to 1.
    private let times: [Double]

    init(_ art: ArtGrid) {
        self.art = art
        var (typed, times): ([EffectGlyph], [Double]) = ([], [])
        var now = 0.0
        var blanks = 0
        for glyph in art.effectGlyphs {
            if glyph.isEmpty {
                blanks += 1
                continue
            }
            let isNewLine = typed.last.map { $0.row < glyph.row } ?? false
            now += isNewLine ? Self.lineBreak : Double(blanks) * Self.blank
            now += 1
            blanks = 0
            typed.append(glyph)
            times.append(now)
        }
        glyphs = typed
        let end = (times.last ?? 1) + 1
        self.times = times.map { $0 / end }
    }

    func cells(at time: Double) -> [ArtCell] {
        var canvas = EffectCanvas(like: art)
        let count = times.firstIndex { $0 > time } ?? times.count
        for glyph in glyphs.prefix(count) { canvas.draw(glyph) }
        if count < glyphs.count {
            let next = glyphs[count]
            let cursor = EffectGlyph(row: next.row, column: next.column, width: 1, cell: ArtCell("█"))
            canvas.draw(cursor)
        }
        return canvas.cells
    }
}
