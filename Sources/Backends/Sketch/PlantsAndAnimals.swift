import Domain

/// Trees and cacti, one unit high above the foot.
enum TreeThings {
    static func tree(_ pen: Pen, _ leaf: Ink, _ seed: UInt64) {
        var rng = SplitMix64(seed: seed)
        let bark = pen.lit(0x5A3B26)
        pen.shape([[-0.06, 0], [0.06, 0], [0.03, 0.5], [-0.03, 0.5]], bark)
        pen.line([[0, 0.32], [0.16, 0.55]], 0.035, to: 0.02, bark)
        pen.line([[0, 0.38], [-0.15, 0.58]], 0.035, to: 0.02, bark)
        var crown: [(Point, Float)] = [(Point(0, 0.68), 0.25), (Point(-0.2, 0.6), 0.18), (Point(0.2, 0.6), 0.18)]
        crown += [(Point(-0.1, 0.82), 0.16), (Point(0.12, 0.82), 0.16)]
        crown = crown.map { ($0.0 + Point(rng.between(-0.03, 0.03), rng.between(-0.03, 0.03)), $0.1) }
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
            pen.shape([[-half, foot], [0, foot + 0.05], [half, foot], [0, top]], pen.lit(needle))
            pen.shape([[0, foot + 0.05], [half, foot], [0, top]], pen.lit(needle.times(0.5)))
            guard isWhite else { continue }
            pen.shape(
                [[-half * 0.62, foot + 0.1], [0, foot + 0.14], [half * 0.3, foot + 0.13], [0, top]], pen.lit(0xF2F7FF))
        }
    }

    static func palm(_ pen: Pen, _ leaf: Ink) {
        let trunk = Outline.thread([[0, 0], [0.04, 0.3], [0.1, 0.55], [0.2, 0.8]])
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
        pen.line([[0, 0], [0, 0.88]], 0.2, body)
        pen.line(Outline.thread([[0, 0.32], [-0.24, 0.36], [-0.26, 0.66]]), 0.13, body)
        pen.line(Outline.thread([[0, 0.45], [0.24, 0.48], [0.26, 0.78]]), 0.13, body)
        for x in [-0.05, 0.0, 0.05] {
            pen.line([[Float(x), 0.02], [Float(x), 0.9]], 0.012, pen.lit(skin.times(0.4)))
        }
        pen.disc([0, 0.99], 0.045, pen.lit(0xF26D9A))
    }
}

/// Flowers and mushrooms, one unit high above the foot.
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
        pen.line(Outline.thread([[0, 0], [-0.03, top / 2], [0.02, top]]), 0.035, pen.lit(green))
        pen.smooth([[-0.02, 0.2], [0.1, 0.34], [0.24, 0.38], [0.12, 0.24]], pen.lit(green.times(1.4)))
        pen.smooth([[-0.02, 0.3], [-0.14, 0.42], [-0.25, 0.44], [-0.13, 0.32]], pen.lit(green.times(0.8)))
    }

    private static func petals(
        _ pen: Pen, _ heart: Point, count: Int, reach: Float, radii: Point, _ ink: Ink, turned: Float = 0
    ) {
        for petal in 0..<count {
            let turn = (Float(petal) + turned) / Float(count) + 0.04
            let way = Turn.direction(turn)
            let side = way.perpendicular
            let outline = Outline.oval(.zero, radii, corners: 24).map { heart + way * (reach + $0.x) + side * $0.y }
            pen.shape(outline, pen.lit(ink.times(way.y > 0 ? 1.15 : 0.72)))
        }
    }

    static func mushroom(_ pen: Pen, _ cap: Ink) {
        pen.smooth([[-0.14, 0], [0.14, 0], [0.1, 0.5], [-0.1, 0.5]], pen.lit(0xF3E8D2))
        pen.smooth([[-0.48, 0.44], [0, 0.38], [0.48, 0.44], [0.34, 0.84], [0, 1], [-0.34, 0.84]], pen.lit(cap))
        for (x, y, radius) in [(-0.22, 0.68, 0.08), (0.08, 0.82, 0.075), (0.26, 0.6, 0.07), (0, 0.58, 0.05)] {
            pen.disc([Float(x), Float(y)], Float(radius), pen.lit(0xFFFFFF))
        }
    }
}

