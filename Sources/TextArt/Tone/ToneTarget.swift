internal import CTextArt
internal import Domain

/// The tones that characters shall show: a picture's luminance in the range that the characters have.
struct ToneTarget {
    let columns: Int
    let rows: Int
    /// Means of two by two samples of the picture, from 0 to the fullest glyph's ink: what shall be ink.
    let values: [Float]

    init(_ picture: ToneLights, table: ToneTable, look: ToneLook, isInverted: Bool) {
        columns = picture.columns
        rows = picture.rows
        let lights = picture.plane.values
        if look.isNear {
            var inks = [Float].unset(lights.count)
            let (paper, sign): (Float, Float) = isInverted ? (1, -1) : (0, 1)
            textart_inks(lights, LinearLight.fineCode, Int64(lights.count), paper, sign, &inks)
            values =
                TonePlane(width: picture.plane.width, height: picture.plane.height, values: inks)
                .flattened(to: table.top).values
        } else if isInverted {
            values = lights.map(PaperTones(table, look: look).ink)
        } else {
            values = lights.map { $0 * table.top }
        }
    }

    /// From 0 to 1, both.
    static func code(_ light: Float) -> Float {
        Float(LinearLight.fineCode[Int(light * Float(LinearLight.full))]) / (255 * 16)
    }
}
