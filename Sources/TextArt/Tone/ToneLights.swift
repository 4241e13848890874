internal import Domain

/// A picture's light in the samples that tone is matched in, with its levels: made once for all looks.
struct ToneLights {
    let columns: Int
    let rows: Int
    /// Means of two by two samples of the picture, from 0 to 1.
    let plane: ScorePlane

    init(_ grid: SampleGrid, levels: Levels) {
        columns = grid.columns
        rows = grid.rows
        var plane = grid.tones()
        ToneCurve(grid.luminance(), levels: levels).apply(to: &plane.values)
        self.plane = plane
    }
}
