package import Domain

/// sRGB codes and linear light (IEC 61966-2-1). Light is a whole number from 0 to 65,535, so that sums are exact.
enum LinearLight {
    static let full = 65_535.0

    /// The light of each sRGB code, strictly increasing.
    static let ofCode: [UInt32] = [
        0, 20, 40, 60, 80, 99, 119, 139, 159, 179, 199, 219, 241, 264, 288, 313,
        340, 367, 396, 427, 458, 491, 526, 562, 599, 637, 677, 718, 761, 805, 851, 898,
        947, 997, 1048, 1101, 1156, 1212, 1270, 1330, 1391, 1453, 1517, 1583, 1651, 1720, 1790, 1863,
        1937, 2013, 2090, 2170, 2250, 2333, 2418, 2504, 2592, 2681, 2773, 2866, 2961, 3058, 3157, 3258,
        3360, 3464, 3570, 3678, 3788, 3900, 4014, 4129, 4247, 4366, 4488, 4611, 4736, 4864, 4993, 5124,
        5257, 5392, 5530, 5669, 5810, 5953, 6099, 6246, 6395, 6547, 6700, 6856, 7014, 7174, 7335, 7500,
        7666, 7834, 8004, 8177, 8352, 8528, 8708, 8889, 9072, 9258, 9445, 9635, 9828, 10022, 10219, 10417,
        10619, 10822, 11028, 11235, 11446, 11658, 11873, 12090, 12309, 12530, 12754, 12980, 13209, 13440, 13673, 13909,
        14146, 14387, 14629, 14874, 15122, 15371, 15623, 15878, 16135, 16394, 16656, 16920, 17187, 17456, 17727, 18001,
        18277, 18556, 18837, 19121, 19407, 19696, 19987, 20281, 20577, 20876, 21177, 21481, 21787, 22096, 22407, 22721,
        23038, 23357, 23678, 24002, 24329, 24658, 24990, 25325, 25662, 26001, 26344, 26688, 27036, 27386, 27739, 28094,
        28452, 28813, 29176, 29542, 29911, 30282, 30656, 31033, 31412, 31794, 32179, 32567, 32957, 33350, 33745, 34143,
        34544, 34948, 35355, 35764, 36176, 36591, 37008, 37429, 37852, 38278, 38706, 39138, 39572, 40009, 40449, 40891,
        41337, 41785, 42236, 42690, 43147, 43606, 44069, 44534, 45002, 45473, 45947, 46423, 46903, 47385, 47871, 48359,
        48850, 49344, 49841, 50341, 50844, 51349, 51858, 52369, 52884, 53401, 53921, 54445, 54971, 55500, 56032, 56567,
        57105, 57646, 58190, 58737, 59287, 59840, 60396, 60955, 61517, 62082, 62650, 63221, 63795, 64372, 64952, 65535,
    ]

    /// The sRGB code of a light from 0 to 65,535, as 0 to 255 with a fraction. Exact for the light of a whole code.
    static func code(of light: Double) -> Double {
        guard light > 0 else { return 0 }
        guard light < full else { return 255 }
        var low = 0
        var high = 255
        while high - low > 1 {
            let middle = (low + high) / 2
            if Double(ofCode[middle]) <= light { low = middle } else { high = middle }
        }
        let below = Double(ofCode[low])
        return Double(low) + (light - below) / (Double(ofCode[high]) - below)
    }

    /// The nearest whole sRGB code of a light from 0 to 65,535, rounding halves up.
    static func nearestCode(of light: Double) -> UInt8 {
        guard light > 0 else { return 0 }
        guard light < full else { return 255 }
        // A quotient of integers may come back slightly below the light that it was made from.
        return nearest[Int(light * 2 + 1e-9)]
    }

    /// The nearest code by twice the light: at that scale the midpoints between codes are integers.
    static let nearest: [UInt8] = {
        var codes = [UInt8](repeating: 255, count: 2 * Int(full) + 2)
        var start = 0
        for code in 0..<255 {
            let end = Int(ofCode[code] + ofCode[code + 1])
            for place in start..<end { codes[place] = UInt8(code) }
            start = end
        }
        return codes
    }()

    /// The light of a code with a fraction.
    static func light(of code: Double) -> Double {
        guard code > 0 else { return 0 }
        guard code < 255 else { return full }
        let low = Int(code)
        let below = Double(ofCode[low])
        return below + (code - Double(low)) * (Double(ofCode[low + 1]) - below)
    }

    /// The shares of red, green and blue in relative luminance (Rec. 709), in parts of 65,536; they add up to exactly
    /// that.
    static let shares: [UInt32] = [13_933, 46_871, 4_732]

    /// The sRGB code of a light, both from 0 to 1.
    static func unitCode(of light: Float) -> Float { Float(fineCode[Int(light * Float(full))]) / (255 * 16) }

