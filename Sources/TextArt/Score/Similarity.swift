internal import CTextArt

/// Structural similarity of two planes of equal size.
struct Similarity {
    /// The mean SSIM, 1 for identical planes (Wang et al. 2004; Gaussian window of sigma 1.5).
    let mean: Double
    /// The mean of the contrast and structure terms alone.
    let structure: Double

    init(_ one: ScorePlane, _ other: ScorePlane) {
        self.init(SimilarityStatistics(one), other)
    }

    /// Reuses the statistics of `one`, which can be compared with many planes.
    init(_ one: SimilarityStatistics, _ plane: ScorePlane) {
        let other = SimilarityStatistics(plane)
        let both = one.plane.times(plane).blurred(ScorePlane.Blur.window)
        let count = both.values.count
        var (similarity, structure) = (0.0, 0.0)
        textart_likeness(
            one.means.values, other.means.values, one.squares.values, other.squares.values, both.values, Int64(count),
            &similarity, &structure)
        mean = similarity / Double(max(count, 1))
        self.structure = structure / Double(max(count, 1))
    }

    /// Weights of the five scales, finest first.
    private static let weights = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333]
    /// Planes smaller than this are not halved further.
    private static let least = 11

    /// The plane at the scales from `first` on; fewer if it is too small for all five.
    static func scales(_ plane: ScorePlane, from first: Int = 0) -> [SimilarityStatistics] {
        var plane = plane
        var scales = [SimilarityStatistics(plane)]
        while scales.count < weights.count - first {
            plane = plane.halved()
            guard min(plane.width, plane.height) >= least else { break }
            scales.append(SimilarityStatistics(plane))
        }
        return scales
    }

    /// Multi-scale similarity (Wang, Simoncelli and Bovik 2003), over the scales given; `first` is the index of the
    /// finest of them.
    static func atScales(_ scales: [SimilarityStatistics], _ other: ScorePlane, from first: Int = 0) -> Double {
        var other = other
        var product = 1.0
        for (index, scale) in scales.enumerated() {
            if index > 0 { other = other.halved() }
            let similarity = Similarity(scale, other)
            let isLast = first + index == weights.count - 1
            product *= FractionalPower.of(
                max(isLast ? similarity.mean : similarity.structure, 0), weights[first + index])
        }
        return product
    }

    /// Pearson's correlation; 0 if either plane is flat.
    static func correlation(_ one: ScorePlane, _ other: ScorePlane) -> Double {
        textart_correlation(one.values, other.values, Int64(one.values.count))
    }
}

/// A plane with its local means and mean squares, from which structure is compared.
struct SimilarityStatistics {
    let plane: ScorePlane
    let means: ScorePlane
    let squares: ScorePlane

    init(_ plane: ScorePlane) {
        self.plane = plane
        means = plane.blurred(ScorePlane.Blur.window)
        squares = plane.times(plane).blurred(ScorePlane.Blur.window)
    }
}

/// A plane of values from 0 to 1, row by row.
struct ScorePlane {
    let width: Int
    let height: Int
    var values: [Float]

    /// Gaussian taps, from the centre outwards.
    enum Blur {
        /// Sigma 1.5: the window of structural similarity.
        static let window: [Float] = [
            0.266011725, 0.213005538, 0.10936069, 0.0360007721, 0.00759875814, 0.00102838008,
        ]
        /// Sigma 1.04: half a cell's width at two samples per cell.
        static let coarse: [Float] = [0.38360118, 0.24161011, 0.0603699215, 0.00598406714, 0.000235311224]
        /// Sigma 4: half a cell's width in glyph pixels.
        static let viewing: [Float] = [
            0.0999083581, 0.0968345011, 0.0881688166, 0.0754147853, 0.0605974824, 0.0457413795, 0.032435495,
            0.0216066977, 0.0135211259, 0.00794865989, 0.0043896669, 0.00227732919, 0.0011098816,
        ]
    }

    var mean: Double { values.reduce(0) { $0 + Double($1) } / Double(max(values.count, 1)) }

    func blurred(_ taps: [Float]) -> ScorePlane {
        var (lines, blurred) = ([Float].unset(values.count), [Float].unset(values.count))
        textart_gauss(values, Int32(width), Int32(height), taps, Int32(taps.count - 1), &lines, &blurred)
        return ScorePlane(width: width, height: height, values: blurred)
    }

    func times(_ other: ScorePlane) -> ScorePlane {
        var products = [Float].unset(values.count)
        textart_multiply(values, other.values, Int64(values.count), &products)
        return ScorePlane(width: width, height: height, values: products)
    }

    /// Light converted to sRGB codes.
    func coded() -> ScorePlane {
        var codes = [Float].unset(values.count)
        textart_codes(values, LinearLight.fineCode, Int64(values.count), &codes)
        return ScorePlane(width: width, height: height, values: codes)
    }

    func halved() -> ScorePlane {
        var half = [Float].unset((width / 2) * (height / 2))
        textart_halve(values, Int32(width), Int32(height), &half)
        return ScorePlane(width: width / 2, height: height / 2, values: half)
    }
}
