import Domain
import Testing

@Suite("Fences")
struct FenceTests {
    private static func points(_ pairs: [(Double, Double)]) throws -> [Coordinate] {
        try pairs.map { try #require(Coordinate(latitude: $0.0, longitude: $0.1)) }
    }

    private static func polygon(_ pairs: (Double, Double)...) throws -> Fence {
        try Fence(points: try points(pairs))
    }

    private static func distance(_ fence: Fence, _ latitude: Double, _ longitude: Double) throws -> Double {
        fence.distance(from: try #require(Coordinate(latitude: latitude, longitude: longitude)))
    }

    private static var degree: Double { Coordinate.earthRadius * .pi / 180 }

    @Test("a circle contains what is nearer than its radius, also across the antimeridian and at a pole")
    func circle() throws {
        let seoul = try Fence(center: try #require(Coordinate(latitude: 37.5665, longitude: 126.978)), radius: 200)
        #expect(try Self.distance(seoul, 37.5665, 126.978) == 0)
        #expect(try Self.distance(seoul, 37.5665 + 199 / Self.degree, 126.978) == 0)
        #expect(abs(try Self.distance(seoul, 37.5665 + 250 / Self.degree, 126.978) - 50) < 1e-6)
        let fiji = try Fence(center: try #require(Coordinate(latitude: 0, longitude: 179.999)), radius: 500)
        #expect(try Self.distance(fiji, 0, -179.998) == 0)
        #expect(try Self.distance(fiji, 0, -179.99) > 700)
        let pole = try Fence(center: try #require(Coordinate(latitude: 90, longitude: 0)), radius: 1000)
        #expect(try Self.distance(pole, 89.995, -135) == 0)
        #expect(try Self.distance(pole, 89.98, 45) > 1000)
    }

    @Test("a radius that is no length on Earth is rejected", arguments: [0, -5, 0.5, 10_000_001, .nan, .infinity])
    func radius(_ radius: Double) throws {
        let center = try #require(Coordinate(latitude: 0, longitude: 0))
        #expect(throws: Fence.Failure.radius) { try Fence(center: center, radius: radius) }
    }

    @Test("a polygon measures from its nearest edge or corner")
    func square() throws {
        let square = try Self.polygon((50, 10), (50, 10.01), (50.01, 10.01), (50.01, 10))
        #expect(try Self.distance(square, 50.005, 10.005) == 0)
        #expect(try Self.distance(square, 50.000_001, 10.000_001) == 0)
        #expect(abs(try Self.distance(square, 50.005, 10.011) - 0.001 * Self.degree * 0.642_69) < 0.1)
        #expect(abs(try Self.distance(square, 49.999, 10.005) - 0.001 * Self.degree) < 0.01)
        // From a corner.
        let corner = try #require(Coordinate(latitude: 50.01, longitude: 10.01))
        let away = try #require(Coordinate(latitude: 50.012, longitude: 10.012))
        #expect(abs(square.distance(from: away) - corner.distance(to: away)) < 1e-6)
        // On an edge and a corner.
        #expect(try Self.distance(square, 50, 10.005) < 1e-6)
        #expect(try Self.distance(square, 50.01, 10.01) < 1e-6)
    }

    @Test("a concave polygon doesn't contain its bay, and direction and a repeated first point don't matter")
    func concave() throws {
        let corners = [
            (0.0, 0.0), (0, 0.03), (0.03, 0.03), (0.03, 0.02), (0.01, 0.02), (0.01, 0.01), (0.03, 0.01), (0.03, 0),
        ]
        for order in [corners, corners.reversed(), corners + [corners[0]]] {
            let fence = try Fence(points: try Self.points(order))
            #expect(try Self.distance(fence, 0.02, 0.005) == 0)
            #expect(try Self.distance(fence, 0.02, 0.025) == 0)
            #expect(try Self.distance(fence, 0.005, 0.015) == 0)
            #expect(abs(try Self.distance(fence, 0.02, 0.015) - 0.005 * Self.degree) < 0.01)
        }
        #expect(
            try Fence(points: try Self.points(corners)) == Fence(points: try Self.points(corners + [corners[0]])))
    }

    @Test("a polygon across the antimeridian is the small one, from both sides and from either start")
    func antimeridian() throws {
        let corners = [(-18.0, 179.9), (-18.0, -179.9), (-17.0, -179.9), (-17.0, 179.9)]
        for shift in 0..<4 {
            let fence = try Fence(points: try Self.points(Array(corners[shift...] + corners[..<shift])))
            for longitude in [179.95, 180, -180, -179.95] {
                #expect(try Self.distance(fence, -17.5, longitude) == 0)
            }
            let scale = Self.degree * 0.953_7
            #expect(abs(try Self.distance(fence, -17.5, 179.8) - 0.1 * scale) < 20)
            #expect(abs(try Self.distance(fence, -17.5, -179.8) - 0.1 * scale) < 20)
            #expect(try Self.distance(fence, -17.5, 0) > 15_000_000)
        }
    }

    @Test("a polygon of continental size contains its middle")
    func large() throws {
        let fence = try Self.polygon((-60, -170), (-60, -20), (-60, 130), (60, 130), (60, -20), (60, -170))
        #expect(try Self.distance(fence, 0, 60) == 0 && Self.distance(fence, 0, -100) == 0)
        #expect(try Self.distance(fence, 0, 150) > 2_000_000 && Self.distance(fence, 70, 0) > 1_000_000)
    }

    @Test("areas that crossing edges surround twice are outside")
    func crossing() throws {
        let bow = try Self.polygon((0, 0), (0.02, 0.02), (0.02, 0), (0, 0.02))
        #expect(try Self.distance(bow, 0.018, 0.01) == 0 && Self.distance(bow, 0.002, 0.01) == 0)
        #expect(try Self.distance(bow, 0.01, 0.002) > 0)
    }

    @Test("polygons that enclose nothing, or a pole, are rejected")
    func rejected() throws {
        #expect(throws: Fence.Failure.tooFewPoints) { try Self.polygon((0, 0), (1, 1)) }
        #expect(throws: Fence.Failure.tooFewPoints) { try Self.polygon((0, 0), (1, 1), (0, 0)) }
        #expect(throws: Fence.Failure.tooFewPoints) { try Fence(points: []) }
        #expect(throws: Fence.Failure.flat) { try Self.polygon((0, 0), (1, 1), (2, 2)) }
        #expect(throws: Fence.Failure.flat) { try Self.polygon((5, 5), (5, 5), (5, 5), (5, 5)) }
        #expect(throws: Fence.Failure.enclosesPole) { try Self.polygon((80, 0), (80, 120), (80, -120)) }
        #expect(throws: Fence.Failure.enclosesPole) { try Self.polygon((80, -120), (80, 120), (80, 0)) }
        #expect(throws: Fence.Failure.ambiguousEdge(at: 1)) { try Self.polygon((0, 0), (0, 90), (10, -90)) }
        let many = (0...1000).map { (Double($0 % 2), Double($0) / 100) }
        #expect(throws: Fence.Failure.tooManyPoints(limit: 1000)) { try Fence(points: try Self.points(many)) }
    }
}
