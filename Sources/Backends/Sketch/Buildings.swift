/// Houses, windmills, tents and lanterns. In the dark their windows are lit.
enum HouseThings {
    static func house(_ pen: Pen, _ wall: Ink) {
        let isWhite = pen.light.isWhite
        let roof = isWhite ? Ink(0xF4F8FF) : Ink(0xA8402F)
        pen.box(0.24, 0.72, 0.11, 0.3, pen.lit(0x7A4A3A))
        if isWhite { smoke(pen) }
        pen.box(-0.48, 0, 0.96, 0.56, pen.lit(wall))
        pen.box(0.12, 0, 0.36, 0.56, pen.lit(wall.times(0.62)))
        pen.shape([[-0.6, 0.52], [0.6, 0.52], [0.34, 0.94], [-0.34, 0.94]], pen.lit(roof))
        pen.shape([[-0.6, 0.52], [0.6, 0.52], [0.585, 0.56], [-0.585, 0.56]], pen.lit(roof.times(0.45)))
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
        if isLit { pen.glow([x + width / 2, y + height / 2], width * 2.2, Light.lamp, 0.25) }
    }

    private static func smoke(_ pen: Pen) {
        for puff in 0..<4 {
            let t = Float(puff)
            pen.disc(
                [0.3 + 0.05 * t + 0.03 * t * t, 1.08 + 0.13 * t], 0.05 + 0.025 * t, pen.lit(0xDDE3EA), alpha: 0.55)
        }
    }

    static func windmill(_ pen: Pen, _ wall: Ink) {
        pen.shape([[-0.17, 0], [0.17, 0], [0.1, 0.62], [-0.1, 0.62]], pen.lit(wall))
        pen.shape([[0.03, 0], [0.17, 0], [0.1, 0.62], [0.03, 0.62]], pen.lit(wall.times(0.6)))
        pen.smooth([[-0.12, 0.61], [0.12, 0.61], [0.06, 0.74], [-0.06, 0.74]], pen.lit(0x8A3A2C))
        window(pen, -0.05, 0.36, 0.09, 0.1)
        pen.box(-0.05, 0, 0.1, 0.18, pen.lit(0x5A3320))
        let hub = Point(0, 0.64)
        for sail in 0..<4 {
            let turn = 0.07 + Float(sail) / 4
            let way = Turn.direction(turn)
            let side = way.perpendicular
            pen.line([hub, hub + way * 0.44], 0.022, pen.lit(0x3A2A1F))
            pen.shape(
                [hub + way * 0.1, hub + way * 0.43, hub + way * 0.43 + side * 0.1, hub + way * 0.1 + side * 0.1],
                pen.lit(0xFFFDF4), alpha: 0.92)
        }
        pen.disc(hub, 0.03, pen.lit(0x2A1E16))
    }

    static func tent(_ pen: Pen, _ cloth: Ink) {
        pen.shape([[-0.75, 0], [0.75, 0], [0.1, 0.95], [-0.1, 0.95]], pen.lit(cloth))
        pen.shape([[0.2, 0], [0.75, 0], [0.1, 0.95], [0, 0.95]], pen.lit(cloth.times(0.55)))
        let isLit = pen.light.ambient.tone < 0.7
        pen.shape([[-0.3, 0], [0.14, 0], [-0.03, 0.72]], isLit ? Light.lamp : pen.lit(0x4A2A18))
        if isLit { pen.glow([-0.08, 0.3], 0.8, Light.lamp, 0.3) }
    }

    static func lantern(_ pen: Pen, _ ink: Ink) {
        let iron = pen.lit(0x1D1F26)
        pen.line([[0, 0], [0, 0.8]], 0.035, iron)
        pen.box(-0.06, 0, 0.12, 0.05, iron)
        pen.glow([0, 0.86], pen.light.isNight ? 0.75 : 0.3, ink, 0.6)
        pen.shape([[-0.06, 0.78], [0.06, 0.78], [0.085, 0.94], [-0.085, 0.94]], ink.times(1.2))
        pen.shape([[-0.11, 0.93], [0.11, 0.93], [0, 1.0]], iron)
        pen.box(-0.075, 0.76, 0.15, 0.03, iron)
    }
}

