internal import CTextArt

/// A plane of values from 0 to 1, row by row, to be compared with another one.
struct ScorePlane {
    let width: Int
    let height: Int
    var values: [Float]

    /// Gaussian taps from the middle outwards.
    enum Blur {
        /// Sigma 1.5, the window of structural similarity.
        static let window: [Float] = [
            0.266011725, 0.213005538, 0.10936069, 0.0360007721, 0.00759875814, 0.00102838008,
        ]
        /// Sigma 1.04: half a cell's width, where a cell has two samples across.
        static let coarse: [Float] = [0.38360118, 0.24161011, 0.0603699215, 0.00598406714, 0.000235311224]
        /// Sigma 4: half a cell's width, in pixels of the glyphs.
        static let viewing: [Float] = [
            0.0999083581, 0.0968345011, 0.0881688166, 0.0754147853, 0.0605974824, 0.0457413795, 0.032435495,
            0.0216066977, 0.0135211259, 0.00794865989, 0.0043896669, 0.00227732919, 0.0011098816,
        ]
    }

    var mean: Double { values.reduce(0) { $0 + Double($1) } / Double(max(values.count, 1)) }

    func blurred(_ taps: [Float]) -> ScorePlane {
        var (lines, blurred) = ([Float].unset(values.count), [Float].unset(values.count))
        textart_gauss(values, Int32(width), Int32(height), taps, Int32(taps.count - 1), &lines, &blurred)
        return ScorePlane(width: width, height: height, values: blurred)
    }

    func times(_ other: ScorePlane) -> ScorePlane {
        var products = [Float].unset(values.count)
        textart_multiply(values, other.values, Int64(values.count), &products)
        return ScorePlane(width: width, height: height, values: products)
    }

    /// Light to sRGB codes.
    func coded() -> ScorePlane {
        var codes = [Float].unset(values.count)
        textart_codes(values, LinearLight.fineCode, Int64(values.count), &codes)
        return ScorePlane(width: width, height: height, values: codes)
    }

    func halved() -> ScorePlane {
        var half = [Float].unset((width / 2) * (height / 2))
        textart_halve(values, Int32(width), Int32(height), &half)
        return ScorePlane(width: width / 2, height: height / 2, values: half)
    }
}