/// Animals and people, one unit high.
enum AnimalThings {
    /// Draws a sitting cat with its tail curled out.
    static func cat(_ pen: Pen, _ fur: Ink) {
        let coat = pen.lit(fur)
        let rim = pen.lit(fur.times(2.2).mixed(Ink(0x8A8AA0), 0.12))
        pen.line(Outline.thread([[0.16, 0.06], [0.44, 0.05], [0.52, 0.24], [0.42, 0.4]]), 0.075, to: 0.05, coat)
        let body: [Point] = [
            [-0.26, 0.02], [0, 0], [0.27, 0.02], [0.3, 0.2], [0.2, 0.44], [0.13, 0.62], [-0.13, 0.62], [-0.2, 0.44],
            [-0.29, 0.2],
        ]
        pen.smooth(body, rim)
        pen.smooth(body.map { $0 * Point(0.93, 0.985) + Point(0.008, 0) }, coat)
        pen.oval([0, 0.72], [0.21, 0.175], rim)
        for side in [Float(-1), 1] {
            pen.shape([[side * 0.2, 0.74], [side * 0.18, 1], [side * 0.03, 0.86]], rim)
            pen.shape([[side * 0.18, 0.76], [side * 0.165, 0.96], [side * 0.05, 0.86]], coat)
        }
        pen.oval([0, 0.715], [0.195, 0.165], coat)
        let eye = pen.light.isNight ? Ink(0xD8E86A) : pen.lit(0x9CC24A)
        for side in [Float(-1), 1] {
            pen.oval([side * 0.083, 0.735], [0.046, 0.036], eye)
            pen.oval([side * 0.083, 0.735], [0.013, 0.034], Ink(0x0A0A10))
        }
        pen.shape([[-0.025, 0.675], [0.025, 0.675], [0, 0.645]], pen.lit(0xE58A95))
    }

    static func dog(_ pen: Pen, _ fur: Ink) {
        let coat = pen.lit(fur)
        let dark = pen.lit(fur.times(0.5))
        pen.line(Outline.thread([[-0.44, 0.55], [-0.6, 0.7], [-0.58, 0.86]]), 0.09, to: 0.05, coat)
        for x in [-0.4, 0.22] { pen.line([[Float(x), 0.06], [Float(x), 0.4]], 0.1, dark) }
        for x in [-0.3, 0.32] { pen.line([[Float(x), 0.05], [Float(x), 0.4]], 0.11, coat) }
        pen.smooth([[-0.48, 0.4], [-0.46, 0.62], [0, 0.64], [0.36, 0.7], [0.42, 0.42], [0, 0.34]], coat)
        pen.smooth([[0.24, 0.6], [0.26, 0.92], [0.44, 0.96], [0.68, 0.8], [0.68, 0.7], [0.46, 0.62]], coat)
        pen.smooth([[0.28, 0.94], [0.18, 0.84], [0.16, 0.62], [0.3, 0.74]], dark)
        pen.disc([0.68, 0.77], 0.045, pen.lit(0x15151A))
        pen.disc([0.46, 0.84], 0.028, pen.lit(0x15151A))
        pen.line([[0.27, 0.6], [0.42, 0.56]], 0.05, pen.lit(0xD9352E))
    }

