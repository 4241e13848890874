@testable import Domain
import Foundation
import Testing

@Suite("Coordinates")
struct CoordinateTests {
    private static func coordinate(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test("sines and cosines are those of libm, within the rounding of its argument")
    func sines() {
        var worst = 0.0
        for step in -72_000...72_000 {
            let degrees = Double(step) / 100 + Double(step % 7) * 1e-5
            let radians = degrees.remainder(dividingBy: 360) * .pi / 180
            let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees)
            worst = max(worst, abs(sine - sin(radians)), abs(cosine - cos(radians)))
        }
        #expect(worst < 1e-15)
    }

    @Test(
        "sines of whole quadrants and of 30° are exact",
        arguments: [
            (0.0, 0.0, 1.0), (90, 1, 0), (180, 0, -1), (270, -1, 0), (-90, -1, 0), (450, 1, 0), (36_000_090, 1, 0),
        ])
    func quadrants(degrees: Double, sine: Double, cosine: Double) {
        let computed = Trigonometry.sineAndCosine(degrees: degrees)
        #expect(computed.sine == sine && computed.cosine == cosine)
        #expect(abs(Trigonometry.sineAndCosine(degrees: 30).sine - 0.5) < 1.2e-16)
    }

    @Test("arcsines are those of libm, to the last digits")
    func arcsines() {
        var worst = 0.0
        for step in 0...10_000 {
            let square = Double(step) / 10_000
            let expected = square > 0.5 ? .pi / 2 - asin((1 - square).squareRoot()) : asin(square.squareRoot())
            worst = max(worst, abs(Trigonometry.arcsine(ofSquareRoot: square) - expected))
        }
        for exponent in 1...300 {
            let square = pow(10, -Double(exponent))
            worst = max(worst, abs(Trigonometry.arcsine(ofSquareRoot: square) / asin(square.squareRoot()) - 1))
        }
        #expect(worst < 5e-16)
        #expect(Trigonometry.arcsine(ofSquareRoot: 1.000_000_1) == .pi / 2)
        #expect(Trigonometry.arcsine(ofSquareRoot: -1e-17) == 0)
    }

    @Test("distances are known ones")
    func distances() throws {
        let degree = Coordinate.earthRadius * .pi / 180
        #expect(abs(degree - 111_195.08) < 0.01)
        let origin = try Self.coordinate(0, 0)
        #expect(abs(origin.distance(to: try Self.coordinate(1, 0)) - degree) < 1e-6)
        #expect(abs(origin.distance(to: try Self.coordinate(0, 1)) - degree) < 1e-6)
        #expect(abs(origin.distance(to: try Self.coordinate(0, 180)) - 180 * degree) < 1e-6)
        #expect(abs(try Self.coordinate(90, 0).distance(to: try Self.coordinate(-90, 77)) - 180 * degree) < 1e-6)
        // Across the antimeridian, and the same point under both of its names.
        #expect(abs(try Self.coordinate(0, 179.5).distance(to: try Self.coordinate(0, -179.5)) - degree) < 1e-6)
        #expect(try Self.coordinate(12, 180).distance(to: try Self.coordinate(12, -180)) < 1e-6)
        #expect(try Self.coordinate(90, 0).distance(to: try Self.coordinate(90, 120)) < 1e-6)
        // Nashville and Los Angeles, the example of many haversine implementations: 2,887.26 km for 6,372.8 km.
        let flight = try Self.coordinate(36.12, -86.67).distance(to: try Self.coordinate(33.94, -118.40))
        #expect(abs(flight * 6372.8 / 6371.0088 - 2_887_259.95) < 0.01)
        // A metre is resolved to nanometres.
        let metre = origin.distance(to: try Self.coordinate(1 / degree, 0))
        #expect(abs(metre - 1) < 1e-9)
    }

    @Test("distances agree with the law of haversines over libm")
    func agreement() throws {
        for step in 0..<500 {
            let (one, other) = try (
                Self.coordinate(Double(step * 37 % 181) - 90, Double(step * 101 % 361) - 180),
                Self.coordinate(Double(step * 53 % 179) - 89.25, Double(step * 17 % 359) - 179.5)
            )
            let radians = Double.pi / 180
            let north = sin((other.latitude - one.latitude) * radians / 2)
            let east = sin((other.longitude - one.longitude) * radians / 2)
            let square = north * north + cos(one.latitude * radians) * cos(other.latitude * radians) * east * east
            let expected = 2 * Coordinate.earthRadius * asin(min(1, square).squareRoot())
            // Near the antipodes libm's arcsine loses half of the digits.
            #expect(abs(one.distance(to: other) - expected) < (square > 0.999 ? 1 : 1e-6))
            #expect(one.distance(to: other) == other.distance(to: one))
        }
    }

    @Test(
        "coordinates out of range are rejected",
        arguments: [(90.1, 0.0), (-90.1, 0), (0, 180.1), (0, -180.1), (.nan, 0), (0, .infinity)])
    func range(latitude: Double, longitude: Double) {
        #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
    }

    @Test("positions are not revealed by printing, dumping and reflection, not even those of fences")
    func hidden() throws {
        let position = try Self.coordinate(47.12345, 8.54321)
        let fix = Fix(position: position, accuracy: 3.5, time: 1_795_000_000_000)
        let circle = try Fence(center: position, radius: 120)
        let polygon = try Fence(
            points: [position, try Self.coordinate(47.12399, 8.54321), try Self.coordinate(47.12345, 8.54399)])
        let condition = LocationCondition(.inside, fences: [circle, polygon])
        for value in [
            position, fix, circle, polygon, condition, Optional(fix) as Any, [fix],
            Result<Fix, GPSDFailure>.success(fix),
        ] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains("47.12") && !text.contains("8.54"))
            }
        }
        #expect(!((position as Any) is any Encodable) && !((fix as Any) is any Encodable))
        #expect(!((circle as Any) is any Encodable))
        #expect("\(fix)" == "(fix at 1795000000000)")
    }
}
