/// Animals and people, sitting or standing, one unit high.
enum AnimalThings {
    /// A sitting cat seen from behind its shoulder, its tail curled out.
    static func cat(_ pen: Pen, _ fur: Ink) {
        let coat = pen.lit(fur)
        let rim = pen.lit(fur.times(2.2).mixed(Ink(0x8A8AA0), 0.12))
        pen.line(
            Outline.thread([Point(0.16, 0.06), Point(0.44, 0.05), Point(0.52, 0.24), Point(0.42, 0.4)]), 0.075,
            to: 0.05, coat)
        let body = [
            Point(-0.26, 0.02), Point(0, 0), Point(0.27, 0.02), Point(0.3, 0.2), Point(0.2, 0.44), Point(0.13, 0.62),
            Point(-0.13, 0.62), Point(-0.2, 0.44), Point(-0.29, 0.2),
        ]
        pen.smooth(body, rim)
        pen.smooth(body.map { $0 * Point(0.93, 0.985) + Point(0.008, 0) }, coat)
        pen.oval(Point(0, 0.72), Point(0.21, 0.175), rim)
        for side in [Float(-1), 1] {
            pen.shape([Point(side * 0.2, 0.74), Point(side * 0.18, 1), Point(side * 0.03, 0.86)], rim)
            pen.shape([Point(side * 0.18, 0.76), Point(side * 0.165, 0.96), Point(side * 0.05, 0.86)], coat)
        }
        pen.oval(Point(0, 0.715), Point(0.195, 0.165), coat)
        let eye = pen.light.isNight ? Ink(0xD8E86A) : pen.lit(0x9CC24A)
        for side in [Float(-1), 1] {
            pen.oval(Point(side * 0.083, 0.735), Point(0.046, 0.036), eye)
            pen.oval(Point(side * 0.083, 0.735), Point(0.013, 0.034), Ink(0x0A0A10))
        }
        pen.shape([Point(-0.025, 0.675), Point(0.025, 0.675), Point(0, 0.645)], pen.lit(0xE58A95))
    }

    static func dog(_ pen: Pen, _ fur: Ink) {
        let coat = pen.lit(fur)
        let dark = pen.lit(fur.times(0.5))
        pen.line(Outline.thread([Point(-0.44, 0.55), Point(-0.6, 0.7), Point(-0.58, 0.86)]), 0.09, to: 0.05, coat)
        for x in [-0.4, 0.22] { pen.line([Point(Float(x), 0.06), Point(Float(x), 0.4)], 0.1, dark) }
        for x in [-0.3, 0.32] { pen.line([Point(Float(x), 0.05), Point(Float(x), 0.4)], 0.11, coat) }
        pen.smooth(
            [
                Point(-0.48, 0.4), Point(-0.46, 0.62), Point(0, 0.64), Point(0.36, 0.7), Point(0.42, 0.42),
                Point(0, 0.34),
            ], coat)
        pen.smooth(
            [
                Point(0.24, 0.6), Point(0.26, 0.92), Point(0.44, 0.96), Point(0.68, 0.8), Point(0.68, 0.7),
                Point(0.46, 0.62),
            ], coat)
        pen.smooth([Point(0.28, 0.94), Point(0.18, 0.84), Point(0.16, 0.62), Point(0.3, 0.74)], dark)
        pen.disc(Point(0.68, 0.77), 0.045, pen.lit(0x15151A))
        pen.disc(Point(0.46, 0.84), 0.028, pen.lit(0x15151A))
        pen.line([Point(0.27, 0.6), Point(0.42, 0.56)], 0.05, pen.lit(0xD9352E))
    }

    static func rabbit(_ pen: Pen, _ fur: Ink) {
        let coat = pen.lit(fur)
        for side in [Float(-1), 1] {
            pen.oval(Point(side * 0.09, 0.84), Point(0.062, 0.17), coat)
            pen.oval(Point(side * 0.09, 0.83), Point(0.03, 0.12), pen.lit(0xF0B6BE))
        }
        pen.oval(Point(0, 0.25), Point(0.27, 0.25), coat)
        pen.disc(Point(0.26, 0.14), 0.08, pen.lit(0xFFFFFF))
        pen.oval(Point(0, 0.56), Point(0.19, 0.17), coat)
        for side in [Float(-1), 1] { pen.disc(Point(side * 0.08, 0.59), 0.026, pen.lit(0x15151A)) }
        pen.oval(Point(0, 0.52), Point(0.03, 0.02), pen.lit(0xE58A95))
    }

    static func person(_ pen: Pen, _ coat: Ink) {
        let leg = pen.lit(0x26304A)
        pen.line([Point(-0.06, 0.02), Point(-0.04, 0.42)], 0.09, leg)
        pen.line([Point(0.08, 0.02), Point(0.04, 0.42)], 0.09, leg)
        pen.smooth([Point(-0.16, 0.36), Point(0.16, 0.36), Point(0.11, 0.74), Point(-0.11, 0.74)], pen.lit(coat))
        pen.line([Point(-0.1, 0.7), Point(-0.2, 0.42)], 0.065, pen.lit(coat.times(0.6)))
        pen.line([Point(0.1, 0.7), Point(0.2, 0.42)], 0.065, pen.lit(coat.times(0.6)))
        pen.disc(Point(0, 0.85), 0.1, pen.lit(0xE8B88E))
        pen.smooth([Point(-0.11, 0.84), Point(-0.1, 0.96), Point(0.05, 0.99), Point(0.11, 0.88)], pen.lit(0x2A1C16))
    }
}
