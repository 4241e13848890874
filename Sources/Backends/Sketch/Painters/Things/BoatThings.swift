/// What swims on the water.
enum BoatThings {
    static func boat(_ pen: Pen, _ sail: Ink) {
        pen.line([Point(0, 0.08), Point(0, 1)], 0.022, pen.lit(0x4A3020))
        pen.smooth([Point(0.03, 0.2), Point(0.4, 0.22), Point(0.22, 0.6), Point(0.03, 0.97)], pen.lit(sail))
        pen.shape([Point(-0.03, 0.2), Point(-0.3, 0.24), Point(-0.03, 0.84)], pen.lit(sail.times(0.66)))
        pen.smooth(
            [Point(-0.42, 0.16), Point(-0.3, -0.01), Point(0.28, -0.01), Point(0.46, 0.17), Point(0, 0.12)],
            pen.lit(0x7A3A22))
        pen.line([Point(-0.4, 0.145), Point(0, 0.115), Point(0.43, 0.15)], 0.022, pen.lit(0xF1E3C6))
        pen.shape([Point(0, 1), Point(-0.14, 0.96), Point(0, 0.92)], pen.lit(0xD9352E))
    }

    static func ship(_ pen: Pen, _ hull: Ink) {
        pen.shape(
            [Point(-1, 0.36), Point(-0.85, 0), Point(0.8, 0), Point(1.05, 0.42), Point(0.7, 0.34)], pen.lit(hull))
        pen.shape([Point(-0.9, 0.1), Point(-0.85, 0), Point(0.8, 0), Point(0.86, 0.1)], pen.lit(hull.times(0.4)))
        pen.box(-0.7, 0.35, 1.2, 0.2, pen.lit(0xF6F2EA))
        pen.box(-0.5, 0.55, 0.8, 0.14, pen.lit(0xE2DCD0))
        for port in 0..<7 {
            pen.disc(Point(-0.6 + 0.165 * Float(port), 0.45), 0.045, pen.light.isNight ? Light.lamp : pen.lit(0x24405C))
        }
        for funnel in 0..<2 {
            let x = -0.32 + 0.34 * Float(funnel)
            pen.box(x, 0.68, 0.15, 0.3, pen.lit(hull))
            pen.box(x, 0.88, 0.15, 0.1, pen.lit(0x1C1C22))
            for puff in 0..<3 {
                let t = Float(puff)
                pen.disc(Point(x - 0.02 - 0.15 * t, 1.06 + 0.1 * t), 0.08 + 0.04 * t, pen.lit(0x9A9AA2), alpha: 0.5)
            }
        }
    }
}
