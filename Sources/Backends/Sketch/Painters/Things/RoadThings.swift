/// What rolls.
enum RoadThings {
    static func car(_ pen: Pen, _ paint: Ink) {
        pen.smooth(
            [Point(-0.55, 0.5), Point(-0.32, 0.98), Point(0.32, 0.98), Point(0.62, 0.5)], pen.lit(paint.times(0.8)))
        pen.shape([Point(-0.42, 0.55), Point(-0.27, 0.87), Point(-0.02, 0.87), Point(-0.02, 0.55)], pen.lit(0xBFE0F2))
        pen.shape([Point(0.05, 0.55), Point(0.05, 0.87), Point(0.28, 0.87), Point(0.47, 0.55)], pen.lit(0xBFE0F2))
        pen.smooth(
            [
                Point(-1.02, 0.2), Point(-1, 0.5), Point(-0.5, 0.58), Point(0.55, 0.58), Point(1.02, 0.46),
                Point(1.05, 0.2),
            ], pen.lit(paint))
        for x in [Float(-0.6), 0.6] {
            pen.disc(Point(x, 0.2), 0.22, pen.lit(0x15151A))
            pen.disc(Point(x, 0.2), 0.1, pen.lit(0xC8CCD2))
        }
        pen.disc(Point(1, 0.4), 0.07, Ink(0xFFF3C0))
        if pen.light.isNight { pen.glow(Point(1.1, 0.4), 1.2, Light.lamp, 0.5) }
    }

    static func train(_ pen: Pen, _ paint: Ink) {
        pen.box(-2.1, -0.05, 4.3, 0.05, pen.lit(0x4A3A30))
        for wagon in 0..<2 {
            let x = -2 + 1.2 * Float(wagon)
            pen.box(x, 0.18, 1.1, 0.6, pen.lit(Ink(0xB23A30)))
            pen.box(x - 0.03, 0.76, 1.16, 0.08, pen.lit(0x2A2A32))
            for pane in 0..<3 { HouseThings.window(pen, x + 0.12 + 0.32 * Float(pane), 0.42, 0.22, 0.24) }
            for wheel in [Float(0.25), 0.85] { pen.disc(Point(x + wheel, 0.12), 0.12, pen.lit(0x15151A)) }
        }
        pen.box(0.45, 0.2, 0.5, 0.8, pen.lit(paint.times(0.8)))
        pen.box(0.4, 0.98, 0.6, 0.08, pen.lit(0x15151A))
        HouseThings.window(pen, 0.58, 0.62, 0.24, 0.24)
        pen.smooth(
            [Point(0.9, 0.24), Point(1.85, 0.24), Point(1.95, 0.48), Point(1.85, 0.72), Point(0.9, 0.72)],
            pen.lit(paint))
        pen.shape([Point(1.6, 0.7), Point(1.76, 0.7), Point(1.84, 1.06), Point(1.52, 1.06)], pen.lit(0x15151A))
        for wheel in [Float(0.7), 1.1, 1.45, 1.78] { pen.disc(Point(wheel, 0.15), 0.16, pen.lit(0x7A1F1A)) }
        pen.shape([Point(1.85, 0.02), Point(2.15, 0.02), Point(1.85, 0.3)], pen.lit(0x8A8F98))
        for puff in 0..<6 {
            let t = Float(puff)
            pen.disc(Point(1.66 - 0.3 * t, 1.2 + 0.13 * t), 0.12 + 0.045 * t, pen.lit(0xE9EDF2), alpha: 0.75)
        }
    }
}
