/// A colour in light, three channels of 0…1 and above. Light is the square of the stored value (gamma 2): close to
/// sRGB, and made of exactly rounded operations alone, so that every machine paints the same bytes.
struct Ink: Equatable, Sendable {
    var light: SIMD4<Float>

    static let white = Ink(0xFFFFFF)
    static let black = Ink(0x000000)

    init(light: SIMD4<Float>) {
        self.light = light
    }

    /// `0xRRGGBB` as a screen would take it.
    init(_ code: UInt32) {
        let stored = SIMD4<Float>(
            Float((code >> 16) & 255), Float((code >> 8) & 255), Float(code & 255), 0)
        let unit = stored / 255
        light = unit * unit
    }

    /// How bright it looks, 0…1 for what a screen can show.
    var tone: Float {
        (0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z).squareRoot()
    }

    func mixed(_ other: Ink, _ part: Float) -> Ink {
        Ink(light: light + (other.light - light) * min(max(part, 0), 1))
    }

    func times(_ factor: Float) -> Ink {
        Ink(light: light * factor)
    }

    func times(_ other: Ink) -> Ink {
        Ink(light: light * other.light)
    }
}
