/// Houses and what stands by them. In the dark their windows are lit.
enum HouseThings {
    static func house(_ pen: Pen, _ ink: Ink?, isWhite: Bool) {
        let wall = ink ?? Ink(0xE8D6B8)
        let roof = isWhite ? Ink(0xF4F8FF) : Ink(0xA8402F)
        pen.box(0.24, 0.72, 0.11, 0.3, pen.lit(0x7A4A3A))
        if isWhite { smoke(pen) }
        pen.box(-0.48, 0, 0.96, 0.56, pen.lit(wall))
        pen.box(0.12, 0, 0.36, 0.56, pen.lit(wall.times(0.62)))
        pen.shape([Point(-0.6, 0.52), Point(0.6, 0.52), Point(0.34, 0.94), Point(-0.34, 0.94)], pen.lit(roof))
        pen.shape(
            [Point(-0.6, 0.52), Point(0.6, 0.52), Point(0.585, 0.56), Point(-0.585, 0.56)], pen.lit(roof.times(0.45)))
        pen.box(-0.09, 0, 0.17, 0.34, pen.lit(0x5A3320))
        window(pen, -0.38, 0.2, 0.19, 0.2)
        window(pen, 0.2, 0.2, 0.19, 0.2)
    }

    static func window(_ pen: Pen, _ x: Float, _ y: Float, _ width: Float, _ height: Float) {
        let isLit = pen.light.ambient.tone < 0.7
        pen.box(x, y, width, height, isLit ? Light.lamp.times(1.1) : pen.lit(0x35536E))
        let bar = pen.lit(isLit ? 0x3A2A1C : 0xF5F0E6)
        pen.box(x + width * 0.45, y, width * 0.1, height, bar)
        pen.box(x, y + height * 0.45, width, height * 0.1, bar)
        if isLit { pen.glow(Point(x + width / 2, y + height / 2), width * 2.2, Light.lamp, 0.25) }
    }

    private static func smoke(_ pen: Pen) {
        for puff in 0..<4 {
            let t = Float(puff)
            pen.disc(
                Point(0.3 + 0.05 * t + 0.03 * t * t, 1.08 + 0.13 * t), 0.05 + 0.025 * t, pen.lit(0xDDE3EA), alpha: 0.55)
        }
    }

    static func windmill(_ pen: Pen, _ wall: Ink) {
        pen.shape([Point(-0.17, 0), Point(0.17, 0), Point(0.1, 0.62), Point(-0.1, 0.62)], pen.lit(wall))
        pen.shape([Point(0.03, 0), Point(0.17, 0), Point(0.1, 0.62), Point(0.03, 0.62)], pen.lit(wall.times(0.6)))
        pen.smooth([Point(-0.12, 0.61), Point(0.12, 0.61), Point(0.06, 0.74), Point(-0.06, 0.74)], pen.lit(0x8A3A2C))
        window(pen, -0.05, 0.36, 0.09, 0.1)
        pen.box(-0.05, 0, 0.1, 0.18, pen.lit(0x5A3320))
        let hub = Point(0, 0.64)
        for sail in 0..<4 {
            let turn = 0.07 + Float(sail) / 4
            let way = Point(Turn.cosine(turn), Turn.sine(turn))
            let side = Point(-way.y, way.x)
            pen.line([hub, hub + way * 0.44], 0.022, pen.lit(0x3A2A1F))
            pen.shape(
                [hub + way * 0.1, hub + way * 0.43, hub + way * 0.43 + side * 0.1, hub + way * 0.1 + side * 0.1],
                pen.lit(0xFFFDF4), alpha: 0.92)
        }
        pen.disc(hub, 0.03, pen.lit(0x2A1E16))
    }

    static func tent(_ pen: Pen, _ cloth: Ink) {
        pen.shape([Point(-0.75, 0), Point(0.75, 0), Point(0.1, 0.95), Point(-0.1, 0.95)], pen.lit(cloth))
        pen.shape([Point(0.2, 0), Point(0.75, 0), Point(0.1, 0.95), Point(0, 0.95)], pen.lit(cloth.times(0.55)))
        let isLit = pen.light.ambient.tone < 0.7
        pen.shape([Point(-0.3, 0), Point(0.14, 0), Point(-0.03, 0.72)], isLit ? Light.lamp : pen.lit(0x4A2A18))
        if isLit { pen.glow(Point(-0.08, 0.3), 0.8, Light.lamp, 0.3) }
    }

    static func lantern(_ pen: Pen, _ ink: Ink) {
        let iron = pen.lit(0x1D1F26)
        pen.line([Point(0, 0), Point(0, 0.8)], 0.035, iron)
        pen.box(-0.06, 0, 0.12, 0.05, iron)
        pen.glow(Point(0, 0.86), pen.light.isNight ? 0.75 : 0.3, ink, 0.6)
        pen.shape([Point(-0.06, 0.78), Point(0.06, 0.78), Point(0.085, 0.94), Point(-0.085, 0.94)], ink.times(1.2))
        pen.shape([Point(-0.11, 0.93), Point(0.11, 0.93), Point(0, 1.0)], iron)
        pen.box(-0.075, 0.76, 0.15, 0.03, iron)
    }
}
