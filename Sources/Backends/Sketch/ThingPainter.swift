/// Draws a thing; things on water also get a reflection.
enum ThingPainter {
    static func paint(_ item: Item, _ stage: Stage) {
        let form = Form(item.concept)
        if form.lane == .water {
            var pen = stage.pen(item)
            pen.frame.rise = -0.5
            pen.strength = 0.3
            if item.concept != .fish { form.draw(pen, item) }
        } else if form.lane == .creature || form.lane == .structure, stage.scene.land != .space {
            let pen = stage.pen(item)
            pen.oval([0, 0], [form.reach * 0.75, 0.035], pen.lit(0x101418), alpha: 0.35)
        }
        form.draw(stage.pen(item), item)
    }
}

/// A kind of thing: the part of the picture where it belongs, its size and its figure.
struct Form {
    enum Lane: Sendable {
        /// A large thing on the ground, in the background.
        case structure
        /// A small thing on the ground, in front of the structures.
        case creature
        /// A plant at the front edge.
        case front
        case water
        case air
    }

    let lane: Lane
    /// The height of a single thing, as a fraction of the picture's unit.
    let height: Float
    /// Half the width, as a fraction of the height.
    let reach: Float
    let draw: (Pen, Item) -> Void

    init(_ concept: Concept) {
        self =
            switch concept {
            case .tree: Form(.structure, 0.46, 0.42) { TreeThings.tree($0, $1.ink ?? $0.light.leaf, $1.seed) }
            case .palm: Form(.structure, 0.62, 0.4, 0x2F8A4A, TreeThings.palm)
            case .pine: Form(.structure, 0.5, 0.3, 0x2B6A48) { TreeThings.fir($0, $1, isWhite: $0.light.isWhite) }
            case .cactus: Form(.structure, 0.42, 0.35, 0x3C8A4F, TreeThings.cactus)
            case .house: Form(.structure, 0.34, 0.62, 0xE8D6B8, HouseThings.house)
            case .castle: Form(.structure, 0.5, 0.62, 0xA79C92, CastleThings.castle)
            case .lighthouse: Form(.structure, 0.5, 0.18, 0xD0342C, LighthouseThing.paint)
            case .windmill: Form(.structure, 0.52, 0.45, 0xE6DDCD, HouseThings.windmill)
            case .tower: Form(.structure, 0.52, 0.3, 0xD8CDBE, CastleThings.tower)
            case .train: Form(.structure, 0.2, 1.9, 0x23364F, RoadThings.train)
            case .car: Form(.creature, 0.17, 1.1, 0xD9352E, RoadThings.car)
            case .tent: Form(.creature, 0.26, 0.8, 0xE2892F, HouseThings.tent)
            case .lantern: Form(.creature, 0.5, 0.18) { HouseThings.lantern($0, $1.ink ?? Light.lamp) }
            case .flower: Form(.front, 0.6, 0.26) { FlowerThings.flower($0, $1.ink ?? FlowerThings.ink($1.seed)) }
            case .sunflower: Form(.front, 0.68, 0.28, 0xFFC526, FlowerThings.sunflower)
            case .mushroom: Form(.front, 0.26, 0.5, 0xD23B2F, FlowerThings.mushroom)
            case .boat: Form(.water, 0.4, 0.42, 0xFBF6EA, BoatThings.boat)
            case .ship: Form(.water, 0.3, 1, 0xB93A32, BoatThings.ship)
            case .whale: Form(.water, 0.3, 0.95, 0x2B4A6B, SeaThings.whale)
            case .fish: Form(.water, 0.2, 0.9, 0xF28A3A, SeaThings.fish)
            case .bird:
                Form(.air, 0.09, 1.2) { SkyThings.bird($0, $1.ink ?? Ink($0.light.isNight ? 0xC9D6EA : 0x1E2430)) }
            case .butterfly: Form(.air, 0.16, 0.6, 0xF29A2E, SkyThings.butterfly)
            case .balloon: Form(.air, 0.42, 0.38) { SkyThings.balloon($0, $1.ink ?? SkyThings.ink($1.seed)) }
            case .kite: Form(.air, 0.3, 0.4, 0xE23B3B, SkyThings.kite)
            case .rocket: Form(.air, 0.5, 0.3, 0xE23B3B, SkyThings.rocket)
            case .heart: Form(.air, 0.36, 0.55, 0xE0304A, SkyThings.heart)
            case .dog: Form(.creature, 0.32, 0.6, 0x8A5A34, AnimalThings.dog)
            case .cat: Form(.creature, 0.36, 0.42, 0x2A2730, AnimalThings.cat)
            case .rabbit: Form(.creature, 0.28, 0.42, 0xE9E2D8, AnimalThings.rabbit)
            case .person: Form(.creature, 0.34, 0.25, 0xC23B3B, AnimalThings.person)
            case .snowman: Form(.creature, 0.4, 0.36, 0xD0342C, CampThings.snowman)
            case .campfire: Form(.creature, 0.24, 0.55) { pen, _ in CampThings.campfire(pen) }
            default: Form(.structure, 0.3, 0.5) { _, _ in }
            }
    }

