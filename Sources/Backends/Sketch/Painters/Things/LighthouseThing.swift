/// A banded tower; by night two beams turn from its lamp.
enum LighthouseThing {
    static func paint(_ pen: Pen, _ band: Ink, _ stage: Stage) {
        let lamp = Point(0, 0.86)
        let isDark = stage.light.isNight || stage.scene.isOvercast || stage.scene.daytime == .sunset
        if isDark { beams(pen, lamp, stage) }
        tower(pen, band)
        let iron = pen.lit(0x20242C)
        pen.box(-0.115, 0.775, 0.23, 0.028, iron)
        for post in 0..<5 { pen.box(-0.11 + 0.05 * Float(post), 0.8, 0.012, 0.05, iron) }
        pen.box(-0.062, 0.8, 0.124, 0.115, isDark ? Light.lamp.times(1.3) : pen.lit(0xBFE0EC))
        pen.box(-0.008, 0.8, 0.016, 0.115, iron)
        pen.shape([Point(-0.09, 0.91), Point(0.09, 0.91), Point(0, 1)], pen.lit(band))
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
            pen.shape(
                [Point(-half(low), low), Point(half(low), low), Point(half(high), high), Point(-half(high), high)],
                pen.lit(ink))
            pen.shape(
                [
                    Point(half(low) * 0.3, low), Point(half(low), low), Point(half(high), high),
                    Point(half(high) * 0.3, high),
                ],
                pen.lit(ink.times(0.5)))
        }
        pen.box(-0.03, 0.3, 0.05, 0.07, pen.light.isNight ? Light.lamp : pen.lit(0x2A3A4A))
        pen.box(-0.045, 0, 0.08, 0.11, pen.lit(0x3A2A20))
    }

    /// Light fades along the beam: wedges laid over each other, each longer and thinner than the last.
    private static func beams(_ pen: Pen, _ lamp: Point, _ stage: Stage) {
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
