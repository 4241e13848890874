internal import Domain

/// Picks a character a cell by its ink, and the ink's colour in closed form.
struct GlyphMatcher {
    /// Tones are spread by this power of linear light: between light as it adds up (1) and as it is felt (about 0.45).
    static let toneExponent = 0.6

    let palette: Palette
    let options: ArtOptions
    let color: ArtColor
    /// The tone of every 256th of linear light; a power for each cell would cost more than the rest.
    private let tones: [Double]

    init(options: ArtOptions, color: ArtColor) {
        palette = Palette(options)
        self.options = options
        self.color = color
        tones = (0...1_024).map { Power.of(Double($0) / 1_024, GlyphMatcher.toneExponent) }
    }

    func cells(of row: Int, in plane: SamplePlane) -> [ArtCell] {
        var cells: [ArtCell] = []
        cells.reserveCapacity(plane.width)
        while cells.count < plane.width {
            let x = cells.count
            let first = plane[x, row]
            guard x + 1 < plane.width, let pair = pair(first, plane[x + 1, row]) else {
                cells.append(single(first))
                continue
            }
            cells += pair
        }
        return cells
    }

    /// A wide character where it shows the two cells at least as well as two narrow ones.
    private func pair(_ left: Light, _ right: Light) -> [ArtCell]? {
        let inks = [ink(for: left), ink(for: right)]
        guard let wide = Palette.nearest(palette.wide, to: (inks[0] + inks[1]) / 2) else { return nil }
        let narrow = inks.compactMap { Palette.nearest(palette.narrow, to: $0) }
        if narrow.count == 2 {
            let narrowError = zip(narrow, inks).reduce(0) { $0 + abs($1.0.ink - $1.1) }
            let wideError = inks.reduce(0) { $0 + abs(wide.ink - $1) }
            if narrowError < wideError { return nil }
        }
        let mean = Light(
            red: (left.red + right.red) / 2, green: (left.green + right.green) / 2, blue: (left.blue + right.blue) / 2)
        let foreground = foreground(mean, wide)
        return [ArtCell(wide.scalar, foreground: foreground), ArtCell(nil, foreground: foreground)]
    }

    private func single(_ light: Light) -> ArtCell {
        guard let glyph = Palette.nearest(palette.narrow, to: ink(for: light)) else { return ArtCell(" ") }
        return ArtCell(glyph.scalar, foreground: foreground(light, glyph))
    }

    private func ink(for light: Light) -> Double {
        let tone = tones[Int((min(1, max(0, light.luminance)) * 1_024).rounded())]
        return palette.ink(forTone: options.invert ? 1 - tone : tone)
    }

    /// The colour that, spread over the glyph's ink, comes nearest to the cell's mean; its hue is kept when it is too
    /// bright to be had.
    private func foreground(_ mean: Light, _ glyph: Glyph) -> RGB? {
        guard color == .full, glyph.ink > 0 else { return nil }
        if options.invert {
            return mean.map { max(0, 1 - (1 - $0) / glyph.ink) }.color
        }
        let brightest = max(mean.brightest / glyph.ink, 1)
        return mean.map { $0 / glyph.ink / brightest }.color
    }
}
