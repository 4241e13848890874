/// What flies or floats.
enum SkyThings {
    static func ink(_ seed: UInt64) -> Ink {
        let inks: [UInt32] = [0xE23B3B, 0xF2B02E, 0x2F7FD6, 0x3FA363, 0xB04FC4]
        return Ink(inks[Int(seed % UInt64(inks.count))])
    }

    static func balloon(_ pen: Pen, _ cloth: Ink) {
        let envelope = [
            Point(0, 0.24), Point(0.2, 0.4), Point(0.35, 0.66), Point(0.22, 0.93), Point(0, 1), Point(-0.22, 0.93),
            Point(-0.35, 0.66), Point(-0.2, 0.4),
        ]
        pen.smooth(envelope, pen.lit(cloth))
        for (half, ink) in [(Float(0.72), Ink(0xFFF6E0)), (0.42, cloth), (0.16, Ink(0xFFF6E0))] {
            pen.smooth(envelope.map { Point($0.x * half, $0.y) }, pen.lit(ink))
        }
        let shadow = envelope.map { Point(max($0.x, 0.02 + 0.12 * ($0.y - 0.24)), $0.y) }
        pen.smooth(shadow, pen.lit(cloth.times(0.2)), alpha: 0.38)
        for x in [-0.07, 0.07] {
            pen.line([Point(Float(x), 0.1), Point(Float(x) * 1.2, 0.27)], 0.01, pen.lit(0x3A2A1C))
        }
        pen.box(-0.08, 0, 0.16, 0.12, pen.lit(0x8A5A30))
        pen.box(-0.09, 0.1, 0.18, 0.025, pen.lit(0x4A2E18))
        if pen.light.isNight { pen.glow(Point(0, 0.4), 0.5, Light.lamp, 0.5) }
    }

    static func kite(_ pen: Pen, _ cloth: Ink) {
        pen.line(
            Outline.thread([Point(0, 0.4), Point(0.2, 0), Point(0.05, -0.5), Point(0.3, -1.1)]), 0.012,
            pen.lit(0xF4F0E6))
        for bow in 0..<3 {
            let y = 0.2 - 0.2 * Float(bow)
            pen.shape(
                [Point(0.02, y + 0.06), Point(0.02, y - 0.06), Point(0.22, y + 0.06), Point(0.22, y - 0.06)],
                pen.lit(0xFFD23F))
        }
        pen.shape([Point(0, 0.4), Point(0.3, 0.76), Point(0, 1), Point(-0.3, 0.76)], pen.lit(cloth))
        pen.shape([Point(0, 0.4), Point(0.3, 0.76), Point(0, 0.76)], pen.lit(0xFFD23F))
        pen.shape([Point(0, 1), Point(-0.3, 0.76), Point(0, 0.76)], pen.lit(0x2F7FD6))
    }

    static func rocket(_ pen: Pen, _ ink: Ink) {
        var pen = pen
        pen.frame.tilt = -0.04
        pen.glow(Point(0, 0.05), 0.7, Ink(0xFFA040), 0.8)
        pen.smooth(
            [Point(-0.09, 0.26), Point(0.09, 0.26), Point(0.05, 0), Point(0, -0.22), Point(-0.05, 0)], Ink(0xFF9A2E))
        pen.smooth([Point(-0.05, 0.26), Point(0.05, 0.26), Point(0, 0)], Ink(0xFFF3B0))
        for side in [Float(-1), 1] {
            pen.shape([Point(side * 0.1, 0.46), Point(side * 0.28, 0.2), Point(side * 0.1, 0.28)], pen.lit(ink))
        }
        pen.smooth(
            [Point(-0.12, 0.26), Point(0.12, 0.26), Point(0.15, 0.6), Point(0, 1), Point(-0.15, 0.6)], pen.lit(0xF4F4F8)
        )
        pen.smooth([Point(0.04, 0.26), Point(0.12, 0.26), Point(0.15, 0.6), Point(0.01, 1)], pen.lit(0x9AA0B0))
        pen.shape([Point(-0.105, 0.82), Point(0.105, 0.82), Point(0, 1.02)], pen.lit(ink))
        pen.disc(Point(0, 0.62), 0.075, pen.lit(ink))
        pen.disc(Point(0, 0.62), 0.05, Ink(0x8FD0F0))
    }

    static func heart(_ pen: Pen, _ ink: Ink) {
        let half = [
            Point(0, 0.02), Point(0.28, 0.3), Point(0.48, 0.58), Point(0.5, 0.8), Point(0.36, 0.96), Point(0.18, 0.97),
            Point(0.06, 0.88), Point(0, 0.78),
        ]
        let right = Outline.thread(half, steps: 10)
        let outline = right + right.reversed().map { Point(-$0.x, $0.y) }
        pen.shape(outline.map { $0 + Point(0.025, -0.025) }, ink.times(0.3), alpha: 0.6)
        pen.shade(outline, top: ink.times(1.25), bottom: ink.times(0.5), high: 1, low: 0)
        pen.smooth(
            [Point(-0.42, 0.74), Point(-0.33, 0.88), Point(-0.2, 0.9), Point(-0.32, 0.8)], ink.mixed(.white, 0.75))
    }

    static func bird(_ pen: Pen, _ ink: Ink) {
        let left = [Point(0, 0.3), Point(-0.5, 0.9), Point(-1.15, 0.66), Point(-0.55, 0.62), Point(-0.05, 0)]
        pen.shape(Outline.thread(left, steps: 5), pen.lit(ink))
        pen.shape(Outline.thread(left.map { Point(-$0.x, $0.y * 1.05) }, steps: 5), pen.lit(ink))
        pen.oval(Point(0, 0.16), Point(0.2, 0.14), pen.lit(ink))
    }

    static func butterfly(_ pen: Pen, _ ink: Ink) {
        for side in [Float(-1), 1] {
            pen.smooth(
                [Point(0, 0.5), Point(side * 0.3, 0.98), Point(side * 0.55, 0.86), Point(side * 0.42, 0.52)],
                pen.lit(ink))
            pen.smooth(
                [Point(0, 0.48), Point(side * 0.36, 0.44), Point(side * 0.38, 0.14), Point(side * 0.14, 0.1)],
                pen.lit(ink.times(0.65)))
            pen.disc(Point(side * 0.36, 0.76), 0.07, pen.lit(0xFFFFFF))
        }
        pen.line([Point(0, 0.2), Point(0, 0.75)], 0.06, pen.lit(0x1B1B22))
    }
}