    private init(_ lane: Lane, _ height: Float, _ reach: Float, draw: @escaping (Pen, Item) -> Void) {
        (self.lane, self.height, self.reach, self.draw) = (lane, height, reach, draw)
    }

    /// A thing whose usual colour is `code`.
    private init(_ lane: Lane, _ height: Float, _ reach: Float, _ code: UInt32, _ figure: @escaping (Pen, Ink) -> Void)
    {
        self.init(lane, height, reach) { figure($0, $1.ink ?? Ink(code)) }
    }
}

/// Things in the air.
enum SkyThings {
    static func ink(_ seed: UInt64) -> Ink {
        let inks: [UInt32] = [0xE23B3B, 0xF2B02E, 0x2F7FD6, 0x3FA363, 0xB04FC4]
        return Ink(inks[Int(seed % UInt64(inks.count))])
    }

    static func balloon(_ pen: Pen, _ cloth: Ink) {
        let envelope: [Point] = [
            [0, 0.24], [0.2, 0.4], [0.35, 0.66], [0.22, 0.93], [0, 1], [-0.22, 0.93], [-0.35, 0.66], [-0.2, 0.4],
        ]
        pen.smooth(envelope, pen.lit(cloth))
        for (half, ink) in [(Float(0.72), Ink(0xFFF6E0)), (0.42, cloth), (0.16, Ink(0xFFF6E0))] {
            pen.smooth(envelope.map { Point($0.x * half, $0.y) }, pen.lit(ink))
        }
        let shadow = envelope.map { Point(max($0.x, 0.02 + 0.12 * ($0.y - 0.24)), $0.y) }
        pen.smooth(shadow, pen.lit(cloth.times(0.2)), alpha: 0.38)
        for x in [-0.07, 0.07] {
            pen.line([[Float(x), 0.1], [Float(x) * 1.2, 0.27]], 0.01, pen.lit(0x3A2A1C))
        }
        pen.box(-0.08, 0, 0.16, 0.12, pen.lit(0x8A5A30))
        pen.box(-0.09, 0.1, 0.18, 0.025, pen.lit(0x4A2E18))
        if pen.light.isNight { pen.glow([0, 0.4], 0.5, Light.lamp, 0.5) }
    }

