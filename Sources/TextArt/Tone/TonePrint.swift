internal import CTextArt

/// What a glyph adds to a blurred field: in its cell, and as far around it as the blurs of tones reach.
struct TonePrint {
    static let count = Int(TEXTART_PRINT)
    /// Of no glyph.
    static let none = TonePrint()

    /// Row by row.
    let values = [Float](repeating: 0, count: count)

    private init() {}

    /// Those of glyphs of a cell's samples each, one after the other.
    static func values(of glyphs: [Float], _ blurs: [ToneLook.Blur]) -> [Float] {
        var prints = [Float](repeating: 0, count: glyphs.count / ToneTable.samples * count)
        for blur in blurs {
            textart_prints(
                glyphs, Int32(glyphs.count / ToneTable.samples), blur.taps, Int32(blur.taps.count - 1), blur.weight,
                &prints)
        }
        return prints
    }
}

extension [ToneLook.Blur] {
    /// A cell's samples after the blurs, where there is nothing around them.
    func within(_ glyph: [Float]) -> [Float] {
        var blurred = [Float](repeating: 0, count: ToneTable.samples)
        for blur in self {
            textart_blur_within(glyph, blur.taps, Int32(blur.taps.count - 1), blur.weight, &blurred)
        }
        return blurred
    }
}
