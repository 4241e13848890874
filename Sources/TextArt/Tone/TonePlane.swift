internal import CTextArt

/// Tones of a whole picture.
struct TonePlane {
    let width: Int
    let height: Int
    private(set) var values: [Float]

    init(width: Int, height: Int, values: [Float]) {
        self.width = width
        self.height = height
        self.values = values
    }

    /// Squeezes the tones of areas into what glyphs can show, and keeps the differences within areas as they are: the
    /// base is squeezed, the detail is not (after Durand and Dorsey 2002, with a plain blur).
    func flattened(to top: Float) -> TonePlane {
        let base = mean(across: TonePlane.reach, down: TonePlane.reach)
        var flat = self
        for index in values.indices {
            let detail = values[index] - base.values[index]
            flat.values[index] = min(max(base.values[index] * top + detail, 0), top)
        }
        return flat
    }

    /// Three boxes of this reach are a Gaussian of some six cells' width.
    private static let reach = 16

    /// The mean of what is around each value: three boxes that reach so far, nearly a Gaussian.
    func mean(across: Int, down: Int) -> TonePlane {
        var plane = self
        for _ in 0..<3 { plane = plane.meanAndTurned(across).meanAndTurned(down) }
        return plane
    }

    /// Each value becomes the mean of those around it in its row, and rows become columns.
    private func meanAndTurned(_ reach: Int) -> TonePlane {
        var means = values
        textart_mean_rows(values, Int32(width), Int32(height), Int32(reach), &means)
        return TonePlane(width: height, height: width, values: means)
    }
}
