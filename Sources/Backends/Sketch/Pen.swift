/// Draws shapes, given in their own units, with the scene's lighting.
struct Pen {
    let canvas: Canvas
    var frame: Frame
    let light: Light
    /// The distance of the shape, from 0 (near) to 1 (horizon): distant shapes fade into the haze.
    var depth: Float = 0
    /// The opacity of every shape, reduced for reflections.
    var strength: Float = 1

    /// Returns a colour with ambient light and haze applied.
    func lit(_ ink: Ink) -> Ink {
        ink.times(light.ambient).mixed(light.haze, depth * light.air)
    }

    func lit(_ code: UInt32) -> Ink {
        lit(Ink(code))
    }

    func fill(_ outlines: [[Point]], _ ink: Ink, alpha: Float = 1) {
        canvas.fill(outlines.map(placed), .flat(ink), alpha: alpha * strength)
    }

    func shape(_ points: [Point], _ ink: Ink, alpha: Float = 1) {
        canvas.fill([placed(points)], .flat(ink), alpha: alpha * strength)
    }

    func smooth(_ points: [Point], _ ink: Ink, alpha: Float = 1) {
        shape(Outline.smooth(points), ink, alpha: alpha)
    }

    func disc(_ center: Point, _ radius: Float, _ ink: Ink, alpha: Float = 1) {
        shape(Outline.oval(center, Point(repeating: radius)), ink, alpha: alpha)
    }

    func oval(_ center: Point, _ radii: Point, _ ink: Ink, alpha: Float = 1) {
        shape(Outline.oval(center, radii), ink, alpha: alpha)
    }

    func box(_ x: Float, _ y: Float, _ width: Float, _ height: Float, _ ink: Ink, alpha: Float = 1) {
        shape(Outline.box(x, y, width, height), ink, alpha: alpha)
    }

    func line(_ points: [Point], _ width: Float, to end: Float? = nil, _ ink: Ink, alpha: Float = 1) {
        fill(Outline.stroke(points, width, end ?? width), ink, alpha: alpha)
    }

    /// Fills a shape with a vertical gradient from `top` at height `high` to `bottom` at `low`.
    func shade(_ points: [Point], top: Ink, bottom: Ink, high: Float, low: Float, alpha: Float = 1) {
        let from = frame.place(Point(0, high)).y
        let to = frame.place(Point(0, low)).y
        canvas.fill([placed(points)], .upright(top: top, bottom: bottom, from: from, to: to), alpha: alpha * strength)
    }

    func glow(_ center: Point, _ radius: Float, _ ink: Ink, _ power: Float) {
        canvas.glow(frame.place(center), radius: radius * frame.scale, ink, strength: power * strength)
    }

    private func placed(_ points: [Point]) -> [Point] {
        points.map(frame.place)
    }
}

/// The mapping of a shape's own units to the canvas: `origin` in pixels, y upwards in the shape, `scale` in pixels per
/// unit.
struct Frame: Sendable {
    var origin: Point
    var scale: Float
    var isMirrored = false
    /// The vertical stretch; a negative value flips the shape, as in a reflection.
    var rise: Float = 1
    /// The rotation as a fraction of a full turn, anticlockwise.
    var tilt: Float = 0

    func place(_ point: Point) -> Point {
        var turned = point
        if tilt != 0 {
            let sine = Turn.sine(tilt)
            let cosine = Turn.cosine(tilt)
            turned = Point(point.x * cosine - point.y * sine, point.x * sine + point.y * cosine)
        }
        let x = isMirrored ? -turned.x : turned.x
        return Point(origin.x + x * scale, origin.y - turned.y * rise * scale)
    }
}

/// Creates outlines in a shape's own units.
enum Outline {
    static func box(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> [Point] {
        [Point(x, y), Point(x + width, y), Point(x + width, y + height), Point(x, y + height)]
    }

    static func oval(_ center: Point, _ radii: Point, corners: Int = 40) -> [Point] {
        (0..<corners).map { center + radii * Turn.direction(Float($0) / Float(corners)) }
    }

    /// Returns `steps` + 1 points of a curve for equally spaced `t` from 0 to 1.
    static func curve(steps: Int, _ point: (_ t: Float) -> Point) -> [Point] {
        (0...steps).map { point(Float($0) / Float(steps)) }
    }

    /// Returns a smooth closed curve through the points (Catmull–Rom).
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

    /// Returns a smooth open curve through the points.
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

    /// Returns the outlines of a line whose width changes from `from` to `to`.
    static func stroke(_ points: [Point], _ from: Float, _ to: Float) -> [[Point]] {
        var outlines: [[Point]] = []
        let count = Float(max(points.count - 1, 1))
        for index in points.indices {
            let width = from + (to - from) * Float(index) / count
            outlines.append(oval(points[index], Point(repeating: width / 2), corners: 10))
            guard index + 1 < points.count else { break }
            let way = points[index + 1] - points[index]
            let side = way.perpendicular / max(way.length, 1e-6)
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

/// A position on the canvas or in a shape's own units, also written as `[x, y]`.
typealias Point = SIMD2<Float>

extension SIMD2<Float> {
    var length: Float { (x * x + y * y).squareRoot() }

    /// The vector turned by a right angle.
    var perpendicular: SIMD2<Float> { [-y, x] }
}

/// Sine and cosine of a fraction of a full turn without libm: one polynomial, the same on every machine.
enum Turn {
    /// Returns the sine of `turns` full turns, accurate to about 1e-4.
    static func sine(_ turns: Float) -> Float {
        let part = turns - turns.rounded(.down)
        let folded = part < 0.25 ? part : (part < 0.75 ? 0.5 - part : part - 1)
        let angle = folded * 6.283_185_5
        let square = angle * angle
        return angle * (1 - square * (1.0 / 6 - square * (1.0 / 120 - square * (1.0 / 5040))))
    }

    static func cosine(_ turns: Float) -> Float {
        sine(turns + 0.25)
    }

    /// Returns the point on the unit circle in a direction.
    static func direction(_ turns: Float) -> Point {
        Point(cosine(turns), sine(turns))
    }
}
