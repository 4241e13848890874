/// Snowman and campfire.
enum CampThings {
    static func snowman(_ pen: Pen, _ scarf: Ink) {
        for (y, radius) in [(0.22, 0.24), (0.53, 0.175), (0.77, 0.125)] {
            let center = Point(0, Float(y))
            pen.disc(center, Float(radius), pen.lit(0xFFFFFF).times(1.15))
            pen.oval(
                center + Point(Float(radius) * 0.25, -0.03), Point(repeating: Float(radius) * 0.75), pen.lit(0xC6D4E6),
                alpha: 0.5)
        }
        let coal = pen.lit(0x15151A)
        pen.line([Point(-0.13, 0.58), Point(-0.36, 0.72)], 0.025, pen.lit(0x5A3B26))
        pen.line([Point(0.13, 0.58), Point(0.36, 0.74)], 0.025, pen.lit(0x5A3B26))
        for side in [Float(-1), 1] { pen.disc(Point(side * 0.045, 0.8), 0.02, coal) }
        pen.shape([Point(0, 0.785), Point(0.17, 0.755), Point(0, 0.745)], pen.lit(0xF0802A))
        for button in 0..<3 { pen.disc(Point(0, 0.46 + 0.075 * Float(button)), 0.02, coal) }
        pen.line([Point(-0.11, 0.67), Point(0, 0.645), Point(0.11, 0.67)], 0.05, pen.lit(scarf))
        pen.line([Point(0.08, 0.65), Point(0.11, 0.5)], 0.05, pen.lit(scarf))
        pen.box(-0.15, 0.86, 0.3, 0.03, coal)
        pen.box(-0.095, 0.88, 0.19, 0.14, coal)
    }

    static func campfire(_ pen: Pen) {
        pen.glow(Point(0, 0.35), 2.6, Ink(0xFF7A20), pen.light.isNight ? 0.55 : 0.2)
        pen.line([Point(-0.42, 0.04), Point(0.4, 0.16)], 0.12, pen.lit(0x5A3820))
        pen.line([Point(0.42, 0.04), Point(-0.4, 0.16)], 0.12, pen.lit(0x7A4C2A))
        let flame = [
            Point(-0.26, 0.12), Point(0, 0.06), Point(0.26, 0.12), Point(0.3, 0.36), Point(0.17, 0.56),
            Point(0.2, 0.74), Point(0.04, 0.66), Point(-0.02, 1), Point(-0.16, 0.6), Point(-0.24, 0.64),
            Point(-0.31, 0.34),
        ]
        for (size, code) in [(Float(1), UInt32(0xF2531E)), (0.72, 0xFF9A26), (0.44, 0xFFE27A)] {
            pen.smooth(flame.map { Point($0.x * size, 0.08 + ($0.y - 0.08) * size) }, Ink(code).times(1.1))
        }
        for spark in 0..<6 {
            let t = Float(spark)
            pen.disc(Point(0.3 * Turn.sine(t * 0.37), 1.05 + 0.13 * t), 0.022, Ink(0xFFC05A))
        }
    }
}
