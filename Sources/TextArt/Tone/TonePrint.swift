internal import CTextArt

/// What a glyph adds to a blurred field: in its cell, and as far around it as the blurs of tones reach.
struct TonePrint {
    static let count = Int(TEXTART_PRINT_ACROSS * TEXTART_PRINT_DOWN)
    /// Of no glyph.
    static let none = TonePrint()

    /// Row by row.
    private(set) var values = [Float](repeating: 0, count: count)

    private init() {}

    /// `glyph` has a cell's samples.
    init(_ glyph: [Float], _ blurs: [ToneLook.Blur]) {
        for blur in blurs {
            textart_print(glyph, blur.taps, Int32(blur.taps.count - 1), blur.weight, &values)
        }
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
