/// Tells which of several arts without colours suits a picture, in samples of four by four pixels.
struct ToneComparison {
    /// Of five scales the three coarser ones.
    private static let first = 2

    private let columns: Int
    private let shown: ShownTones
    private let codes: [SimilarityScale]
    private let seen: ScorePlane

    init(_ picture: ToneLights, _ shown: ShownTones) {
        columns = picture.columns
        self.shown = shown
        let lights = picture.plane.halved()
        codes = Similarity.scales(lights.coded(), from: ToneComparison.first)
        seen = lights.blurred(ScorePlane.Blur.coarse).coded()
    }

    func score(_ cells: [ArtCell]) -> ToneScore {
        let lights = shown.plane(cells, columns: columns)
        return ToneScore(
            structure: Similarity.atScales(codes, lights.coded(), from: ToneComparison.first),
            tone: Similarity.correlation(seen, lights.blurred(ScorePlane.Blur.coarse).coded()))
    }
}
