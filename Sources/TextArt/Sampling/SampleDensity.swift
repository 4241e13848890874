/// How many samples a cell has.
struct SampleDensity: Equatable {
    let across: Int
    let down: Int

    /// As many as a glyph has pixels.
    static let fine = SampleDensity(across: Glyph.width, down: Glyph.height)
    /// As many as tones are matched in.
    static let tone = SampleDensity(across: ToneTable.across, down: ToneTable.down)
}
