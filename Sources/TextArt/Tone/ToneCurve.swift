internal import CTextArt
internal import Domain

/// Stretches a picture's range of light to the full range, and lightens dark pictures.
struct ToneCurve: Equatable {
    private let low: Float
    private let scale: Float
    /// The share of the light's square root that is mixed in, from 0 to 1.
    private let lift: Float

    /// One in this many samples may be clipped at either end.
    private static let lost = 200
    /// The darkest light that may become white: a tenth of the range, in bins.
    private static let leastWhite = 410
    /// Pictures with a mean light below this are lightened.
    private static let dark: Float = 0.09

    /// Measures the picture for `.auto` levels; otherwise leaves the light unchanged.
    init(_ luminance: [UInt16], levels: Levels) {
        guard levels == .auto, !luminance.isEmpty else {
            (low, scale, lift) = (0, 1, 0)
            return
        }
        var bins = [Int64](repeating: 0, count: 4_096)
        textart_bins(luminance, Int64(luminance.count), &bins)
        let limit = luminance.count / ToneCurve.lost
        let high = max(bins.firstBin(in: bins.indices.reversed(), exceeding: limit) + 1, ToneCurve.leastWhite)
        let least = bins.firstBin(in: bins.indices, exceeding: limit)
        // Keeps the tone of a flat picture: black is at most half as light as white.
        let low = min(least, high / 2)
        let width = max(Float(high - low) / 4_096, 0.004)
        var sum: Float = 0
        for (index, count) in bins.enumerated() where count > 0 {
            sum += min(max((Float(index - low) + 0.5) / (4_096 * width), 0), 1) * Float(count)
        }
        let mean = sum / Float(luminance.count)
        self.low = Float(low) / 4_096
        scale = 1 / width
        lift = min(max((ToneCurve.dark - mean) / ToneCurve.dark, 0), 1)
    }

    /// Applies the curve in place.
    func apply(to lights: inout [Float]) {
        textart_stretch(&lights, Int64(lights.count), low, scale, lift)
    }

    func light(_ light: Float) -> Float {
        let stretched = min(max((light - low) * scale, 0), 1)
        return lift > 0 ? stretched + (stretched.squareRoot() - stretched) * lift : stretched
    }
}

extension [Int64] {
    /// The first bin of a histogram at which the sum of the counts exceeds `limit`, adding them in the given order; 0 if
    /// it never does.
    func firstBin(in order: some Sequence<Int>, exceeding limit: Int) -> Int {
        var sum = 0
        return order.first { bin in
            sum += Int(self[bin])
            return sum > limit
        } ?? 0
    }
}

/// The user's tone adjustments, on sRGB codes from 0 to 1, after blending over the background. Gamma comes first,
/// c^(1/gamma); then brightness, c + b; then contrast, ½ + (c - ½)k; the result is clipped. With colours each channel
/// is adjusted, without them the luminance. Levels are applied later.
struct ToneAdjustment {
    private let exponent: Double
    private let brightness: Double
    private let contrast: Double

    init(_ options: ArtOptions) {
        exponent = 1 / options.gamma
        brightness = options.brightness
        contrast = options.contrast
    }

    /// Whether nothing has to be changed.
    var isNeutral: Bool { exponent == 1 && brightness == 0 && contrast == 1 }

    func light(_ light: Light) -> Light { isNeutral ? light : light.map(channel) }

    /// Input and output are light from 0 to 1.
    private func channel(_ light: Double) -> Double {
        let code = FractionalPower.of(LinearLight.code(of: light * LinearLight.full) / 255, exponent)
        return LinearLight.light(of: 255 * (0.5 + (code + brightness - 0.5) * contrast)) / LinearLight.full
    }

    /// The adjusted light for every light from 0 to 65,535.
    func table() -> [UInt16] {
        (0...UInt16.max).map { light in
            UInt16((channel(Double(light) / LinearLight.full) * LinearLight.full).rounded())
        }
    }
}
