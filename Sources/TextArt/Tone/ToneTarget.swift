internal import CTextArt
internal import Domain

/// The tones that characters shall show: a picture's luminance in the range that the characters have.
struct ToneTarget {
    let columns: Int
    let rows: Int
    /// Means of two by two samples of the picture, from 0 to the fullest glyph's ink: what shall be ink.
    let values: [Float]

    init(_ grid: SampleGrid, table: ToneTable, look: ToneLook, isInverted: Bool, levels: Levels) {
        columns = grid.columns
        rows = grid.rows
        let luminance = grid.luminance()
        let curve = ToneCurve(luminance, levels: levels)
        let (across, down) = (columns * ToneTable.across, rows * ToneTable.down)
        var values = [Float](repeating: 0, count: across * down)
        textart_quarter(luminance, Int32(across), Int32(down), &values)
        let lights = values.map(curve.light)
        if look.isNear {
            let inks = lights.map { isInverted ? 1 - ToneTarget.code($0) : ToneTarget.code($0) }
            self.values = TonePlane(width: across, height: down, values: inks).flattened(to: table.top).values
        } else if isInverted {
            self.values = lights.map(PaperTones(table, look: look).ink)
        } else {
            self.values = lights.map { $0 * table.top }
        }
    }

    /// From 0 to 1, both.
    static func code(_ light: Float) -> Float {
        Float(LinearLight.fineCode[Int(light * Float(LinearLight.full))]) / (255 * 16)
    }
}
