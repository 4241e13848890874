internal import Domain

/// A colour in linear light, each channel from 0 to 1.
struct Light: Equatable {
    var red: Double
    var green: Double
    var blue: Double

    static var black: Light { Light(red: 0, green: 0, blue: 0) }

    init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    init(_ color: RGB) {
        let table = LinearLight.ofCode
        self.init(
            red: Double(table[Int(color.red)]) / LinearLight.full,
            green: Double(table[Int(color.green)]) / LinearLight.full,
            blue: Double(table[Int(color.blue)]) / LinearLight.full)
    }

    /// Relative luminance (Rec. 709).
    var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

    var brightest: Double { max(red, green, blue) }

    var complement: Light { map { 1 - $0 } }

    /// The nearest colour of 24 bits; what is out of range is clipped.
    var color: RGB {
        RGB(red: Light.byte(red), green: Light.byte(green), blue: Light.byte(blue))
    }

    func map(_ change: (Double) -> Double) -> Light {
        Light(red: change(red), green: change(green), blue: change(blue))
    }

    private static func byte(_ channel: Double) -> UInt8 {
        LinearLight.nearestCode(of: channel * LinearLight.full)
    }
}