/// Stone buildings: castles and church towers.
enum CastleThings {
    static func castle(_ pen: Pen, _ stone: Ink) {
        keep(pen, -0.13, 0.26, 0.78, stone.times(0.85))
        wall(pen, -0.5, 1, 0.4, stone)
        keep(pen, -0.58, 0.22, 0.6, stone)
        keep(pen, 0.36, 0.22, 0.6, stone)
        pen.fill([Outline.oval([0, 0.16], [0.1, 0.1]), Outline.box(-0.1, 0, 0.2, 0.16)], pen.lit(0x2A1C14))
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

    private static func keep(_ pen: Pen, _ x: Float, _ width: Float, _ height: Float, _ stone: Ink) {
        wall(pen, x, width, height, stone)
        pen.box(x + width * 0.65, 0, width * 0.35, height, pen.lit(stone.times(0.5)))
        let middle = x + width / 2
        let tip = height + 0.24
        pen.shape([[x - 0.03, height], [x + width + 0.03, height], [middle, tip - 0.02]], pen.lit(0x3D5A94))
        pen.line([[middle, tip - 0.03], [middle, tip + 0.06]], 0.01, pen.lit(0x20242C))
        pen.shape([[middle, tip + 0.06], [middle + 0.1, tip + 0.035], [middle, tip + 0.01]], pen.lit(0xD9352E))
        HouseThings.window(pen, middle - 0.035, height * 0.68, 0.06, 0.1)
    }

    /// Draws a church tower with its nave.
    static func tower(_ pen: Pen, _ stone: Ink) {
        pen.box(-0.1, 0, 0.42, 0.3, pen.lit(stone))
        pen.shape([[-0.1, 0.29], [0.36, 0.29], [0.28, 0.44], [-0.1, 0.44]], pen.lit(0x8E3B2D))
        pen.box(-0.26, 0, 0.22, 0.6, pen.lit(stone.times(1.1)))
        pen.box(-0.1, 0, 0.06, 0.6, pen.lit(stone.times(0.55)))
        pen.shape([[-0.29, 0.6], [-0.01, 0.6], [-0.15, 1]], pen.lit(0x7A3328))
        HouseThings.window(pen, -0.19, 0.42, 0.08, 0.1)
        for x in [0.02, 0.16] { HouseThings.window(pen, Float(x), 0.1, 0.07, 0.12) }
    }
}

/// A striped lighthouse. In the dark two beams shine from its lamp.
enum LighthouseThing {
    static func paint(_ pen: Pen, _ band: Ink) {
        let lamp = Point(0, 0.86)
        let isDark = pen.light.isDark
        if isDark { beams(pen, lamp) }
        tower(pen, band)
        let iron = pen.lit(0x20242C)
        pen.box(-0.115, 0.775, 0.23, 0.028, iron)
        for post in 0..<5 { pen.box(-0.11 + 0.05 * Float(post), 0.8, 0.012, 0.05, iron) }
        pen.box(-0.062, 0.8, 0.124, 0.115, isDark ? Light.lamp.times(1.3) : pen.lit(0xBFE0EC))
        pen.box(-0.008, 0.8, 0.016, 0.115, iron)
        pen.shape([[-0.09, 0.91], [0.09, 0.91], [0, 1]], pen.lit(band))
        if isDark {
            pen.glow(lamp, 0.4, Ink(0xFFE9B0), 0.4)
            pen.glow(lamp, 0.12, .white, 0.8)
        }
    }

    private static func tower(_ pen: Pen, _ band: Ink) {
        func half(_ y: Float) -> Float { 0.14 - 0.06 * y / 0.78 }
        for stripe in 0..<6 {
            let low = 0.13 * Float(stripe)
            let high = low + 0.13
            let ink = stripe % 2 == 0 ? Ink(0xFAF6EE) : band
            pen.shape([[-half(low), low], [half(low), low], [half(high), high], [-half(high), high]], pen.lit(ink))
            pen.shape(
                [[half(low) * 0.3, low], [half(low), low], [half(high), high], [half(high) * 0.3, high]],
                pen.lit(ink.times(0.5)))
        }
        pen.box(-0.03, 0.3, 0.05, 0.07, pen.light.isNight ? Light.lamp : pen.lit(0x2A3A4A))
        pen.box(-0.045, 0, 0.08, 0.11, pen.lit(0x3A2A20))
    }

    /// Draws beams that fade with distance: overlapping wedges, each longer than the last.
    private static func beams(_ pen: Pen, _ lamp: Point) {
        let ink = Ink(0xFFF0BE)
        for way in [Float(1), -1] {
            for length in 0..<16 {
                let reach = 0.4 + 0.21 * Float(length)
                let rise: Float = 0.02 * way
                pen.shape(
                    [
                        lamp, lamp + Point(way * reach, reach * (rise * way + 0.085)),
                        lamp + Point(way * reach, reach * (rise * way - 0.085)),
                    ], ink, alpha: 0.07)
            }
        }
    }
}
