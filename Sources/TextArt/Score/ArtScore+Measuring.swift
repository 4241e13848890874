internal import Domain

extension ArtScore {
    /// Larger art isn't measured: it would take too much memory.
    static let mostCells = 32_768

    /// Compares art with the picture that it was made of, before any change of tones. `nil` for art that is too large.
    init?(_ grid: ArtGrid, _ samples: SampleGrid) {
        guard grid.cells.count <= ArtScore.mostCells else { return nil }
        let (picture, art) = (ScorePicture(samples), ScorePicture(grid))
        let (wanted, shown) = (picture.luma(), art.luma())
        let (far, farArt) = (picture.blurred(), art.blurred())
        let (farWanted, farShown) = (far.luma(), farArt.luma())
        self.init(
            msSSIM: Similarity.atScales(Similarity.scales(wanted), shown), ssim: Similarity(wanted, shown).mean,
            blurredSSIM: Similarity(farWanted, farShown).mean, deltaE: far.distance(to: farArt),
            correlation: Similarity.correlation(farWanted, farShown),
            toneSkill: ArtScore.skill(farWanted, farShown))
    }

    /// The art gets the picture's mean and contrast, as a brighter screen or an eye that adapts would give it.
    private static func skill(_ wanted: ScorePlane, _ shown: ScorePlane) -> Double {
        let (mean, width) = (wanted.mean, deviation(wanted))
        let (offset, spread) = (shown.mean, deviation(shown))
        let flat = ScorePlane(
            width: wanted.width, height: wanted.height,
            values: Array(repeating: Float(mean), count: wanted.values.count))
        var matched = flat
        if spread > 2 / 255 {
            matched.values = shown.values.map {
                Float(min(max((Double($0) - offset) * (width / spread) + mean, 0), 1))
            }
        }
        let least = Similarity(wanted, flat).mean
        return (Similarity(wanted, matched).mean - least) / max(1 - least, 1e-6)
    }

    private static func deviation(_ plane: ScorePlane) -> Double {
        let mean = plane.mean
        let sum = plane.values.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
        return (sum / Double(max(plane.values.count, 1))).squareRoot()
    }
}
