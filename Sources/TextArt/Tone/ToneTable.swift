internal import CTextArt

/// Glyphs in the samples that tone is matched in: means of two by two pixels.
struct ToneTable {
    /// Samples of a cell across and down.
    static let across = Int(TEXTART_ACROSS)
    static let down = Int(TEXTART_DOWN)
    static let samples = across * down
    static let lanes = Int(TEXTART_TONE_BLOCK)

    let clusters: [Cluster]
    /// A multiple of `lanes`.
    let count: Int
    /// Two samples at a time, `count` glyphs each: in parts of 4,096.
    private let pairs: [Int16]
    /// Half of what each glyph costs where nothing else is, in parts of 2 to the power of 25; padding is dear.
    private let halfCosts: [Int32]
    /// Glyph by glyph, `samples` each.
    let glyphs: [Float]
    /// The same after the blurs, within the cell, less what the look gives leeway.
    let blurred: [Float]
    /// What each glyph adds to a blurred field.
    let prints: [Float]
    /// The sum of each glyph's samples.
    let inks: [Float]
    /// What each glyph costs where nothing else is.
    let costs: [Float]
    /// The ink of the fullest glyph, unless it is far from the next ones.
    let top: Float

    /// Dark ink on light paper where `isInverted`: values are then what the paper lacks.
    init(_ scalars: [Unicode.Scalar], _ face: Face = .average, look: ToneLook, isInverted: Bool) {
        self.init(scalars.compactMap { Symbol($0, face) }.filter { $0.cells == 1 }, look: look, isInverted: isInverted)
    }

    /// Symbols of one cell.
    init(_ known: [Symbol], look: ToneLook, isInverted: Bool) {
        clusters = known.map(\.cluster)
        count = (known.count + ToneTable.lanes - 1) / ToneTable.lanes * ToneTable.lanes
        let light = ToneTable.light(look, isInverted)
        var costs: [Float] = []
        var (glyphs, blurred): ([Float], [Float]) = ([], [])
        for symbol in known {
            let fonts = symbol.variants.map { Variant($0, light, look) }
            // What fonts differ by is an error to be expected: the mean of their squares, not the square of their mean.
            costs.append(fonts.reduce(0) { $0 + $1.cost * $1.weight } / fonts.reduce(0) { $0 + $1.weight })
            glyphs += ToneTable.mean(fonts, \.coarse)
            blurred += ToneTable.mean(fonts, \.blurred)
        }
        pairs = ToneTable.pairs(glyphs, count: count)
        halfCosts = ToneTable.halves(costs, count: count)
        self.costs = costs
        self.glyphs = glyphs
        self.blurred = blurred
        prints = TonePrint.values(of: glyphs, look.blurs)
        inks = known.indices.map { index in
            glyphs[index * ToneTable.samples..<(index + 1) * ToneTable.samples].reduce(0, +)
        }
        top = ToneTable.top(inks.sorted(), isInverted: isInverted) / Float(ToneTable.samples)
    }

    /// Of few glyphs each is needed, and one of many is where it is a step from the next one, as mosaics are; but one
    /// alone, far above many, would stand in all light areas. Dark ink is always far: the little light that the next
    /// ones leave is much more than none.
    private static func top(_ inks: [Float], isInverted: Bool) -> Float {
        guard let fullest = inks.last else { return Float(samples) }
        guard isInverted else { return inks.count > 32 ? min(fullest, inks[inks.count - 2] * 1.25) : fullest }
        let most = inks.suffix(min(3, (inks.count + 31) / 32))
        return most.reduce(0, +) / Float(most.count)
    }

    /// A glyph as one font shows it.
    private struct Variant {
        let coarse: [Float]
        let blurred: [Float]
        let cost: Float
        let weight: Float

        init(_ shape: FontShape, _ light: [Float], _ look: ToneLook) {
            let pixels = shape.pixels.map { light[Int($0)] }
            weight = Float(shape.weight)
            coarse = ToneTable.reduced(pixels)
            let drift = coarse.reduce(0, +) * look.leeway * ToneAreas.own
            blurred = look.blurs.within(coarse).map { $0 - drift }
            let grain = look.grain > 0 ? look.grain * ToneTable.grain(pixels, coarse) : 0
            cost = ToneTable.sum(coarse, blurred) + grain
        }
    }

    /// As `textart_match_tones` tells it.
    func match(
        _ match: textart_match, _ path: textart_path, _ fixed: [Int32]?, _ field: inout [Float], _ lacks: inout [Float],
        _ near: inout [UInt8], _ chosen: inout [Int32]
    ) {
        textart_match_tones(
            path, match, pairs, halfCosts, blurred, inks, prints, fixed, ToneAreas.shares, &field, &lacks, &near,
            &chosen)
    }

    /// The glyph that costs least for what a cell lacks, as `textart_lacking` tells it.
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

    private static func mean(_ fonts: [Variant], _ values: (Variant) -> [Float]) -> [Float] {
        let whole = fonts.reduce(0) { $0 + $1.weight }
        return (0..<samples).map { sample in
            fonts.reduce(0) { $0 + values($1)[sample] * $1.weight } / whole
        }
    }

    /// What each coverage shows, from 0 to 1, where terminals blend codes.
    private static func light(_ look: ToneLook, _ isInverted: Bool) -> [Float] {
        (0...255).map { code in
            guard !look.isNear else { return Float(code) / 255 }
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

    /// The squared differences of pixels from their samples, a sample's worth.
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
