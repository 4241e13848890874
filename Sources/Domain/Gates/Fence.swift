/// An area on the Earth's surface, with its edge.
package struct Fence: Equatable, Sendable {
    private enum Shape: Equatable, Sendable {
        /// The radius is in metres.
        case circle(Coordinate, radius: Double)
        case polygon(Polygon)
    }

    package enum Failure: Error, Equatable, Sendable {
        /// Not a number of metres from 1 to a quarter of the Earth's circumference.
        case radius
        /// Fewer than 3 different points.
        case tooFewPoints
        case tooManyPoints(limit: Int)
        /// Two successive points are 180° of longitude apart, so that it is unclear on which side of the Earth their edge
        /// runs; the index of the first.
        case ambiguousEdge(at: Int)
        /// The edges go around a pole.
        case enclosesPole
        /// All points are on one line.
        case flat
    }

    /// The maximum number of a polygon's points.
    package static var mostPoints: Int { 1000 }
    /// The permitted radii of circles, in metres.
    package static var radii: ClosedRange<Double> { 1...10_000_000 }

    private let shape: Shape

    /// Creates a circle; `radius` in metres. Throws `.radius`.
    package init(center: Coordinate, radius: Double) throws(Failure) {
        guard Self.radii.contains(radius) else { throw .radius }
        shape = .circle(center, radius: radius)
    }

    /// Creates a polygon. Its edges are straight on a map with equidistant meridians and parallels, as in GeoJSON, and
    /// take the shorter way around the Earth. The last point is connected with the first, which may be repeated. Where
    /// edges cross, areas that they surround twice are outside.
    package init(points: [Coordinate]) throws(Failure) {
        shape = .polygon(try Polygon(points))
    }

    /// Returns the distance in metres from a position to the fence; 0 inside and on the edge.
    package func distance(from position: Coordinate) -> Double {
        switch shape {
        case .circle(let center, let radius): max(0, position.distance(to: center) - radius)
        case .polygon(let polygon): polygon.distance(from: position)
        }
    }
}

/// A polygon on a map that is continued beyond ±180°, so that no edge is interrupted there.
private struct Polygon: Equatable, Sendable {
    private struct Point: Equatable, Sendable {
        var x: Double
        var y: Double
    }

    /// Longitudes and latitudes in degrees.
    private let points: [Point]

    init(_ given: [Coordinate]) throws(Fence.Failure) {
        var given = given
        if given.count > 1, given.first == given.last { given.removeLast() }
        guard given.count >= 3 else { throw .tooFewPoints }
        guard given.count <= Fence.mostPoints else { throw .tooManyPoints(limit: Fence.mostPoints) }
        var points: [Point] = []
        var longitude = given[0].longitude
        for (index, coordinate) in given.enumerated() {
            points.append(Point(x: longitude, y: coordinate.latitude))
            let next = given[(index + 1) % given.count]
            let step = Self.shortest(next.longitude - coordinate.longitude)
            guard abs(step) < 180 else { throw .ambiguousEdge(at: index) }
            longitude += step
        }
        // Back at the first point, the way around a pole has added up to a full turn.
        guard abs(longitude - given[0].longitude) < 180 else { throw .enclosesPole }
        guard !Self.isFlat(points) else { throw .flat }
        self.points = points
    }

    func distance(from position: Coordinate) -> Double {
        let places = images(of: position)
        if places.contains(where: isInside) { return 0 }
        let scale = Trigonometry.sineAndCosine(degrees: position.latitude).cosine
        return places.reduce(.infinity) { least, place in
            edges.reduce(least) { min($0, Self.distance(from: place, to: $1, scale: scale, position)) }
        }
    }

    private var edges: some Sequence<(Point, Point)> {
        zip(points, points.dropFirst() + points.prefix(1))
    }

    /// The places of a position on the continued map that the polygon could contain or be near to.
    private func images(of position: Coordinate) -> [Point] {
        let place = Point(x: position.longitude, y: position.latitude)
        return [-720, -360, 0, 360, 720].map { Point(x: place.x + $0, y: place.y) }.filter { image in
            points.contains { abs($0.x - image.x) <= 180 }
        }
    }

    /// Whether a ray from the place to the east crosses an odd number of edges. A place on an edge may be outside, but
    /// its distance is 0.
    private func isInside(_ place: Point) -> Bool {
        edges.reduce(false) { isInside, edge in
            let (from, to) = edge
            guard (from.y > place.y) != (to.y > place.y) else { return isInside }
            let crossing = from.x + (place.y - from.y) / (to.y - from.y) * (to.x - from.x)
            return crossing > place.x ? !isInside : isInside
        }
    }

    /// Returns the great-circle distance in metres to the point of an edge that is nearest on a map around the place.
    /// `scale` is the length of a degree of longitude there, as a part of one of latitude.
    private static func distance(
        from place: Point, to edge: (Point, Point), scale: Double, _ position: Coordinate
    ) -> Double {
        let (from, to) = edge
        let (alongX, alongY) = ((to.x - from.x) * scale, to.y - from.y)
        let (awayX, awayY) = ((place.x - from.x) * scale, place.y - from.y)
        let square = alongX * alongX + alongY * alongY
        let part = square > 0 ? min(max((awayX * alongX + awayY * alongY) / square, 0), 1) : 0
        let nearest = Coordinate(
            latitude: min(max(from.y + part * (to.y - from.y), -90), 90),
            longitude: min(max(shortest(from.x + part * (to.x - from.x)), -180), 180))
        return nearest?.distance(to: position) ?? .infinity
    }

    /// Returns an angle within ±180°.
    private static func shortest(_ degrees: Double) -> Double {
        degrees.remainder(dividingBy: 360)
    }

    private static func isFlat(_ points: [Point]) -> Bool {
        let first = points[0]
        guard let second = points.first(where: { $0 != first }) else { return true }
        return points.allSatisfy {
            (second.x - first.x) * ($0.y - first.y) == (second.y - first.y) * ($0.x - first.x)
        }
    }
}

extension Polygon: CustomReflectable, CustomStringConvertible {
    var description: String { "(polygon)" }
    var customMirror: Mirror { Mirror(self, children: ["points": points.count]) }
}
