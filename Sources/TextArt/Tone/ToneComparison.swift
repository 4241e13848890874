internal import Domain

/// Tells which of several arts without colours suits a picture, in samples of four by four pixels.
struct ToneComparison {
    private static let across = ToneTable.across / 2
    private static let down = ToneTable.down / 2

    private let columns: Int
    /// What each symbol shows, cell by cell.
    private let samples: [Unicode.Scalar: [[Float]]]
    private let blank: [Float]
    private let codes: ScorePlane
    private let seen: ScorePlane

    init(_ picture: ToneLights, symbols: [Symbol], options: ArtOptions) {
        columns = picture.columns
        blank = Array(repeating: options.invert ? 1 : 0, count: ToneComparison.across * ToneComparison.down)
        let shown = symbols.map { symbol in
            let halves = (0..<symbol.cells).map { symbol.half($0).pixels }
            return (
                symbol.cluster.scalar, halves.map { ToneComparison.lights(of: $0, isInverted: options.invert) }
            )
        }
        samples = Dictionary(shown) { first, _ in first }
        let lights = picture.plane.halved()
        codes = lights.coded()
        seen = lights.blurred(ScorePlane.Blur.coarse).coded()
    }

    func score(_ cells: [ArtCell]) -> ToneScore {
        let lights = shown(cells)
        return ToneScore(
            structure: Similarity.atScales(codes, lights.coded(), from: 2),
            tone: Similarity.correlation(seen, lights.blurred(ScorePlane.Blur.coarse).coded()))
    }

    /// The right half of a wide character follows its left one.
    private func shown(_ cells: [ArtCell]) -> ScorePlane {
        var lights = seen
        for (place, cell) in cells.enumerated() {
            let isRight = cell.scalar == nil
            let scalar = (isRight && place > 0 ? cells[place - 1] : cell).scalar
            let parts = scalar.flatMap { samples[$0] } ?? [blank]
            let (across, down) = (ToneComparison.across, ToneComparison.down)
            let first = place / columns * down * lights.width + place % columns * across
            for (sample, light) in parts[isRight ? parts.count - 1 : 0].enumerated() {
                lights.values[first + sample / across * lights.width + sample % across] = light
            }
        }
        return lights
    }

    private static func lights(of pixels: [UInt8], isInverted: Bool) -> [Float] {
        let lights = pixels.map { coverage in
            Float(LinearLight.ofCode[Int(isInverted ? 255 - coverage : coverage)]) / Float(LinearLight.full)
        }
        return ScorePlane(width: Glyph.width, height: Glyph.height, values: lights).halved().halved().values
    }
}
