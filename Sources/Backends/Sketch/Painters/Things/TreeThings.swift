import Domain

/// Trees, each one unit high on its foot.
enum TreeThings {
    static func tree(_ pen: Pen, _ leaf: Ink, _ seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        let bark = pen.lit(0x5A3B26)
        pen.shape([Point(-0.06, 0), Point(0.06, 0), Point(0.03, 0.5), Point(-0.03, 0.5)], bark)
        pen.line([Point(0, 0.32), Point(0.16, 0.55)], 0.035, to: 0.02, bark)
        pen.line([Point(0, 0.38), Point(-0.15, 0.58)], 0.035, to: 0.02, bark)
        var crown: [(Point, Float)] = [(Point(0, 0.68), 0.25), (Point(-0.2, 0.6), 0.18), (Point(0.2, 0.6), 0.18)]
        crown += [(Point(-0.1, 0.82), 0.16), (Point(0.12, 0.82), 0.16)]
        crown = crown.map { ($0.0 + Point(dice.between(-0.03, 0.03), dice.between(-0.03, 0.03)), $0.1) }
        for (tone, shift, shrink) in [(0.45, Float(0), Float(1)), (0.85, -0.03, 0.82), (1.35, -0.07, 0.5)] {
            let lift = Point(shift, -shift)
            pen.fill(
                crown.map { Outline.oval($0.0 + lift, Point(repeating: $0.1 * shrink)) },
                pen.lit(leaf.times(Float(tone))))
        }
    }

    static func fir(_ pen: Pen, _ needle: Ink, isWhite: Bool = false) {
        pen.box(-0.035, 0, 0.07, 0.2, pen.lit(0x4A3122))
        for layer in 0..<4 {
            let t = Float(layer) / 4
            let foot = 0.12 + 0.2 * Float(layer)
            let half = 0.27 * (1 - t * 0.72)
            let top = foot + 0.3 - 0.02 * Float(layer)
            pen.shape(
                [Point(-half, foot), Point(0, foot + 0.05), Point(half, foot), Point(0, top)], pen.lit(needle))
            pen.shape([Point(0, foot + 0.05), Point(half, foot), Point(0, top)], pen.lit(needle.times(0.5)))
            guard isWhite else { continue }
            pen.shape(
                [
                    Point(-half * 0.62, foot + 0.1), Point(0, foot + 0.14), Point(half * 0.3, foot + 0.13),
                    Point(0, top),
                ],
                pen.lit(0xF2F7FF))
        }
    }

    static func palm(_ pen: Pen, _ leaf: Ink) {
        let trunk = Outline.thread([Point(0, 0), Point(0.04, 0.3), Point(0.1, 0.55), Point(0.2, 0.8)])
        pen.line(trunk, 0.075, to: 0.045, pen.lit(0x7A5634))
        let top = Point(0.2, 0.8)
        for (index, frond) in [-0.42, -0.3, -0.12, 0.12, 0.3, 0.42].enumerated() {
            let way = Float(frond)
            let drop = 0.16 - abs(abs(way) - 0.2) * 0.4
            let tip = top + Point(way, drop - abs(way) * 0.6)
            let middle = top + Point(way * 0.6, 0.13)
            let under = top + Point(way * 0.5, 0.03)
            pen.smooth([top, middle, tip, under], pen.lit(leaf.times(index % 2 == 0 ? 1.1 : 0.55)))
        }
        for nut in [Point(0.17, 0.77), Point(0.23, 0.77)] { pen.disc(nut, 0.028, pen.lit(0x4A2F1C)) }
    }

    static func cactus(_ pen: Pen, _ skin: Ink) {
        let body = pen.lit(skin)
        pen.line([Point(0, 0), Point(0, 0.88)], 0.2, body)
        pen.line(Outline.thread([Point(0, 0.32), Point(-0.24, 0.36), Point(-0.26, 0.66)]), 0.13, body)
        pen.line(Outline.thread([Point(0, 0.45), Point(0.24, 0.48), Point(0.26, 0.78)]), 0.13, body)
        for x in [-0.05, 0.0, 0.05] {
            pen.line([Point(Float(x), 0.02), Point(Float(x), 0.9)], 0.012, pen.lit(skin.times(0.4)))
        }
        pen.disc(Point(0, 0.99), 0.045, pen.lit(0xF26D9A))
    }
}
