internal import CTextArt

/// The error measure that art without colours minimises: squared differences summed over several blurs.
struct ToneErrorMetric {
    /// A blur of the error. The taps, from the centre outwards, already apply it twice: once for each factor of the
    /// square.
    struct Blur {
        let weight: Float
        let taps: [Float]
    }

    let blurs: [Blur]
    /// Weight of glyph structure finer than a sample; the picture has none at that scale.
    let grain: Float
    /// Compares sRGB codes, as seen from near, instead of linear light, as mixed by the eye from afar.
    let isNear: Bool
    /// The share of whole areas' error that is tolerated, from 0 to 1. Letting their tone differ a little makes them
    /// smoother.
    var leeway: Float = 0

    /// Faithful to tone, seen from a distance at which characters blur by a third of a cell.
    static let tone = ToneErrorMetric(blurs: [Blur(weight: 1, taps: third)], grain: 0, isNear: false)

    /// Faithful to tone, for characters as large as a cell. Their strokes can't be packed as densely as dots, so grain
    /// between them weighs more, and the exact mean of an area less.
    static let letters = ToneErrorMetric(blurs: [Blur(weight: 1, taps: close)], grain: 0, isNear: false, leeway: 0.45)

    /// Letters for pictures whose detail is brought out, which would become grain in even areas.
    static let calmLetters = ToneErrorMetric(
        blurs: [Blur(weight: 1, taps: closer)], grain: 0, isNear: false, leeway: 0.58)

    /// Sharp: structure is compared unblurred, and differences between areas are sacrificed for those within them.
    static let sharp = ToneErrorMetric(
        blurs: [Blur(weight: 0.3, taps: [1]), Blur(weight: 1, taps: third)], grain: 0.3, isNear: true)

    /// Gaussian with a sigma of 1.98 samples: 0.35 of a cell's width (1.4 samples), applied twice.
    private static let third: [Float] = [0.201679, 0.177528, 0.121083, 0.06399, 0.026203, 0.008314, 0.002044]

    /// Gaussian with a sigma of 1.7 samples.
    private static let close: [Float] = [0.234914, 0.197593, 0.117587, 0.049508, 0.014747, 0.003108]

    /// Gaussian with a sigma of 1.6 samples.
    private static let closer: [Float] = [0.249458, 0.205199, 0.11421, 0.043012, 0.01096, 0.00189]
}

/// Glyphs at the resolution at which tones are matched: means of 2×2 pixels.
struct ToneTable {
    /// Samples of a cell across and down.
    static let across = Int(TEXTART_ACROSS)
    static let down = Int(TEXTART_DOWN)
    static let samples = across * down
    static let lanes = Int(TEXTART_TONE_BLOCK)

    let clusters: [Cluster]
    /// The number of entries, a multiple of `lanes`.
    let count: Int
    /// Two samples at a time, `count` glyphs each, in parts of 4,096.
    let pairs: [Int16]
    /// Half of each glyph's own cost, in parts of 2^25. Padding has the greatest possible cost.
    let halfCosts: [Int32]
    /// Glyph by glyph, `samples` each.
    let glyphs: [Float]
    /// The glyphs after the blurs, within the cell, less the metric's leeway.
    let blurred: [Float]
    /// The contribution of each glyph to a blurred field, in its cell and around it as far as the blurs reach: row by
    /// row.
    let prints: [Float]
    /// The sum of each glyph's samples.
    let inks: [Float]
    /// The cost of each glyph in an empty field.
    let costs: [Float]
    /// 1 for glyphs with upright strokes, which look like a comb where they are repeated.
    let upright: [UInt8]
    /// The mean ink of the fullest glyph, unless it stands far apart from the next ones.
    let top: Float

    /// `isInverted` is dark ink on light paper: values are then the light that ink removes from the paper.
    /// - Precondition: all symbols are one cell wide.
    init(_ known: [Symbol], metric: ToneErrorMetric, isInverted: Bool) {
        clusters = known.map(\.cluster)
        count = (known.count + ToneTable.lanes - 1) / ToneTable.lanes * ToneTable.lanes
        let light = ToneTable.light(metric, isInverted)
        var costs: [Float] = []
        var (glyphs, blurred): ([Float], [Float]) = ([], [])
        for symbol in known {
            let fonts = symbol.variants.map { Variant($0, light, metric) }
            // Differences between fonts are an expected error: the mean of their squares, not the square of their mean.
            costs.append(fonts.reduce(0) { $0 + $1.cost * $1.weight } / fonts.reduce(0) { $0 + $1.weight })
            glyphs += ToneTable.mean(fonts, \.coarse)
            blurred += ToneTable.mean(fonts, \.blurred)
        }
        pairs = ToneTable.pairs(glyphs, count: count)
        halfCosts = ToneTable.halves(costs, count: count)
        self.costs = costs
        self.glyphs = glyphs
        self.blurred = blurred
        prints = ToneTable.footprints(of: glyphs, metric.blurs)
        inks = known.indices.map { index in
            glyphs[index * ToneTable.samples..<(index + 1) * ToneTable.samples].reduce(0, +)
        }
        upright =
            known.map { ToneTable.combs.contains($0.cluster.scalar) ? 1 : 0 }
            + Array(repeating: 0, count: count - known.count)
        top = ToneTable.top(inks.sorted(), isInverted: isInverted) / Float(ToneTable.samples)
    }

