// The domain has no libm. These functions are within 2 units in the last place of the exact results for the angles of a
// sphere, far below the error of the sphere itself.
enum Trigonometry {
    private static var quarterTurn: Double { .pi / 2 }

    /// The sine and the cosine of an angle in degrees. Multiples of 90° are exact, because the reduction is.
    static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
        let turned = degrees.truncatingRemainder(dividingBy: 360)
        let quadrant = (turned / 90).rounded()
        let rest = (turned - quadrant * 90) * .pi / 180
        let (sine, cosine) = (smallSine(rest), smallCosine(rest))
        switch Int(quadrant) & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }

    /// The angle in radians, 0 … π/2, whose sine is the square root of `square`. Numbers outside 0 … 1, which rounding
    /// can yield, count as the nearest of these.
    static func arcsine(ofSquareRoot square: Double) -> Double {
        let square = min(max(square, 0), 1)
        // Above 45° the sine hardly changes with the angle, so the complement is computed.
        guard square <= 0.5 else { return quarterTurn - arcsine(ofSquareRoot: 1 - square) }
        let sine = square.squareRoot()
        // The first terms of the series are off by less than 0.02. Newton's method squares the error in each step.
        var angle = sine + sine * square / 6
        for _ in 0..<4 { angle += (sine - smallSine(angle)) / smallCosine(angle) }
        return angle
    }

    /// Taylor's series for angles up to about π/4, in radians: the next term is below 1e-19.
    private static func smallSine(_ angle: Double) -> Double {
        angle * series(angle * angle, from: 17)
    }

    private static func smallCosine(_ angle: Double) -> Double {
        series(angle * angle, from: 18)
    }

    /// Sums 1 − x/(n(n−1)) (…) from the innermost bracket, where n is `last`, outwards, where n is 2 or 3.
    private static func series(_ square: Double, from last: Int) -> Double {
        var sum = 1.0
        for number in stride(from: last, to: 1, by: -2) { sum = 1 - square / Double(number * (number - 1)) * sum }
        return sum
    }
}
