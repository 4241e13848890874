internal import CTextArt
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
        let luminance = grid.luminance()
        let curve = ToneCurve(luminance, levels: levels)
        let (across, down) = (columns * ToneTable.across, rows * ToneTable.down)
        var values = [Float](repeating: 0, count: across * down)
        textart_quarter(luminance, Int32(across), Int32(down), &values)
        for index in values.indices { values[index] = curve.light(values[index]) }
        plane = ScorePlane(width: across, height: down, values: values)
    }
}
