/// A plane and what its structure is compared by: the means and the mean squares around each value.
struct SimilarityScale {
    let plane: ScorePlane
    let means: ScorePlane
    let squares: ScorePlane

    init(_ plane: ScorePlane) {
        self.plane = plane
        means = plane.blurred(ScorePlane.Blur.window)
        squares = plane.times(plane).blurred(ScorePlane.Blur.window)
    }
}
