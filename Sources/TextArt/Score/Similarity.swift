internal import CTextArt

/// Structural similarity of two planes of equal size.
struct Similarity {
    /// The mean SSIM, 1 for identical planes (Wang et al. 2004; Gaussian window of sigma 1.5).
    let mean: Double
    /// The mean of the contrast and structure terms alone.
    let structure: Double

    init(_ one: Plane, _ other: Plane) {
        self.init(SimilarityStatistics(one), other)
    }

    /// Reuses the statistics of `one`, which can be compared with many planes.
    init(_ one: SimilarityStatistics, _ plane: Plane) {
        let other = SimilarityStatistics(plane)
        let both = one.plane.times(plane).blurred(Plane.Blur.window)
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
    static func scales(_ plane: Plane, from first: Int = 0) -> [SimilarityStatistics] {
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
    static func atScales(_ scales: [SimilarityStatistics], _ other: Plane, from first: Int = 0) -> Double {
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
    static func correlation(_ one: Plane, _ other: Plane) -> Double {
        textart_correlation(one.values, other.values, Int64(one.values.count))
    }
}

/// A plane with its local means and mean squares, from which structure is compared.
struct SimilarityStatistics {
    let plane: Plane
    let means: Plane
    let squares: Plane

    init(_ plane: Plane) {
        self.plane = plane
        means = plane.blurred(Plane.Blur.window)
        squares = plane.times(plane).blurred(Plane.Blur.window)
    }
}
