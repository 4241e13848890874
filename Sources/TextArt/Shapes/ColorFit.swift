internal import CTextArt
internal import Domain

/// The ink and the paper with which a shape comes nearest to a cell: least squares, within range.
struct ColorFit {
    /// From 0 to 65,535 a channel.
    private(set) var ink = SIMD3<Float>()
    private(set) var paper = SIMD3<Float>()

    init(ink: SIMD3<Float>, paper: SIMD3<Float>) {
        (self.ink, self.paper) = (ink, paper)
    }

    /// From afar, as light mixes. `lights` are three channels of samples from 0 to 65,535, for each cell of the shape.
    init(_ shape: Shape, _ lights: [Float]) {
        for channel in 0..<3 {
            var (all, inked) = (Float(0), Float(0))
            for cell in 0..<shape.cells {
                let sums = ColorFit.sums(shape.light, lights, cell, channel)
                all += sums.all
                inked += sums.inked
            }
            (ink[channel], paper[channel]) = ColorFit.solve(shape, inked, all - inked)
        }
    }

    /// From near, as codes look: `products` are the inner products of a cell's codes, sixteen times, with the shape, and
    /// `means` their means.
    init(_ shape: Shape, _ products: SIMD3<Float>, means: SIMD3<Float>) {
        for channel in 0..<3 {
            let difference = products[channel] / shape.variance
            ink[channel] = ColorFit.light(means[channel] + (1 - shape.mean) * difference)
            paper[channel] = ColorFit.light(means[channel] - shape.mean * difference)
        }
    }

    /// Moves both colours towards those of another fit, by a share from 0 to 1.
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
        // The one that is out of range is held at its end, and the other one is fitted again.
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

    private static func sums(
        _ light: [Float], _ lights: [Float], _ cell: Int, _ channel: Int
    ) -> (all: Float, inked: Float) {
        var (all, inked) = (Float(0), Float(0))
        light.withUnsafeBufferPointer { light in
            lights.withUnsafeBufferPointer { lights in
                guard let light = light.baseAddress, let lights = lights.baseAddress else { return }
                let pixels = ShapeBench.pixels
                textart_inked(light + cell * pixels, lights + (3 * cell + channel) * pixels, &all, &inked)
            }
        }
        return (all, inked)
    }
}

extension RGB {
    /// The nearest colour to a light from 0 to 65,535 a channel.
    init(light: SIMD3<Float>) {
        let codes = (0..<3).map { channel in
            UInt8((LinearLight.fineCode[Int(min(max(light[channel], 0), 65_535) + 0.5)] + 8) >> 4)
        }
        self.init(red: codes[0], green: codes[1], blue: codes[2])
    }
}
