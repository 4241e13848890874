internal import CTextArt
internal import Domain

/// The ink and paper with which a shape comes nearest to a cell: least squares within the range of colours.
struct ColorFit {
    /// From 0 to 65,535 per channel.
    private(set) var ink = SIMD3<Float>()
    private(set) var paper = SIMD3<Float>()

    init(ink: SIMD3<Float>, paper: SIMD3<Float>) {
        (self.ink, self.paper) = (ink, paper)
    }

    /// The best fit seen from afar, where light mixes. `lights` holds three channels of samples from 0 to 65,535 for
    /// each cell of the shape.
    init(_ shape: Shape, _ lights: [Float]) {
        for channel in 0..<3 {
            var (all, inked) = (Float(0), Float(0))
            for cell in 0..<shape.cells {
                let pixels = ShapeScorer.pixels
                var sums = (all: Float(0), inked: Float(0))
                textart_inked(
                    shape.light, Int64(cell * pixels), lights, Int64((3 * cell + channel) * pixels), &sums.all,
                    &sums.inked)
                all += sums.all
                inked += sums.inked
            }
            (ink[channel], paper[channel]) = ColorFit.solve(shape, inked, all - inked)
        }
    }

    /// The best fit seen from near, in sRGB codes. `products` are the inner products of 16 times the cell's codes with
    /// the shape, `means` the means of these codes.
    init(_ shape: Shape.Sums, _ products: SIMD3<Float>, means: SIMD3<Float>) {
        for channel in 0..<3 {
            let difference = products[channel] / shape.variance
            ink[channel] = ColorFit.light(means[channel] + (1 - shape.mean) * difference)
            paper[channel] = ColorFit.light(means[channel] - shape.mean * difference)
        }
    }

    /// Moves both colours towards those of another fit; `share` is from 0 to 1.
    mutating func mix(_ other: ColorFit, share: Float) {
        ink += (other.ink - ink) * share
        paper += (other.paper - paper) * share
    }

    private static func light(_ fineCode: Float) -> Float {
        Float(LinearLight.light(of: Double(fineCode) / 16))
    }

    var colors: (ink: RGB, paper: RGB) { (RGB(light: ink), RGB(light: paper)) }

    private static func solve(_ shape: Shape, _ inked: Float, _ rest: Float) -> (Float, Float) {
        let (aa, ab, bb) = (shape.lightInk, shape.lightEdge, shape.lightPaper)
        guard aa > 1e-3 else { return (clip(rest / bb), clip(rest / bb)) }
        guard bb > 1e-3 else { return (clip(inked / aa), clip(inked / aa)) }
        let determinant = aa * bb - ab * ab
        guard determinant > 1e-4 * aa * bb else {
            let mean = clip((inked + rest) / (aa + 2 * ab + bb))
            return (mean, mean)
        }
        let f = (inked * bb - rest * ab) / determinant
        let b = (rest * aa - inked * ab) / determinant
        // The colour out of range is clipped, and the other one fitted again.
        if clip(b) != b {
            let paper = clip(b)
            return (clip((inked - paper * ab) / aa), paper)
        }
        if clip(f) != f {
            let ink = clip(f)
            return (ink, clip((rest - ink * ab) / bb))
        }
        return (f, b)
    }

    private static func clip(_ light: Float) -> Float { min(max(light, 0), 65_535) }
}

/// Colours that keep a character readable.
extension ColorFit {
    private static let minContrast = Float(Legibility.minContrast)
    private static let flare = Float(Legibility.flare) * 65_535

    /// The same colours if their contrast is sufficient. Otherwise the cell's mean light is split into ink and paper:
    /// lighter ink if there is room for it, darker ink if the cell is light. The mean is kept, except in nearly black
    /// or white cells, which give up as much of it as the ink needs.
    func legible(_ shape: Shape) -> ColorFit {
        let share = shape.lightMean
        guard share > 0, share < 1 else { return self }
        let (one, other) = (Self.luminance(ink) + Self.flare, Self.luminance(paper) + Self.flare)
        guard max(one, other) < Self.minContrast * min(one, other) else { return self }
        let mean = paper + (ink - paper) * share
        return lighter(mean, share) ?? darker(mean, share)
    }

    /// `nil` if the ink would have to be lighter than white.
    private func lighter(_ mean: SIMD3<Float>, _ share: Float) -> ColorFit? {
        let light = Self.luminance(mean)
        let gain = (1 - share) / share
        let ratio = Self.minContrast
        let step = (ratio - 1) * (light + Self.flare) / (max(light, 1) * (gain + ratio))
        guard step < 1 else {
            let grey = SIMD3<Float>(repeating: (ratio - 1) * Self.flare)
            return ColorFit(ink: pointwiseMax(grey, mean * (1 + gain)), paper: SIMD3())
        }
        let ink = mean * (1 + step * gain)
        return ink.max() <= 65_535 ? ColorFit(ink: ink, paper: mean * (1 - step)) : nil
    }

    private func darker(_ mean: SIMD3<Float>, _ share: Float) -> ColorFit {
        let light = Self.luminance(mean)
        let gain = share / (1 - share)
        let ratio = Self.minContrast
        let step = min((ratio - 1) * (light + Self.flare) / (light * (1 + ratio * gain)), 1)
        let paper = pointwiseMin(mean * (1 + step * gain), SIMD3(repeating: 65_535))
        return ColorFit(ink: mean * (1 - step), paper: paper)
    }

    private static func luminance(_ light: SIMD3<Float>) -> Float {
        (light * SIMD3(0.2126, 0.7152, 0.0722)).sum()
    }
}

extension RGB {
    /// The colour nearest to a light from 0 to 65,535 per channel.
    init(light: SIMD3<Float>) {
        self.init(red: RGB.code(light.x), green: RGB.code(light.y), blue: RGB.code(light.z))
    }

    private static func code(_ light: Float) -> UInt8 {
        UInt8((LinearLight.fineCode[Int(min(max(light, 0), 65_535) + 0.5)] + 8) >> 4)
    }
}

/// The light of one cell or two, from 0 to 65,535: three channels of the first, then three of the second.
struct CellLights {
    private(set) var values: [Float] = []
    private var codes = [Int16](repeating: 0, count: ShapeScorer.pixels)

    mutating func load(_ grid: SampleGrid, column: Int, row: Int, count: Int) {
        values = Array(repeating: 0, count: count * 3 * ShapeScorer.pixels)
        for part in 0..<count * 3 {
            let start = row * Glyph.height * grid.width + (column + part / 3) * Glyph.width
            _ = textart_load(
                grid.channels[part % 3], Int64(start), Int32(grid.width), LinearLight.fineCode, &codes, 0, &values,
                Int64(part * ShapeScorer.pixels))
        }
    }

    /// The mean over all cells, by channel.
    var mean: SIMD3<Float> {
        var mean = SIMD3<Float>()
        let pixels = ShapeScorer.pixels
        for part in 0..<values.count / pixels {
            mean[part % 3] += values[part * pixels..<(part + 1) * pixels].reduce(0, +)
        }
        return mean * (3 / Float(values.count))
    }
}
