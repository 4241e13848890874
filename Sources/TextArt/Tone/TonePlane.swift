internal import CTextArt

/// Tones of a whole picture.
struct TonePlane {
    let width: Int
    let height: Int
    let values: [Float]

    init(width: Int, height: Int, values: [Float]) {
        self.width = width
        self.height = height
        self.values = values
    }

    /// Squeezes the tones of areas into what glyphs can show, and keeps the differences within areas as they are: the
    /// base is squeezed, the detail is not (after Durand and Dorsey 2002, with a plain blur).
    func flattened(to top: Float) -> TonePlane {
        let base = mean(across: TonePlane.reach, down: TonePlane.reach)
        var flat = [Float].unset(values.count)
        textart_flatten(values, base.values, Int64(values.count), top, &flat)
        return TonePlane(width: width, height: height, values: flat)
    }

    /// Three boxes of this reach are a Gaussian of some six cells' width.
    private static let reach = 16

    /// The mean of what is around each value: three boxes that reach so far, nearly a Gaussian.
    func mean(across: Int, down: Int) -> TonePlane {
        var scratch = [Float](repeating: 0, count: Int(TEXTART_MEAN_ROWS) * max(width, height))
        var (means, turned) = (values, [Float].unset(values.count))
        let (width, height) = (Int32(width), Int32(height))
        for _ in 0..<3 {
            textart_mean_rows(means, width, height, Int32(across), &scratch, &turned)
            textart_mean_rows(turned, height, width, Int32(down), &scratch, &means)
        }
        return TonePlane(width: self.width, height: self.height, values: means)
    }
}
