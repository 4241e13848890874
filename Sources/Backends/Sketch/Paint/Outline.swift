/// Makers of closed outlines in a shape's own units.
enum Outline {
    static func box(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> [Point] {
        [Point(x, y), Point(x + width, y), Point(x + width, y + height), Point(x, y + height)]
    }

    static func oval(_ center: Point, _ radii: Point, corners: Int = 40) -> [Point] {
        (0..<corners).map { corner in
            let turn = Float(corner) / Float(corners)
            return center + radii * Point(Turn.cosine(turn), Turn.sine(turn))
        }
    }

    /// A smooth closed curve through the points (Catmull and Rom).
    static func smooth(_ points: [Point], steps: Int = 8) -> [Point] {
        let count = points.count
        guard count > 2 else { return points }
        var curve: [Point] = []
        for index in 0..<count {
            let before = points[(index + count - 1) % count]
            let from = points[index]
            let to = points[(index + 1) % count]
            let after = points[(index + 2) % count]
            for step in 0..<steps {
                curve.append(bend(before, from, to, after, Float(step) / Float(steps)))
            }
        }
        return curve
    }

    /// A smooth open curve through the points.
    static func thread(_ points: [Point], steps: Int = 8) -> [Point] {
        guard points.count > 2, let last = points.last else { return points }
        var curve: [Point] = []
        for index in 0..<(points.count - 1) {
            let before = points[max(index - 1, 0)]
            let after = points[min(index + 2, points.count - 1)]
            for step in 0..<steps {
                curve.append(bend(before, points[index], points[index + 1], after, Float(step) / Float(steps)))
            }
        }
        return curve + [last]
    }

    /// The outlines of a line of a width that may change from `from` to `to`.
    static func stroke(_ points: [Point], _ from: Float, _ to: Float) -> [[Point]] {
        var outlines: [[Point]] = []
        let count = Float(max(points.count - 1, 1))
        for index in points.indices {
            let width = from + (to - from) * Float(index) / count
            outlines.append(oval(points[index], Point(repeating: width / 2), corners: 10))
            guard index + 1 < points.count else { break }
            let way = points[index + 1] - points[index]
            let side = Point(-way.y, way.x) / max(way.length, 1e-6)
            let next = from + (to - from) * Float(index + 1) / count
            outlines.append([
                points[index] + side * (width / 2), points[index + 1] + side * (next / 2),
                points[index + 1] - side * (next / 2), points[index] - side * (width / 2),
            ])
        }
        return outlines
    }

    private static func bend(_ a: Point, _ b: Point, _ c: Point, _ d: Point, _ t: Float) -> Point {
        let linear = (c - a) * t
        let square = (a * 2 - b * 5 + c * 4 - d) * (t * t)
        let cube = (b * 3 - a - c * 3 + d) * (t * t * t)
        return (b * 2 + linear + square + cube) * 0.5
    }
}