    static func kite(_ pen: Pen, _ cloth: Ink) {
        pen.line(Outline.thread([[0, 0.4], [0.2, 0], [0.05, -0.5], [0.3, -1.1]]), 0.012, pen.lit(0xF4F0E6))
        for bow in 0..<3 {
            let y = 0.2 - 0.2 * Float(bow)
            pen.shape([[0.02, y + 0.06], [0.02, y - 0.06], [0.22, y + 0.06], [0.22, y - 0.06]], pen.lit(0xFFD23F))
        }
        pen.shape([[0, 0.4], [0.3, 0.76], [0, 1], [-0.3, 0.76]], pen.lit(cloth))
        pen.shape([[0, 0.4], [0.3, 0.76], [0, 0.76]], pen.lit(0xFFD23F))
        pen.shape([[0, 1], [-0.3, 0.76], [0, 0.76]], pen.lit(0x2F7FD6))
    }

    static func rocket(_ pen: Pen, _ ink: Ink) {
        var pen = pen
        pen.frame.tilt = -0.04
        pen.glow([0, 0.05], 0.7, Ink(0xFFA040), 0.8)
        pen.smooth([[-0.09, 0.26], [0.09, 0.26], [0.05, 0], [0, -0.22], [-0.05, 0]], Ink(0xFF9A2E))
        pen.smooth([[-0.05, 0.26], [0.05, 0.26], [0, 0]], Ink(0xFFF3B0))
        for side in [Float(-1), 1] {
            pen.shape([[side * 0.1, 0.46], [side * 0.28, 0.2], [side * 0.1, 0.28]], pen.lit(ink))
        }
        pen.smooth([[-0.12, 0.26], [0.12, 0.26], [0.15, 0.6], [0, 1], [-0.15, 0.6]], pen.lit(0xF4F4F8))
        pen.smooth([[0.04, 0.26], [0.12, 0.26], [0.15, 0.6], [0.01, 1]], pen.lit(0x9AA0B0))
        pen.shape([[-0.105, 0.82], [0.105, 0.82], [0, 1.02]], pen.lit(ink))
        pen.disc([0, 0.62], 0.075, pen.lit(ink))
        pen.disc([0, 0.62], 0.05, Ink(0x8FD0F0))
    }

    static func heart(_ pen: Pen, _ ink: Ink) {
        let half: [Point] = [
            [0, 0.02], [0.28, 0.3], [0.48, 0.58], [0.5, 0.8], [0.36, 0.96], [0.18, 0.97], [0.06, 0.88], [0, 0.78],
        ]
        let right = Outline.thread(half, steps: 10)
        let outline = right + right.reversed().map { Point(-$0.x, $0.y) }
        pen.shape(outline.map { $0 + Point(0.025, -0.025) }, ink.times(0.3), alpha: 0.6)
        pen.shade(outline, top: ink.times(1.25), bottom: ink.times(0.5), high: 1, low: 0)
        pen.smooth([[-0.42, 0.74], [-0.33, 0.88], [-0.2, 0.9], [-0.32, 0.8]], ink.mixed(.white, 0.75))
    }

    static func bird(_ pen: Pen, _ ink: Ink) {
        let left: [Point] = [[0, 0.3], [-0.5, 0.9], [-1.15, 0.66], [-0.55, 0.62], [-0.05, 0]]
        pen.shape(Outline.thread(left, steps: 5), pen.lit(ink))
        pen.shape(Outline.thread(left.map { Point(-$0.x, $0.y * 1.05) }, steps: 5), pen.lit(ink))
        pen.oval([0, 0.16], [0.2, 0.14], pen.lit(ink))
    }

    static func butterfly(_ pen: Pen, _ ink: Ink) {
        for side in [Float(-1), 1] {
            pen.smooth([[0, 0.5], [side * 0.3, 0.98], [side * 0.55, 0.86], [side * 0.42, 0.52]], pen.lit(ink))
            pen.smooth(
                [[0, 0.48], [side * 0.36, 0.44], [side * 0.38, 0.14], [side * 0.14, 0.1]],
                pen.lit(ink.times(0.65)))
            pen.disc([side * 0.36, 0.76], 0.07, pen.lit(0xFFFFFF))
        }
        pen.line([[0, 0.2], [0, 0.75]], 0.06, pen.lit(0x1B1B22))
    }
}