    private static let combs = Set("|!Iil1:;'\"HTYfjJrt[](){}/\\".unicodeScalars)

    /// A small charset needs every glyph. In a large one the fullest glyph counts if it is one step from the next, as
    /// in mosaics; if it is far above the others, it alone would fill all light areas. Dark ink always needs the
    /// average of several: the little light that the second fullest glyphs leave looks much brighter than none.
    private static func top(_ inks: [Float], isInverted: Bool) -> Float {
        guard let fullest = inks.last else { return Float(samples) }
        guard isInverted else { return inks.count > 32 ? min(fullest, inks[inks.count - 2] * 1.25) : fullest }
        let most = inks.suffix(min(3, (inks.count + 31) / 32))
        return most.reduce(0, +) / Float(most.count)
    }

    /// A glyph in one font.
    private struct Variant {
        let coarse: [Float]
        let blurred: [Float]
        let cost: Float
        let weight: Float

        init(_ shape: GlyphVariant, _ light: [Float], _ metric: ToneErrorMetric) {
            let pixels = shape.pixels.map { light[Int($0)] }
            weight = Float(shape.weight)
            coarse = ToneTable.reduced(pixels)
            let drift = coarse.reduce(0, +) * metric.leeway * AreaErrors.own
            blurred = metric.blurs.within(coarse).map { $0 - drift }
            let grain = metric.grain > 0 ? metric.grain * ToneTable.grain(pixels, coarse) : 0
            cost = ToneTable.sum(coarse, blurred) + grain
        }
    }

    /// The glyph with the least cost for the differences from `textart_lacking`.
    func cheapest(_ lacks: [Int16]) -> Int {
        Int(textart_cheapest(pairs, halfCosts, Int32(count), lacks))
    }

    private static func pairs(_ glyphs: [Float], count: Int) -> [Int16] {
        var pairs = [Int16](repeating: 0, count: samples * count)
        for index in glyphs.indices {
            let (glyph, sample) = index.quotientAndRemainder(dividingBy: samples)
            pairs[sample / 2 * 2 * count + 2 * glyph + sample % 2] = Int16(glyphs[index] * 4_096 + 0.5)
        }
        return pairs
    }

    private static func halves(_ costs: [Float], count: Int) -> [Int32] {
        costs.map { Int32($0 * Float(1 << 24)) } + Array(repeating: Int32.max, count: count - costs.count)
    }

    private static func footprints(of glyphs: [Float], _ blurs: [ToneErrorMetric.Blur]) -> [Float] {
        let count = glyphs.count / samples
        var prints = [Float](repeating: 0, count: count * Int(TEXTART_PRINT))
        for blur in blurs {
            textart_prints(glyphs, Int32(count), blur.taps, Int32(blur.taps.count - 1), blur.weight, &prints)
        }
        return prints
    }

    private static func mean(_ fonts: [Variant], _ values: (Variant) -> [Float]) -> [Float] {
        let whole = fonts.reduce(0) { $0 + $1.weight }
        return (0..<samples).map { sample in
            fonts.reduce(0) { $0 + values($1)[sample] * $1.weight } / whole
        }
    }

    /// The light of each coverage, from 0 to 1, when terminals blend codes.
    private static func light(_ metric: ToneErrorMetric, _ isInverted: Bool) -> [Float] {
        (0...255).map { code in
            guard !metric.isNear else { return Float(code) / 255 }
            let full = Float(LinearLight.full)
            return isInverted
                ? 1 - Float(LinearLight.ofCode[255 - code]) / full : Float(LinearLight.ofCode[code]) / full
        }
    }

    static func reduced(_ pixels: [Float]) -> [Float] {
        (0..<samples).map { sample in
            let first = sample / across * 2 * Glyph.width + sample % across * 2
            return (pixels[first] + pixels[first + 1] + pixels[first + Glyph.width] + pixels[first + Glyph.width + 1])
                / 4
        }
    }

    /// The sum of squared differences between pixels and their samples, in samples.
    static func grain(_ pixels: [Float], _ coarse: [Float]) -> Float {
        var sum: Float = 0
        for index in pixels.indices {
            let difference = pixels[index] - coarse[index / (2 * Glyph.width) * across + index % Glyph.width / 2]
            sum += difference * difference
        }
        return sum / 4
    }

    static func sum(_ one: [Float], _ other: [Float]) -> Float {
        var sum: Float = 0
        for index in one.indices { sum += one[index] * other[index] }
        return sum
    }
}

extension [ToneErrorMetric.Blur] {
    /// A cell's samples after the blurs, with nothing around them.
    func within(_ glyph: [Float]) -> [Float] {
        var blurred = [Float](repeating: 0, count: ToneTable.samples)
        for blur in self {
            textart_blur_within(glyph, blur.taps, Int32(blur.taps.count - 1), blur.weight, &blurred)
        }
        return blurred
    }
}
