internal import Domain

/// Makes art of characters, one sample a cell.
struct CharacterMatcher {
    private let rows: RowMatcher
    private let scale: ToneScale
    private let color: ArtColor
    private let isInverted: Bool

    init(palette: Palette, options: ArtOptions, color: ArtColor) {
        rows = RowMatcher(palette: palette, reaches: color == .full)
        scale = ToneScale(range: palette.range, isInverted: options.invert)
        self.color = color
        isInverted = options.invert
    }

    func cells(_ plane: SamplePlane) -> [ArtCell] {
        var cells: [ArtCell] = []
        cells.reserveCapacity(plane.width * plane.height)
        for y in 0..<plane.height {
            let lights = (0..<plane.width).map { plane[$0, y] }
            let inks = rows.match(lights.map { scale.coverage(for: tone(of: $0)) })
            for (x, ink) in inks.enumerated() { cells.append(cell(ink, at: x, of: lights)) }
        }
        return cells
    }

    /// Without a colour of its own the ink shows the luminance. With one, the colour makes the mean exact. In the dark
    /// the ink then follows how light the strongest channel looks, which is never less than its light: no colour has to
    /// be stronger than there are, and dark parts have shapes too. On paper that would be pale ink: there it is as
    /// little as the colour allows.
    private func tone(of light: Light) -> Double {
        guard color == .full else { return light.luminance }
        guard !isInverted else { return 1 - light.complement.brightest }
        return LinearLight.code(of: light.brightest * LinearLight.full) / 255
    }

    private func cell(_ ink: Palette.Ink?, at x: Int, of lights: [Light]) -> ArtCell {
        guard let ink else { return ArtCell(nil) }
        guard color == .full, ink.coverage > 0 else { return ArtCell(ink.glyph.scalar) }
        let covered = lights[x..<min(x + ink.glyph.cells, lights.count)]
        return ArtCell(ink.glyph.scalar, foreground: foreground(ink.coverage, Light(meanOf: covered)))
    }

    /// The ink's colour in closed form: coverage times ink plus the paper's rest is the cell's mean, at the exposure
    /// that the palette's most ink can show. What no ink can reach is clipped.
    private func foreground(_ coverage: Double, _ mean: Light) -> RGB {
        let exposure = scale.range.upperBound
        guard isInverted else { return mean.map { $0 * exposure / coverage }.color }
        return mean.complement.map { $0 * exposure / coverage }.complement.color
    }
}

extension Light {
    /// - Precondition: there is at least one.
    init(meanOf lights: ArraySlice<Light>) {
        let sum = lights.reduce(Light.black) {
            Light(red: $0.red + $1.red, green: $0.green + $1.green, blue: $0.blue + $1.blue)
        }
        self = sum.map { $0 / Double(lights.count) }
    }
}
