internal import CTextArt

/// Structural similarity of two planes of one size.
struct Similarity {
    /// The mean, 1 where both are the same (Wang and others 2004; a Gaussian window of sigma 1.5).
    let mean: Double
    /// The mean of contrast and structure alone.
    let structure: Double

    init(_ one: ScorePlane, _ other: ScorePlane) {
        let (a, b) = (one.blurred(ScorePlane.Blur.window), other.blurred(ScorePlane.Blur.window))
        let squares = (
            one.times(one).blurred(ScorePlane.Blur.window), other.times(other).blurred(ScorePlane.Blur.window)
        )
        let both = one.times(other).blurred(ScorePlane.Blur.window)
        var (similarity, structure) = (0.0, 0.0)
        textart_likeness(
            a.values, b.values, squares.0.values, squares.1.values, both.values, Int64(a.values.count), &similarity,
            &structure)
        mean = similarity / Double(max(a.values.count, 1))
        self.structure = structure / Double(max(a.values.count, 1))
    }

    /// What each of five scales counts, from the finest.
    private static let weights = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333]
    /// Planes smaller than this have no coarser scale.
    private static let least = 11

    /// At five scales (Wang, Simoncelli and Bovik 2003), or fewer where a plane is small or starts at a coarser one.
    static func atScales(_ one: ScorePlane, _ other: ScorePlane, from first: Int = 0) -> Double {
        var (one, other) = (one, other)
        var product = 1.0
        for scale in first..<weights.count {
            let similarity = Similarity(one, other)
            let isLast = scale == weights.count - 1
            product *= Power.of(max(isLast ? similarity.mean : similarity.structure, 0), weights[scale])
            guard !isLast else { break }
            (one, other) = (one.halved(), other.halved())
            guard min(one.width, one.height) >= least else { break }
        }
        return product
    }

    /// Pearson's, 0 where one of them is flat.
    static func correlation(_ one: ScorePlane, _ other: ScorePlane) -> Double {
        textart_correlation(one.values, other.values, Int64(one.values.count))
    }
}
