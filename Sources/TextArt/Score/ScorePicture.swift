internal import CTextArt
internal import Domain

/// A picture to be compared: three channels of linear light from 0 to 1, one after the other.
struct ScorePicture {
    let width: Int
    let height: Int
    let lights: [Float]

    private init(width: Int, height: Int, lights: [Float]) {
        self.width = width
        self.height = height
        self.lights = lights
    }

    /// The picture as it was sampled.
    init(_ samples: SampleGrid) {
        let channels = (0..<3).map { samples.channels[min($0, samples.channels.count - 1)] }
        self.init(
            width: samples.width, height: samples.height,
            lights: channels.flatMap { $0.map { Float($0) / 65_535 } })
    }

    /// The art as a medium shows it: coverage blends sRGB codes, as terminals do. Where no colour is given the ink is
    /// white on black, or black on white where the art is inverted.
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

    /// What each coverage shows.
    private static func blend(_ cell: ArtCell, _ channel: Int, isInverted: Bool) -> [Float] {
        let code = { (color: RGB) in Double([color.red, color.green, color.blue][channel]) }
        let ink = code(cell.foreground ?? (isInverted ? .black : .white))
        let paper = code(cell.background ?? (isInverted ? .white : .black))
        return (0...255).map { coverage in
            let share = Double(coverage) / 255
            return Float(LinearLight.light(of: paper + (ink - paper) * share) / LinearLight.full)
        }
    }

    func blurred() -> ScorePicture {
        let channels = (0..<3).flatMap { channel in
            ScorePlane(
                width: width, height: height,
                values: Array(lights[channel * width * height..<(channel + 1) * width * height])
            ).blurred(ScorePlane.Blur.viewing).values
        }
        return ScorePicture(width: width, height: height, lights: channels)
    }

    /// Luma of sRGB codes with the shares of Rec. 709.
    func luma() -> ScorePlane {
        let count = width * height
        let codes = ScorePlane(width: width, height: 3 * height, values: lights).coded().values
        var values = [Float](repeating: 0, count: count)
        for (channel, share) in [Float(0.2126), 0.7152, 0.0722].enumerated() {
            for index in 0..<count { values[index] += codes[channel * count + index] * share }
        }
        return ScorePlane(width: width, height: height, values: values)
    }

    func distance(to other: ScorePicture) -> Double {
        let count = width * height
        return 100 * textart_distance(lights, other.lights, Int64(count)) / Double(max(count, 1))
    }
}