/// Boats and ships.
enum BoatThings {
    static func boat(_ pen: Pen, _ sail: Ink) {
        pen.line([[0, 0.08], [0, 1]], 0.022, pen.lit(0x4A3020))
        pen.smooth([[0.03, 0.2], [0.4, 0.22], [0.22, 0.6], [0.03, 0.97]], pen.lit(sail))
        pen.shape([[-0.03, 0.2], [-0.3, 0.24], [-0.03, 0.84]], pen.lit(sail.times(0.66)))
        pen.smooth([[-0.42, 0.16], [-0.3, -0.01], [0.28, -0.01], [0.46, 0.17], [0, 0.12]], pen.lit(0x7A3A22))
        pen.line([[-0.4, 0.145], [0, 0.115], [0.43, 0.15]], 0.022, pen.lit(0xF1E3C6))
        pen.shape([[0, 1], [-0.14, 0.96], [0, 0.92]], pen.lit(0xD9352E))
    }

    static func ship(_ pen: Pen, _ hull: Ink) {
        pen.shape([[-1, 0.36], [-0.85, 0], [0.8, 0], [1.05, 0.42], [0.7, 0.34]], pen.lit(hull))
        pen.shape([[-0.9, 0.1], [-0.85, 0], [0.8, 0], [0.86, 0.1]], pen.lit(hull.times(0.4)))
        pen.box(-0.7, 0.35, 1.2, 0.2, pen.lit(0xF6F2EA))
        pen.box(-0.5, 0.55, 0.8, 0.14, pen.lit(0xE2DCD0))
        for port in 0..<7 {
            pen.disc([-0.6 + 0.165 * Float(port), 0.45], 0.045, pen.light.isNight ? Light.lamp : pen.lit(0x24405C))
        }
        for funnel in 0..<2 {
            let x = -0.32 + 0.34 * Float(funnel)
            pen.box(x, 0.68, 0.15, 0.3, pen.lit(hull))
            pen.box(x, 0.88, 0.15, 0.1, pen.lit(0x1C1C22))
            for puff in 0..<3 {
                let t = Float(puff)
                pen.disc([x - 0.02 - 0.15 * t, 1.06 + 0.1 * t], 0.08 + 0.04 * t, pen.lit(0x9A9AA2), alpha: 0.5)
            }
        }
    }
}

/// Cars and trains.
enum RoadThings {
    static func car(_ pen: Pen, _ paint: Ink) {
        pen.smooth([[-0.55, 0.5], [-0.32, 0.98], [0.32, 0.98], [0.62, 0.5]], pen.lit(paint.times(0.8)))
        pen.shape([[-0.42, 0.55], [-0.27, 0.87], [-0.02, 0.87], [-0.02, 0.55]], pen.lit(0xBFE0F2))
        pen.shape([[0.05, 0.55], [0.05, 0.87], [0.28, 0.87], [0.47, 0.55]], pen.lit(0xBFE0F2))
        pen.smooth(
            [[-1.02, 0.2], [-1, 0.5], [-0.5, 0.58], [0.55, 0.58], [1.02, 0.46], [1.05, 0.2]], pen.lit(paint))
        for x in [Float(-0.6), 0.6] {
            pen.disc([x, 0.2], 0.22, pen.lit(0x15151A))
            pen.disc([x, 0.2], 0.1, pen.lit(0xC8CCD2))
        }
        pen.disc([1, 0.4], 0.07, Ink(0xFFF3C0))
        if pen.light.isNight { pen.glow([1.1, 0.4], 1.2, Light.lamp, 0.5) }
    }

