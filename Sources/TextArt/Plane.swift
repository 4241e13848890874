internal import CTextArt

/// A picture of one channel: values row by row, usually from 0 to 1.
struct Plane {
    let width: Int
    let height: Int
    var values: [Float]

    /// Gaussian taps, from the centre outwards.
    enum Blur {
        /// Sigma 1.5: the window of structural similarity.
        static let window: [Float] = [
            0.266011725, 0.213005538, 0.10936069, 0.0360007721, 0.00759875814, 0.00102838008,
        ]
        /// Sigma 1.04: half a cell's width at two samples per cell.
        static let coarse: [Float] = [0.38360118, 0.24161011, 0.0603699215, 0.00598406714, 0.000235311224]
        /// Sigma 4: half a cell's width in glyph pixels.
        static let viewing: [Float] = [
            0.0999083581, 0.0968345011, 0.0881688166, 0.0754147853, 0.0605974824, 0.0457413795, 0.032435495,
            0.0216066977, 0.0135211259, 0.00794865989, 0.0043896669, 0.00227732919, 0.0011098816,
        ]
    }

    var mean: Double { values.reduce(0) { $0 + Double($1) } / Double(max(values.count, 1)) }

    func blurred(_ taps: [Float]) -> Plane {
        var (lines, blurred) = ([Float].unset(values.count), [Float].unset(values.count))
        textart_gauss(values, Int32(width), Int32(height), taps, Int32(taps.count - 1), &lines, &blurred)
        return Plane(width: width, height: height, values: blurred)
    }

    func times(_ other: Plane) -> Plane {
        var products = [Float].unset(values.count)
        textart_multiply(values, other.values, Int64(values.count), &products)
        return Plane(width: width, height: height, values: products)
    }

    /// Light converted to sRGB codes.
    func coded() -> Plane {
        var codes = [Float].unset(values.count)
        textart_codes(values, LinearLight.fineCode, Int64(values.count), &codes)
        return Plane(width: width, height: height, values: codes)
    }

    /// sRGB codes converted to light.
    func decoded() -> Plane {
        var lights = [Float].unset(values.count)
        textart_lights(values, LinearLight.ofFineCode, Int64(values.count), &lights)
        return Plane(width: width, height: height, values: lights)
    }

    func halved() -> Plane {
        var half = [Float].unset((width / 2) * (height / 2))
        textart_halve(values, Int32(width), Int32(height), &half)
        return Plane(width: width / 2, height: height / 2, values: half)
    }

    /// Compresses the tones of areas into the range of the glyphs and keeps the differences within areas: the base is
    /// compressed, the detail is not (after Durand and Dorsey 2002, with a plain blur).
    func flattened(to top: Float) -> Plane {
        let base = localMean(across: Plane.reach, down: Plane.reach)
        var flat = [Float].unset(values.count)
        textart_flatten(values, base.values, Int64(values.count), top, &flat)
        return Plane(width: width, height: height, values: flat)
    }

    /// Three boxes of this reach approximate a Gaussian about six cells wide.
    private static let reach = 16

    /// The local mean: three box blurs of this reach, nearly a Gaussian.
    func localMean(across: Int, down: Int) -> Plane {
        var scratch = [Float](repeating: 0, count: Int(TEXTART_MEAN_ROWS) * max(width, height))
        var (means, turned) = (values, [Float].unset(values.count))
        let (width, height) = (Int32(width), Int32(height))
        for _ in 0..<3 {
            textart_mean_rows(means, width, height, Int32(across), &scratch, &turned)
            textart_mean_rows(turned, height, width, Int32(down), &scratch, &means)
        }
        return Plane(width: self.width, height: self.height, values: means)
    }
}

extension [Float] {
    /// An array without initial values; every element must be written before it is read.
    static func unset(_ count: Int) -> [Float] {
        [Float](unsafeUninitializedCapacity: count) { _, initialized in initialized = count }
    }
}
