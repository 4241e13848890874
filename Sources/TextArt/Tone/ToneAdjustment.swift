internal import Domain

/// What a person asked to be done to the picture's tones, on sRGB codes from 0 to 1, after transparent parts lie over
/// the background: first gamma, c^(1/gamma); then brightness, c + b; then contrast, ½ + (c - ½)k; what falls out of
/// range is cut off at the end. In colours each channel is changed, without colours the luminance. Levels come later.
struct ToneAdjustment {
    private let exponent: Double
    private let brightness: Double
    private let contrast: Double

    init(_ options: ArtOptions) {
        exponent = 1 / options.gamma
        brightness = options.brightness
        contrast = options.contrast
    }

    /// Then nothing is touched at all.
    var isNeutral: Bool { exponent == 1 && brightness == 0 && contrast == 1 }

    func light(_ light: Light) -> Light { isNeutral ? light : light.map(channel) }

    /// Light in, light out, both from 0 to 1.
    private func channel(_ light: Double) -> Double {
        let code = Power.of(LinearLight.code(of: light * LinearLight.full) / 255, exponent)
        return LinearLight.light(of: 255 * (0.5 + (code + brightness - 0.5) * contrast)) / LinearLight.full
    }

    /// The same for lights from 0 to 65,535, as many as there are.
    func table() -> [UInt16] {
        (0...UInt16.max).map { light in
            UInt16((channel(Double(light) / LinearLight.full) * LinearLight.full).rounded())
        }
    }
}
