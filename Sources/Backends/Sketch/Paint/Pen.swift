/// Draws shapes given in their own units on the paper, in the light of the scene.
struct Pen {
    let canvas: Canvas
    var frame: Frame
    let light: Light
    /// How far away the shape is, 0 near … 1 at the horizon: what is far fades into the haze.
    var depth: Float = 0
    /// Thins every shape, as in a reflection.
    var strength: Float = 1

    /// A colour as it looks here: lit by the sky, faded by the air.
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

    /// From `top` to `bottom` over the shape's heights `high` to `low`.
    func shade(_ points: [Point], top: Ink, bottom: Ink, high: Float, low: Float, alpha: Float = 1) {
        let from = frame.place(Point(0, high)).y
        let to = frame.place(Point(0, low)).y
        canvas.fill([placed(points)], .upright(top: top, bottom: bottom, from: from, to: to), alpha: alpha * strength)
    }

    func glow(_ center: Point, _ radius: Float, _ ink: Ink, _ power: Float, squash: Float = 1) {
        canvas.glow(
            frame.place(center), radius: radius * frame.scale, ink, strength: power * strength, squash: squash)
    }

    private func placed(_ points: [Point]) -> [Point] {
        points.map(frame.place)
    }
}