    static func rabbit(_ pen: Pen, _ fur: Ink) {
        let coat = pen.lit(fur)
        for side in [Float(-1), 1] {
            pen.oval([side * 0.09, 0.84], [0.062, 0.17], coat)
            pen.oval([side * 0.09, 0.83], [0.03, 0.12], pen.lit(0xF0B6BE))
        }
        pen.oval([0, 0.25], [0.27, 0.25], coat)
        pen.disc([0.26, 0.14], 0.08, pen.lit(0xFFFFFF))
        pen.oval([0, 0.56], [0.19, 0.17], coat)
        for side in [Float(-1), 1] { pen.disc([side * 0.08, 0.59], 0.026, pen.lit(0x15151A)) }
        pen.oval([0, 0.52], [0.03, 0.02], pen.lit(0xE58A95))
    }

    static func person(_ pen: Pen, _ coat: Ink) {
        let leg = pen.lit(0x26304A)
        pen.line([[-0.06, 0.02], [-0.04, 0.42]], 0.09, leg)
        pen.line([[0.08, 0.02], [0.04, 0.42]], 0.09, leg)
        pen.smooth([[-0.16, 0.36], [0.16, 0.36], [0.11, 0.74], [-0.11, 0.74]], pen.lit(coat))
        pen.line([[-0.1, 0.7], [-0.2, 0.42]], 0.065, pen.lit(coat.times(0.6)))
        pen.line([[0.1, 0.7], [0.2, 0.42]], 0.065, pen.lit(coat.times(0.6)))
        pen.disc([0, 0.85], 0.1, pen.lit(0xE8B88E))
        pen.smooth([[-0.11, 0.84], [-0.1, 0.96], [0.05, 0.99], [0.11, 0.88]], pen.lit(0x2A1C16))
    }
}

/// Animals in the water.
enum SeaThings {
    static func whale(_ pen: Pen, _ skin: Ink) {
        for drop in 0..<5 {
            let t = (Float(drop) - 2) / 2
            let path: [Point] = [[0.4, 0.62], [0.4 + 0.1 * t, 0.95], [0.4 + 0.28 * t, 0.86 - 0.1 * abs(t)]]
            pen.line(Outline.thread(path), 0.05, to: 0.02, pen.lit(0xF0F8FF), alpha: 0.9)
        }
        pen.smooth(
            [
                [0.92, 0], [0.9, 0.36], [0.5, 0.6], [0, 0.52], [-0.45, 0.26], [-0.7, 0.34], [-0.98, 0.66], [-0.8, 0.3],
                [-0.62, 0.06], [-0.4, 0],
            ], pen.lit(skin))
        pen.smooth([[-0.72, 0.34], [-0.66, 0.7], [-0.5, 0.74], [-0.6, 0.34]], pen.lit(skin))
        pen.smooth([[0.92, 0], [0.88, 0.2], [0.5, 0.16], [0.1, 0.02]], pen.lit(0xDCE6EC))
        pen.disc([0.66, 0.29], 0.035, pen.lit(0xFFFFFF))
        pen.disc([0.67, 0.29], 0.02, pen.lit(0x0A0E14))
        pen.smooth(
            [[-1.05, -0.03], [0, 0.05], [1.1, -0.03], [0, -0.1]],
            pen.light.water.mixed(.white, 0.35), alpha: 0.8)
    }

    static func fish(_ pen: Pen, _ skin: Ink) {
        let body = pen.lit(skin)
        pen.smooth([[-0.4, 0.5], [-0.85, 0.9], [-0.75, 0.5], [-0.85, 0.1]], body)
        pen.smooth([[0, 0.8], [-0.15, 1.05], [-0.25, 0.75]], pen.lit(skin.times(0.7)))
        pen.smooth([[0.7, 0.5], [0.3, 0.84], [-0.2, 0.76], [-0.5, 0.5], [-0.2, 0.24], [0.3, 0.18]], body)
        pen.smooth(
            [[0.6, 0.4], [0.2, 0.36], [-0.3, 0.36], [0.2, 0.18]], pen.lit(skin.times(1.6).mixed(.white, 0.3)))
        pen.disc([0.42, 0.58], 0.07, pen.lit(0xFFFFFF))
        pen.disc([0.44, 0.58], 0.04, pen.lit(0x0A0E14))
    }
}
