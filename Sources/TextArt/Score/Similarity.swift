internal import CTextArt

/// Structural similarity of two planes of one size.
struct Similarity {
    /// The mean, 1 where both are the same (Wang and others 2004; a Gaussian window of sigma 1.5).
    let mean: Double
    /// The mean of contrast and structure alone.
    let structure: Double

    init(_ one: ScorePlane, _ other: ScorePlane) {
        self.init(SimilarityScale(one), other)
    }

    /// The first plane's part is made once for all that it is compared with.
    init(_ one: SimilarityScale, _ plane: ScorePlane) {
        let other = SimilarityScale(plane)
        let both = one.plane.times(plane).blurred(ScorePlane.Blur.window)
        let count = both.values.count
        var (similarity, structure) = (0.0, 0.0)
        textart_likeness(
            one.means.values, other.means.values, one.squares.values, other.squares.values, both.values, Int64(count),
            &similarity, &structure)
        mean = similarity / Double(max(count, 1))
        self.structure = structure / Double(max(count, 1))
    }

    /// What each of five scales counts, from the finest.
    private static let weights = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333]
    /// Planes smaller than this have no coarser scale.
    private static let least = 11

    /// A plane at those of five scales that are coarser than the first ones, or at fewer where it is small.
    static func scales(_ plane: ScorePlane, from first: Int = 0) -> [SimilarityScale] {
        var plane = plane
        var scales = [SimilarityScale(plane)]
        while scales.count < weights.count - first {
            plane = plane.halved()
            guard min(plane.width, plane.height) >= least else { break }
            scales.append(SimilarityScale(plane))
        }
        return scales
    }

    /// At five scales (Wang, Simoncelli and Bovik 2003), or fewer where a plane is small or starts at a coarser one.
    static func atScales(_ scales: [SimilarityScale], _ other: ScorePlane, from first: Int = 0) -> Double {
        var other = other
        var product = 1.0
        for (index, scale) in scales.enumerated() {
            if index > 0 { other = other.halved() }
            let similarity = Similarity(scale, other)
            let isLast = first + index == weights.count - 1
            product *= Power.of(max(isLast ? similarity.mean : similarity.structure, 0), weights[first + index])
        }
        return product
    }

    /// Pearson's, 0 where one of them is flat.
    static func correlation(_ one: ScorePlane, _ other: ScorePlane) -> Double {
        textart_correlation(one.values, other.values, Int64(one.values.count))
    }
}
