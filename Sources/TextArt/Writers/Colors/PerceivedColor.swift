internal import Domain

/// A colour where equal distances look about equal: Oklab (Ottosson 2020, bottosson.github.io/posts/oklab), a hundred
/// times.
struct PerceivedColor: Equatable {
    let lightness: Double
    let greenRed: Double
    let blueYellow: Double

    init(_ color: RGB) {
        let light = Light(color)
        let long = PerceivedColor.cubeRoot(
            0.4122214708 * light.red + 0.5363325363 * light.green + 0.0514459929 * light.blue)
        let medium = PerceivedColor.cubeRoot(
            0.2119034982 * light.red + 0.6806995451 * light.green + 0.1073969566 * light.blue)
        let short = PerceivedColor.cubeRoot(
            0.0883024619 * light.red + 0.2817188376 * light.green + 0.6299787005 * light.blue)
        lightness = 100 * (0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short)
        greenRed = 100 * (1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short)
        blueYellow = 100 * (0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short)
    }

    /// From 0 to 100 for greys; an eye tells about 1.
    func distance(to other: PerceivedColor) -> Double { squaredDistance(to: other).squareRoot() }

    func squaredDistance(to other: PerceivedColor) -> Double {
        let (up, across, along) = (
            lightness - other.lightness, greenRed - other.greenRed, blueYellow - other.blueYellow
        )
        return up * up + across * across + along * along
    }

    /// By Newton's method, from a start within a factor of four; the same bits on every machine.
    private static func cubeRoot(_ value: Double) -> Double {
        guard value > 0 else { return 0 }
        var root = Double(sign: .plus, exponent: value.exponent / 3, significand: 1)
        for _ in 0..<8 { root -= (root - value / (root * root)) / 3 }
        return root
    }
}
