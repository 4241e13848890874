/// What lives in the water.
enum SeaThings {
    static func whale(_ pen: Pen, _ skin: Ink) {
        for drop in 0..<5 {
            let t = (Float(drop) - 2) / 2
            let path = [Point(0.4, 0.62), Point(0.4 + 0.1 * t, 0.95), Point(0.4 + 0.28 * t, 0.86 - 0.1 * abs(t))]
            pen.line(Outline.thread(path), 0.05, to: 0.02, pen.lit(0xF0F8FF), alpha: 0.9)
        }
        pen.smooth(
            [
                Point(0.92, 0), Point(0.9, 0.36), Point(0.5, 0.6), Point(0, 0.52), Point(-0.45, 0.26),
                Point(-0.7, 0.34),
                Point(-0.98, 0.66), Point(-0.8, 0.3), Point(-0.62, 0.06), Point(-0.4, 0),
            ], pen.lit(skin))
        pen.smooth([Point(-0.72, 0.34), Point(-0.66, 0.7), Point(-0.5, 0.74), Point(-0.6, 0.34)], pen.lit(skin))
        pen.smooth([Point(0.92, 0), Point(0.88, 0.2), Point(0.5, 0.16), Point(0.1, 0.02)], pen.lit(0xDCE6EC))
        pen.disc(Point(0.66, 0.29), 0.035, pen.lit(0xFFFFFF))
        pen.disc(Point(0.67, 0.29), 0.02, pen.lit(0x0A0E14))
        pen.smooth(
            [Point(-1.05, -0.03), Point(0, 0.05), Point(1.1, -0.03), Point(0, -0.1)],
            pen.light.water.mixed(.white, 0.35), alpha: 0.8)
    }

    static func fish(_ pen: Pen, _ skin: Ink) {
        let body = pen.lit(skin)
        pen.smooth([Point(-0.4, 0.5), Point(-0.85, 0.9), Point(-0.75, 0.5), Point(-0.85, 0.1)], body)
        pen.smooth([Point(0, 0.8), Point(-0.15, 1.05), Point(-0.25, 0.75)], pen.lit(skin.times(0.7)))
        pen.smooth(
            [
                Point(0.7, 0.5), Point(0.3, 0.84), Point(-0.2, 0.76), Point(-0.5, 0.5), Point(-0.2, 0.24),
                Point(0.3, 0.18),
            ], body)
        pen.smooth(
            [Point(0.6, 0.4), Point(0.2, 0.36), Point(-0.3, 0.36), Point(0.2, 0.18)],
            pen.lit(skin.times(1.6).mixed(.white, 0.3)))
        pen.disc(Point(0.42, 0.58), 0.07, pen.lit(0xFFFFFF))
        pen.disc(Point(0.44, 0.58), 0.04, pen.lit(0x0A0E14))
    }
}
