/// Towers and walls of stone.
enum CastleThings {
    static func castle(_ pen: Pen, _ stone: Ink) {
        keep(pen, -0.13, 0.26, 0.78, stone.times(0.85), roof: true)
        wall(pen, -0.5, 1, 0.4, stone)
        keep(pen, -0.58, 0.22, 0.6, stone, roof: true)
        keep(pen, 0.36, 0.22, 0.6, stone, roof: true)
        let gate = Outline.oval(Point(0, 0.16), Point(0.1, 0.1)) + []
        pen.fill([gate, Outline.box(-0.1, 0, 0.2, 0.16)], pen.lit(0x2A1C14))
        for x in [-0.31, 0.23] { HouseThings.window(pen, Float(x), 0.2, 0.07, 0.1) }
    }

    private static func wall(_ pen: Pen, _ x: Float, _ width: Float, _ height: Float, _ stone: Ink) {
        pen.box(x, 0, width, height, pen.lit(stone))
        let count = max(Int(width / 0.08), 3)
        let step = width / Float(count)
        for tooth in stride(from: 0, to: count, by: 2) {
            pen.box(x + Float(tooth) * step, height - 0.005, step, 0.05, pen.lit(stone))
        }
    }

    private static func keep(_ pen: Pen, _ x: Float, _ width: Float, _ height: Float, _ stone: Ink, roof: Bool) {
        wall(pen, x, width, height, stone)
        pen.box(x + width * 0.65, 0, width * 0.35, height, pen.lit(stone.times(0.5)))
        let middle = x + width / 2
        let tip = height + 0.24
        pen.shape(
            [Point(x - 0.03, height), Point(x + width + 0.03, height), Point(middle, tip - 0.02)], pen.lit(0x3D5A94))
        pen.line([Point(middle, tip - 0.03), Point(middle, tip + 0.06)], 0.01, pen.lit(0x20242C))
        pen.shape(
            [Point(middle, tip + 0.06), Point(middle + 0.1, tip + 0.035), Point(middle, tip + 0.01)], pen.lit(0xD9352E))
        HouseThings.window(pen, middle - 0.035, height * 0.68, 0.06, 0.1)
    }

    /// A church tower with its nave.
    static func tower(_ pen: Pen, _ stone: Ink) {
        pen.box(-0.1, 0, 0.42, 0.3, pen.lit(stone))
        pen.shape([Point(-0.1, 0.29), Point(0.36, 0.29), Point(0.28, 0.44), Point(-0.1, 0.44)], pen.lit(0x8E3B2D))
        pen.box(-0.26, 0, 0.22, 0.6, pen.lit(stone.times(1.1)))
        pen.box(-0.1, 0, 0.06, 0.6, pen.lit(stone.times(0.55)))
        pen.shape([Point(-0.29, 0.6), Point(-0.01, 0.6), Point(-0.15, 1)], pen.lit(0x7A3328))
        HouseThings.window(pen, -0.19, 0.42, 0.08, 0.1)
        for x in [0.02, 0.16] { HouseThings.window(pen, Float(x), 0.1, 0.07, 0.12) }
    }
}
