internal import Domain

/// The characters that art may use, ordered by their measured ink, whatever the order they were typed in.
struct Palette {
    /// Fewer distinct inks, or a narrower range, than these make a flat picture.
    static let fewestInks = 4
    static let thinnestRange = 0.15

    /// One cell wide, from the lightest to the darkest.
    let narrow: [Glyph]
    /// Two cells wide, from the lightest to the darkest.
    let wide: [Glyph]
    let warnings: [ArtWarning]
    private let lightest: Double
    private let range: Double

    init(_ options: ArtOptions) {
        var warnings: [ArtWarning] = []
        var glyphs: [Glyph] = []
        if let characters = options.characters {
            let chosen = Self.measure(characters)
            glyphs = chosen.glyphs
            if !chosen.strangers.isEmpty { warnings.append(.unusable(chosen.strangers)) }
            if glyphs.isEmpty { warnings.append(.nothingUsable) }
        }
        if glyphs.isEmpty { glyphs = Self.measure(options.charset.characters).glyphs }
        let ordered = glyphs.sorted { ($0.ink, $0.scalar.value) < ($1.ink, $1.scalar.value) }
        narrow = Self.distinct(ordered.filter { $0.cells == 1 })
        wide = Self.distinct(ordered.filter { $0.cells == 2 })
        lightest = ordered.first?.ink ?? 0
        range = (ordered.last?.ink ?? 0) - lightest
        let inks = narrow.count + wide.count
        if options.characters != nil, inks < Self.fewestInks || range < Self.thinnestRange {
            warnings.append(.thinToneRange(inks: inks, range: range))
        }
        self.warnings = warnings
    }

    /// The ink that shows a tone from 0 (no ink) to 1 (the most that there is).
    func ink(forTone tone: Double) -> Double {
        lightest + tone * range
    }

    /// The glyph whose ink is the nearest. Of two as near, the lighter one. `nil` when there are none.
    static func nearest(_ glyphs: [Glyph], to ink: Double) -> Glyph? {
        var (low, high) = (0, glyphs.count)
        while low < high {
            let middle = (low + high) / 2
            if glyphs[middle].ink < ink { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return glyphs.first }
        guard low < glyphs.count else { return glyphs.last }
        return glyphs[low].ink - ink < ink - glyphs[low - 1].ink ? glyphs[low] : glyphs[low - 1]
    }

    private static func measure(_ text: String) -> (glyphs: [Glyph], strangers: [Unicode.Scalar]) {
        var glyphs: [Glyph] = []
        var strangers: [Unicode.Scalar] = []
        var seen: Set<Unicode.Scalar> = []
        for scalar in text.unicodeScalars where seen.insert(scalar).inserted && !isBreak(scalar) {
            if !scalar.properties.isGraphemeExtend, let glyph = Glyph(scalar) {
                glyphs.append(glyph)
            } else {
                strangers.append(scalar)
            }
        }
        return (glyphs, strangers)
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\r" || scalar == "\t"
    }

    /// Of glyphs with the same ink the first is enough: the same characters give the same art in any order.
    private static func distinct(_ glyphs: [Glyph]) -> [Glyph] {
        var kept: [Glyph] = []
        for glyph in glyphs where kept.last?.ink != glyph.ink { kept.append(glyph) }
        return kept
    }
}
