/// Flowers, each one unit high on its foot.
enum FlowerThings {
    static func ink(_ seed: UInt64) -> Ink {
        let inks: [UInt32] = [0xE0353B, 0xF7B32B, 0xF06BA8, 0xFFFFFF, 0x9B5DE5]
        return Ink(inks[Int(seed % UInt64(inks.count))])
    }

    static func flower(_ pen: Pen, _ petal: Ink) {
        stem(pen, to: 0.76)
        let heart = Point(0.02, 0.78)
        petals(pen, heart, count: 6, reach: 0.135, radii: Point(0.125, 0.1), petal)
        pen.disc(heart, 0.075, pen.lit(0xFFD23F))
        pen.disc(heart + Point(0.01, -0.012), 0.045, pen.lit(0xC9861B))
    }

    static func sunflower(_ pen: Pen, _ petal: Ink) {
        stem(pen, to: 0.76)
        let heart = Point(0.02, 0.78)
        petals(pen, heart, count: 14, reach: 0.17, radii: Point(0.085, 0.04), petal.times(0.7), turned: 0.5)
        petals(pen, heart, count: 14, reach: 0.16, radii: Point(0.08, 0.036), petal)
        pen.disc(heart, 0.125, pen.lit(0x4A2A14))
        pen.disc(heart, 0.07, pen.lit(0x7A4A20))
    }

    private static func stem(_ pen: Pen, to top: Float) {
        let green = Ink(0x2E7A36)
        pen.line(Outline.thread([Point(0, 0), Point(-0.03, top / 2), Point(0.02, top)]), 0.035, pen.lit(green))
        pen.smooth(
            [Point(-0.02, 0.2), Point(0.1, 0.34), Point(0.24, 0.38), Point(0.12, 0.24)], pen.lit(green.times(1.4)))
        pen.smooth(
            [Point(-0.02, 0.3), Point(-0.14, 0.42), Point(-0.25, 0.44), Point(-0.13, 0.32)], pen.lit(green.times(0.8)))
    }

    private static func petals(
        _ pen: Pen, _ heart: Point, count: Int, reach: Float, radii: Point, _ ink: Ink, turned: Float = 0
    ) {
        for petal in 0..<count {
            let turn = (Float(petal) + turned) / Float(count) + 0.04
            let way = Point(Turn.cosine(turn), Turn.sine(turn))
            let side = Point(-way.y, way.x)
            let outline = Outline.oval(.zero, radii, corners: 24).map { heart + way * (reach + $0.x) + side * $0.y }
            pen.shape(outline, pen.lit(ink.times(way.y > 0 ? 1.15 : 0.72)))
        }
    }

    static func mushroom(_ pen: Pen, _ cap: Ink) {
        pen.smooth([Point(-0.14, 0), Point(0.14, 0), Point(0.1, 0.5), Point(-0.1, 0.5)], pen.lit(0xF3E8D2))
        pen.smooth(
            [
                Point(-0.48, 0.44), Point(0, 0.38), Point(0.48, 0.44), Point(0.34, 0.84), Point(0, 1),
                Point(-0.34, 0.84),
            ],
            pen.lit(cap))
        for (x, y, radius) in [(-0.22, 0.68, 0.08), (0.08, 0.82, 0.075), (0.26, 0.6, 0.07), (0, 0.58, 0.05)] {
            pen.disc(Point(Float(x), Float(y)), Float(radius), pen.lit(0xFFFFFF))
        }
    }
}