    static func train(_ pen: Pen, _ paint: Ink) {
        pen.box(-2.1, -0.05, 4.3, 0.05, pen.lit(0x4A3A30))
        for wagon in 0..<2 {
            let x = -2 + 1.2 * Float(wagon)
            pen.box(x, 0.18, 1.1, 0.6, pen.lit(Ink(0xB23A30)))
            pen.box(x - 0.03, 0.76, 1.16, 0.08, pen.lit(0x2A2A32))
            for pane in 0..<3 { HouseThings.window(pen, x + 0.12 + 0.32 * Float(pane), 0.42, 0.22, 0.24) }
            for wheel in [Float(0.25), 0.85] { pen.disc([x + wheel, 0.12], 0.12, pen.lit(0x15151A)) }
        }
        pen.box(0.45, 0.2, 0.5, 0.8, pen.lit(paint.times(0.8)))
        pen.box(0.4, 0.98, 0.6, 0.08, pen.lit(0x15151A))
        HouseThings.window(pen, 0.58, 0.62, 0.24, 0.24)
        pen.smooth([[0.9, 0.24], [1.85, 0.24], [1.95, 0.48], [1.85, 0.72], [0.9, 0.72]], pen.lit(paint))
        pen.shape([[1.6, 0.7], [1.76, 0.7], [1.84, 1.06], [1.52, 1.06]], pen.lit(0x15151A))
        for wheel in [Float(0.7), 1.1, 1.45, 1.78] { pen.disc([wheel, 0.15], 0.16, pen.lit(0x7A1F1A)) }
        pen.shape([[1.85, 0.02], [2.15, 0.02], [1.85, 0.3]], pen.lit(0x8A8F98))
        for puff in 0..<6 {
            let t = Float(puff)
            pen.disc([1.66 - 0.3 * t, 1.2 + 0.13 * t], 0.12 + 0.045 * t, pen.lit(0xE9EDF2), alpha: 0.75)
        }
    }
}

/// A snowman and a campfire.
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
        pen.line([[-0.13, 0.58], [-0.36, 0.72]], 0.025, pen.lit(0x5A3B26))
        pen.line([[0.13, 0.58], [0.36, 0.74]], 0.025, pen.lit(0x5A3B26))
        for side in [Float(-1), 1] { pen.disc([side * 0.045, 0.8], 0.02, coal) }
        pen.shape([[0, 0.785], [0.17, 0.755], [0, 0.745]], pen.lit(0xF0802A))
        for button in 0..<3 { pen.disc([0, 0.46 + 0.075 * Float(button)], 0.02, coal) }
        pen.line([[-0.11, 0.67], [0, 0.645], [0.11, 0.67]], 0.05, pen.lit(scarf))
        pen.line([[0.08, 0.65], [0.11, 0.5]], 0.05, pen.lit(scarf))
        pen.box(-0.15, 0.86, 0.3, 0.03, coal)
        pen.box(-0.095, 0.88, 0.19, 0.14, coal)
    }

    static func campfire(_ pen: Pen) {
        pen.glow([0, 0.35], 2.6, Ink(0xFF7A20), pen.light.isNight ? 0.55 : 0.2)
        pen.line([[-0.42, 0.04], [0.4, 0.16]], 0.12, pen.lit(0x5A3820))
        pen.line([[0.42, 0.04], [-0.4, 0.16]], 0.12, pen.lit(0x7A4C2A))
        let flame: [Point] = [
            [-0.26, 0.12], [0, 0.06], [0.26, 0.12], [0.3, 0.36], [0.17, 0.56], [0.2, 0.74], [0.04, 0.66], [-0.02, 1],
            [-0.16, 0.6], [-0.24, 0.64], [-0.31, 0.34],
        ]
        for (size, code) in [(Float(1), UInt32(0xF2531E)), (0.72, 0xFF9A26), (0.44, 0xFFE27A)] {
            pen.smooth(flame.map { Point($0.x * size, 0.08 + ($0.y - 0.08) * size) }, Ink(code).times(1.1))
        }
        for spark in 0..<6 {
            let t = Float(spark)
            pen.disc([0.3 * Turn.sine(t * 0.37), 1.05 + 0.13 * t], 0.022, Ink(0xFFC05A))
        }
    }
}
