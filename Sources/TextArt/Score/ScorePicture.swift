internal import CTextArt
internal import Domain

extension ArtScore {
    /// Larger art is not measured, because that would take too much memory.
    static let maxCells = 32_768

    /// Compares art with the picture before its tones were adjusted. `nil` if the art is too large.
    init?(_ grid: ArtGrid, _ samples: SampleGrid) {
        guard grid.cells.count <= ArtScore.maxCells else { return nil }
        let (picture, art) = (ScorePicture(samples), ScorePicture(grid))
        let (wanted, shown) = (picture.luma(), art.luma())
        let (far, farArt) = (picture.blurred(), art.blurred())
        let (farWanted, farShown) = (far.luma(), farArt.luma())
        self.init(
            hasColors: grid.cells.contains { $0.foreground != nil || $0.background != nil },
            msSSIM: Similarity.atScales(Similarity.scales(wanted), shown), ssim: Similarity(wanted, shown).mean,
            blurredSSIM: Similarity(farWanted, farShown).mean, deltaE: far.distance(to: farArt),
            correlation: Similarity.correlation(farWanted, farShown),
            toneSkill: ArtScore.skill(farWanted, farShown))
    }

    /// The similarity after giving the art the picture's mean and contrast, as a brighter screen or an adapting eye
    /// would. Rescaled so that a uniform grey scores 0.
    private static func skill(_ wanted: Plane, _ shown: Plane) -> Double {
        let (mean, width) = (wanted.mean, deviation(wanted))
        let (offset, spread) = (shown.mean, deviation(shown))
        let flat = Plane(
            width: wanted.width, height: wanted.height,
            values: Array(repeating: Float(mean), count: wanted.values.count))
        var matched = flat
        if spread > 2 / 255 {
            matched.values = shown.values.map {
                Float(min(max((Double($0) - offset) * (width / spread) + mean, 0), 1))
            }
        }
        let least = Similarity(wanted, flat).mean
        return (Similarity(wanted, matched).mean - least) / max(1 - least, 1e-6)
    }

    private static func deviation(_ plane: Plane) -> Double {
        let mean = plane.mean
        let sum = plane.values.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
        return (sum / Double(max(plane.values.count, 1))).squareRoot()
    }
}

/// A picture to compare: three channels of linear light from 0 to 1, one after the other.
struct ScorePicture {
    let width: Int
    let height: Int
    let lights: [Float]

    func blurred() -> ScorePicture {
        let channels = (0..<3).flatMap { channel in
            Plane(
                width: width, height: height,
                values: Array(lights[channel * width * height..<(channel + 1) * width * height])
            ).blurred(Plane.Blur.viewing).values
        }
        return ScorePicture(width: width, height: height, lights: channels)
    }

    /// The luma of sRGB codes, with the weights of Rec. 709.
    func luma() -> Plane {
        let count = width * height
        let codes = Plane(width: width, height: 3 * height, values: lights).coded().values
        var values = [Float](repeating: 0, count: count)
        for (channel, share) in [Float(0.2126), 0.7152, 0.0722].enumerated() {
            for index in 0..<count { values[index] += codes[channel * count + index] * share }
        }
        return Plane(width: width, height: height, values: values)
    }

    func distance(to other: ScorePicture) -> Double {
        let count = width * height
        return 100 * textart_distance(lights, other.lights, Int64(count)) / Double(max(count, 1))
    }
}

extension ScorePicture {
    /// The sampled picture.
    init(_ samples: SampleGrid) {
        let channels = (0..<3).map { samples.channels[min($0, samples.channels.count - 1)] }
        self.init(
            width: samples.width, height: samples.height,
            lights: channels.flatMap { $0.map { Float($0) / 65_535 } })
    }

    /// The art as displayed. Coverage blends sRGB codes, as in terminals. Cells without colours are white on black, or
    /// black on white if the art is inverted.
    init(_ grid: ArtGrid) {
        let (width, height) = (grid.columns * Glyph.width, grid.rows * Glyph.height)
        var lights = [Float](repeating: 0, count: 3 * width * height)
        var known: [Unicode.Scalar: [UInt8]] = [:]
        for (index, cell) in grid.cells.enumerated() {
            guard let scalar = cell.scalar else { continue }
            let glyph = Glyph(scalar, grid.face.drawn) ?? .space
            let pixels = known[scalar] ?? glyph.pixels
            known[scalar] = pixels
            let across = glyph.cells * Glyph.width
            let (left, top) = (index % grid.columns * Glyph.width, index / grid.columns * Glyph.height)
            for channel in 0..<3 {
                let blend = ScorePicture.blend(cell, channel, isInverted: grid.isInverted)
                for (place, coverage) in pixels.enumerated() where left + place % across < width {
                    let y = top + place / across
                    lights[(channel * height + y) * width + left + place % across] = blend[Int(coverage)]
                }
            }
        }
        self.init(width: width, height: height, lights: lights)
    }

    /// The light of each coverage in a cell.
    private static func blend(_ cell: ArtCell, _ channel: Int, isInverted: Bool) -> [Float] {
        let code = { (color: RGB) in Double(color.channels[channel]) }
        let ink = code(cell.foreground ?? (isInverted ? .black : .white))
        let paper = code(cell.background ?? (isInverted ? .white : .black))
        return (0...255).map { coverage in
            let share = Double(coverage) / 255
            return Float(LinearLight.light(of: paper + (ink - paper) * share) / LinearLight.full)
        }
    }
}
