/// Where a shape's own units lie on the paper: `origin` in pixels, y upwards in the shape, `scale` pixels a unit.
struct Frame: Sendable {
    var origin: Point
    var scale: Float
    var isMirrored = false
    /// Stretches heights; negative turns the shape upside down, as a reflection does.
    var rise: Float = 1
    /// Tilts the shape: part of a full turn, anticlockwise.
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