    /// Sixteen times the sRGB code of each light, from 0 to 4,080.
    static let fineCode: [UInt16] = {
        var codes: [UInt16] = []
        codes.reserveCapacity(65_536)
        for code in 0..<255 {
            let (start, end) = (ofCode[code], ofCode[code + 1])
            for light in start..<end {
                codes.append(UInt16(UInt32(code) * 16 + ((light - start) * 16 + (end - start) / 2) / (end - start)))
            }
        }
        codes.append(255 * 16)
        return codes
    }()

    /// The light, from 0 to 1, of each sixteenth of an sRGB code.
    static let ofFineCode: [Float] = (0...255 * 16).map { Float(light(of: Double($0) / 16) / full) }
}

/// A colour in linear light, each channel from 0 to 1.
struct Light: Equatable {
    var red: Double
    var green: Double
    var blue: Double

    /// Relative luminance (Rec. 709).
    var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

    /// The nearest 24-bit colour; values out of range are clipped.
    var color: RGB {
        RGB(red: Light.byte(red), green: Light.byte(green), blue: Light.byte(blue))
    }

    /// The light moved towards another by a share from 0 to 1.
    func mixed(_ other: Light, _ share: Double) -> Light {
        Light(
            red: red + (other.red - red) * share, green: green + (other.green - green) * share,
            blue: blue + (other.blue - blue) * share)
    }

    func map(_ change: (Double) -> Double) -> Light {
        Light(red: change(red), green: change(green), blue: change(blue))
    }

    private static func byte(_ channel: Double) -> UInt8 {
        LinearLight.nearestCode(of: channel * LinearLight.full)
    }
}

extension Light {
    init(_ color: RGB) {
        func light(_ code: UInt8) -> Double { Double(LinearLight.ofCode[Int(code)]) / LinearLight.full }
        self.init(red: light(color.red), green: light(color.green), blue: light(color.blue))
    }
}

extension RGB {
    var channels: [UInt8] { [red, green, blue] }
}

extension RGBA {
    /// An opaque colour.
    package init(_ color: RGB) { self.init(red: color.red, green: color.green, blue: color.blue) }
}

/// A colour in a space where equal distances look about equal: Oklab (Ottosson 2020, bottosson.github.io/posts/oklab),
/// scaled by 100.
struct OklabColor: Equatable {
    let lightness: Double
    let greenRed: Double
    let blueYellow: Double

    init(_ color: RGB) {
        let light = Light(color)
        let long = OklabColor.cubeRoot(
            0.4122214708 * light.red + 0.5363325363 * light.green + 0.0514459929 * light.blue)
        let medium = OklabColor.cubeRoot(
            0.2119034982 * light.red + 0.6806995451 * light.green + 0.1073969566 * light.blue)
        let short = OklabColor.cubeRoot(
            0.0883024619 * light.red + 0.2817188376 * light.green + 0.6299787005 * light.blue)
        lightness = 100 * (0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short)
        greenRed = 100 * (1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short)
        blueYellow = 100 * (0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short)
    }

    /// From 0 to 100 for greys; the eye distinguishes about 1.
    func distance(to other: OklabColor) -> Double { squaredDistance(to: other).squareRoot() }

    func squaredDistance(to other: OklabColor) -> Double {
        let (up, across, along) = (
            lightness - other.lightness, greenRed - other.greenRed, blueYellow - other.blueYellow
        )
        return up * up + across * across + along * along
    }

    /// Newton's method, from a start within a factor of four; the same bits on every machine.
    private static func cubeRoot(_ value: Double) -> Double {
        guard value > 0 else { return 0 }
        var root = Double(sign: .plus, exponent: value.exponent / 3, significand: 1)
        for _ in 0..<8 { root -= (root - value / (root * root)) / 3 }
        return root
    }
}

/// Contrast of ink and paper: the ratio of their luminances, both with the light reflected by a screen (WCAG 2,
/// "contrast ratio").
enum Legibility {
    /// Enough to read a word, and low enough to keep the picture visible.
    static let minContrast = 2.0
    /// The light reflected by a screen, from 0 to 1.
    static let flare = 0.05

    static func ratio(_ one: RGB, _ other: RGB) -> Double {
        let (one, other) = (Light(one).luminance + flare, Light(other).luminance + flare)
        return max(one, other) / min(one, other)
    }

    /// The colours that are legible on the paper, or the one with the highest contrast if none is.
    /// - Precondition: `colors` is not empty.
    static func inks(_ colors: [RGB], on paper: RGB) -> [RGB] {
        let legible = colors.filter { ratio($0, paper) >= minContrast }
        guard legible.isEmpty else { return legible }
        return colors.max { ratio($0, paper) < ratio($1, paper) }.map { [$0] } ?? colors
    }
}
