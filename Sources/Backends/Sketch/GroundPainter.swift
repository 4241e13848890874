import Domain

/// Paints the land or water below the horizon.
enum GroundPainter {
    static func paint(_ stage: Stage) {
        switch stage.scene.land {
        case .space: break
        case .sea:
            WaterPainter.paint(stage, to: 1)
            if stage.layout.items.contains(where: isOnLand) { paintCliff(stage) }
        case .lake, .river:
            WaterPainter.paint(stage, to: 1)
            paintBank(stage, at: stage.scene.land == .lake ? 0.86 : 0.82)
        case .beach:
            WaterPainter.paint(stage, to: 0.82)
            paintBank(stage, at: 0.74)
        case .city:
            let isStreet = stage.scene.has(.road) || stage.layout.items.contains(where: isOnLand)
            if isStreet { paintPlain(stage) } else { WaterPainter.paint(stage, to: 1) }
        case .desert, .forest, .meadow: paintPlain(stage)
        }
        if stage.scene.has(.bridge) { BridgePainter.paint(stage) }
        if stage.scene.has(.road) { paintRoad(stage) }
        if stage.scene.has(.fence) { paintFence(stage) }
    }

    private static func isOnLand(_ item: Item) -> Bool {
        [.structure, .creature, .front].contains(Form(item.concept).lane)
    }

    private static func paintPlain(_ stage: Stage) {
        let page = stage.page()
        var rng = stage.rng(20)
        let far = stage.page(depth: 0.25).lit(stage.light.groundFar)
        let near = page.lit(stage.light.ground)
        page.shade(
            Outline.box(0, stage.horizon, stage.width, stage.height), top: far, bottom: near, high: stage.horizon,
            low: stage.height)
        for fold in 0..<3 {
            let y = stage.horizon + (stage.height - stage.horizon) * (0.2 + 0.28 * Float(fold))
            let shift = Float(rng.unit())
            let rise = (stage.height - stage.horizon) * 0.13
            let crest = Outline.curve(steps: 40) { t in
                Point(t * stage.width, y + rise * Turn.sine(t * 0.8 + shift))
            }
            let ink = far.mixed(near, 0.2 + 0.4 * Float(fold))
            page.shade(
                crest + stage.floor, top: ink.times(1.18), bottom: ink.times(0.72), high: y - rise, low: y + rise * 3)
        }
    }

    /// Paints a bank in front of the water.
    private static func paintBank(_ stage: Stage, at part: Float) {
        let page = stage.page()
        let y = stage.height * part
        let edge = Outline.curve(steps: 40) { t in
            Point(t * stage.width, y + stage.height * 0.035 * Turn.sine(t * 0.7 + stage.layout.focus))
        }
        page.line(edge, stage.height * 0.014, page.lit(Ink(0xF2FAFF)), alpha: 0.55)
        page.shade(
            edge + stage.floor, top: page.lit(stage.light.groundFar), bottom: page.lit(stage.light.ground.times(0.7)),
            high: y, low: stage.height)
    }

    /// Paints the headland of a sea scene, dark rock under a strip of grass.
    private static func paintCliff(_ stage: Stage) {
        let page = stage.page()
        let isLeft = stage.layout.focus < 0.5
        var rng = stage.rng(21)
        var top: [Point] = []
        for step in 0...24 {
            let t = Float(step) / 24 * 0.62
            let x = isLeft ? t : 1 - t
            let y = stage.layout.cliffFoot(x) + rng.between(-0.004, 0.004)
            top.append(Point(x * stage.width, y * stage.height))
        }
        let corner = Point(isLeft ? 0 : stage.width, stage.height)
        let foot = Point(top[top.count - 1].x, stage.height)
        let rock = stage.scene.isWhite ? Ink(0x7A879A) : Ink(0x5A4C44)
        page.shade(
            top + [foot, corner], top: page.lit(rock), bottom: page.lit(rock.times(0.25)),
            high: stage.horizon, low: stage.height)
        let grass = page.lit(stage.light.ground)
        let lower = top.enumerated().reversed().map { index, point in
            point + Point(0, stage.height * 0.05 * (1 - Float(index) / 24) + stage.height * rng.between(0, 0.02))
        }
        page.shape(top + lower, grass)
    }

    private static func paintRoad(_ stage: Stage) {
        guard stage.scene.land != .sea else { return }
        let page = stage.page()
        let end = Point(stage.layout.counter * stage.width, stage.horizon)
        let deep = stage.height - stage.horizon
        let middle = Outline.curve(steps: 16) { t in
            let bend = Turn.sine(t * 0.7) * 0.1 * t * stage.width
            return Point(end.x + (stage.width * 0.5 - end.x) * t * t + bend, end.y + deep * t * t)
        }
        func side(_ way: Float, _ wide: Float) -> [Point] {
            middle.enumerated().map { index, point in
                let t = Float(index) / 16
                return point + Point(way * (0.004 + wide * t * t) * stage.width, 0)
            }
        }
        let isCity = stage.scene.land == .city || stage.scene.has(.car)
        let ink = stage.scene.ink(of: .road) ?? Ink(isCity ? 0x3B3F47 : 0xD9C49A)
        page.shape(side(-1, 0.17) + side(1, 0.17).reversed(), page.lit(ink))
        guard isCity else { return }
        for dash in stride(from: 3, to: 16, by: 2) {
            let wide = Float(dash) / 16 * 0.012 * stage.width
            page.line([middle[dash], middle[dash + 1]], wide, page.lit(0xF4E6B0))
        }
    }

    private static func paintFence(_ stage: Stage) {
        let page = stage.page()
        let y = stage.height * 0.8
        let step = stage.unit * 0.055
        let ink = page.lit(stage.scene.ink(of: .fence) ?? Ink(0xF4EFE4))
        for rail in 0..<2 {
            page.box(0, y - step * (0.5 + Float(rail) * 0.8), stage.width, step * 0.2, ink.times(0.8))
        }
        for post in 0...Int(stage.width / step) {
            let x = Float(post) * step
            page.shape(
                [
                    [x, y], [x, y - step * 1.5], [x + step * 0.2, y - step * 1.8], [x + step * 0.4, y - step * 1.5],
                    [x + step * 0.4, y],
                ], ink)
        }
    }
}

/// Paints water: the upper picture mirrored, rippled and darkened, then light on the waves.
enum WaterPainter {
    /// Paints water down to the fraction `end` of the height.
    static func paint(_ stage: Stage, to end: Float) {
        reflect(stage, to: end)
        let isOpen = stage.scene.land == .sea || stage.scene.land == .beach
        if isOpen, stage.scene.isRough || stage.scene.has(.wave) {
            paintSwell(stage, from: 0, count: stage.scene.isRough ? 5 : 4)
        } else {
            paintGlints(stage, to: end)
        }
    }

    private static func reflect(_ stage: Stage, to end: Float) {
        let top = Int(stage.horizon)
        let bottom = min(Int(stage.height * end) + 1, stage.canvas.height)
        guard top < bottom else { return }
        let tint = [.sea, .lake, .river].lazy.compactMap(stage.scene.ink).first
        let deep = tint.map { $0.times(stage.light.ambient).times(0.6) } ?? stage.light.water
        let calm: Float = stage.scene.isRough ? 0.35 : 1
        for row in top..<bottom {
            let down = Float(row - top) / (stage.height - stage.horizon)
            let source = top - 1 - Int(Float(row - top) * 1.25)
            let swing = stage.unit * (0.004 + 0.02 * down) / calm
            let phase =
                Turn.sine(15 * (down + 0.06).squareRoot() * 2.3) + 0.5 * Turn.sine(47 * (down + 0.03).squareRoot())
            let shift = Int(phase * swing)
            let mirror = (0.72 - 0.42 * down) * calm
            stage.canvas.mapRow(row) { column, _ in
                let seen = stage.canvas.light(column + shift, source)
                return deep.light + (seen - deep.light) * mirror
            }
        }
    }

    private static func paintGlints(_ stage: Stage, to end: Float) {
        var rng = stage.rng(22)
        let page = stage.page()
        let deep = stage.height * end - stage.horizon
        let bright = stage.light.skyLow.mixed(.white, 0.35)
        for _ in 0..<70 {
            let t = Float(rng.unit())
            let isUnderLight = rng.next() & 1 == 0 && !stage.scene.isOvercast
            let spread = isUnderLight ? rng.between(-0.06, 0.06) * (0.6 + t) : rng.between(-0.5, 0.5)
            let x = (isUnderLight ? stage.layout.counter + spread : 0.5 + spread) * stage.width
            let y = stage.horizon + deep * (0.02 + 0.96 * t * t)
            let wide = stage.unit * (0.012 + 0.07 * t * t) * rng.between(0.6, 1.3)
            let ink = isUnderLight ? bright.times(1.25) : bright.mixed(stage.light.water, 0.6)
            page.oval([x, y], [wide, max(wide * 0.09, 0.5)], ink, alpha: isUnderLight ? 0.75 : 0.45)
        }
    }

    /// Paints rows of crested waves that grow towards the front; rows below index `first` are omitted.
    static func paintSwell(_ stage: Stage, from first: Int, count: Int) {
        let isRough = stage.scene.isRough
        let page = stage.page()
        for row in first..<count {
            var rng = stage.rng(23 + UInt64(row))
            let t = Float(row + 1) / Float(count)
            let base = stage.horizon + (stage.height - stage.horizon) * (0.1 + 0.72 * t * t)
            let tall = stage.unit * (isRough ? 0.1 : 0.05) * (0.35 + t * 0.85)
            let long = stage.unit * (0.16 + 0.42 * t)
            let crest = waveLine(stage, base, tall, long, Float(rng.unit()))
            let top = stage.light.water.mixed(stage.light.skyLow, 0.75 - 0.1 * t)
            page.shade(
                crest + stage.floor, top: top, bottom: stage.light.water.times(0.4), high: base - tall,
                low: base + tall * 0.9)
            let foam = page.lit(0xFFFFFF).mixed(stage.light.skyLow, 0.3).mixed(.white, isRough ? 0.3 : 0.15)
            page.shape(crest + foamEdge(crest, base, tall, &rng), foam, alpha: 0.9)
            guard isRough else { continue }
            for point in crest where point.y < base - tall * 0.55 {
                let size = tall * rng.between(0.05, 0.16)
                page.disc(
                    point + Point(rng.between(-1, 1), rng.between(-0.35, 0.5)) * tall * 0.3, size, foam, alpha: 0.8)
            }
        }
    }

    /// Returns the ragged lower edge of the foam on the crests, from right to left.
    private static func foamEdge(
        _ crest: [Point], _ base: Float, _ tall: Float, _ rng: inout SplitMix64
    ) -> [Point] {
        crest.reversed().map { point in
            let high = max((base - point.y) / tall - 0.35, 0)
            return point + Point(0, tall * (0.015 + high * rng.between(0.18, 0.5)))
        }
    }

    /// Returns a wave line with sharp crests and round troughs.
    private static func waveLine(_ stage: Stage, _ base: Float, _ tall: Float, _ long: Float, _ shift: Float) -> [Point]
    {
        let steps = min(max(Int(stage.width / long * 18), 24), 500)
        return (0...steps).map { step in
            let x = stage.width * Float(step) / Float(steps)
            let phase = x / long + shift
            let part = abs(Turn.sine(phase * 0.5))
            let swell = 0.75 + 0.25 * Turn.sine(phase * 0.23 + shift)
            return Point(x, base - tall * (1 - part) * (1 - part * 0.4) * 1.3 * swell)
        }
    }
}

/// Paints a stone bridge with arches across the whole width.
enum BridgePainter {
    static func paint(_ stage: Stage) {
        let page = stage.page(depth: 0.15)
        let deck = stage.horizon - stage.height * 0.06
        let foot = stage.horizon + stage.height * 0.1
        let stone = stage.scene.ink(of: .bridge) ?? Ink(0x9A8674)
        let thick = stage.unit * 0.05
        let count = 4
        let span = stage.width / Float(count)
        for arch in 0...count {
            let x = Float(arch) * span
            page.box(x - thick * 0.7, deck, thick * 1.4, foot - deck, page.lit(stone.times(0.7)))
            guard arch < count else { break }
            let curve = Outline.curve(steps: 20) { t in
                let turn = 0.5 * t
                return Point(x + span * (0.5 - 0.5 * Turn.cosine(turn)), foot - (foot - deck) * 0.78 * Turn.sine(turn))
            }
            page.shape(curve + [Point(x + span, deck), Point(x, deck)], page.lit(stone))
        }
        page.box(0, deck - thick * 0.6, stage.width, thick * 0.9, page.lit(stone.times(1.4)))
    }
}

/// Paints the foreground: near waves, grass, small flowers.
enum ForegroundPainter {
    static func paint(_ stage: Stage) {
        switch stage.scene.land {
        case .sea:
            if stage.scene.isRough || stage.scene.has(.wave) {
                WaterPainter.paintSwell(stage, from: stage.scene.isRough ? 4 : 3, count: stage.scene.isRough ? 5 : 4)
            }
        case .meadow, .forest, .lake, .river:
            if stage.scene.has(.garden) || stage.scene.season == .spring { paintBlossoms(stage) }
            paintGrass(stage)
        case .beach, .desert, .city, .space: break
        }
    }

    /// Scatters small flowers over the ground.
    private static func paintBlossoms(_ stage: Stage) {
        var rng = stage.rng(41)
        let page = stage.page()
        let tint = stage.scene.ink(of: .flower)
        for _ in 0..<90 {
            let t = 0.12 + 0.8 * Float(rng.unit())
            let place = Point(rng.between(0, stage.width), stage.horizon + (stage.height - stage.horizon) * t)
            let ink = rng.next() % 3 == 0 ? Ink(0xFFFFFF) : (tint ?? FlowerThings.ink(rng.next()))
            let size = stage.unit * 0.012 * (0.3 + t)
            page.oval(place, [size, size * 0.7], page.lit(ink))
            page.oval(place, Point(size, size * 0.7) * 0.35, page.lit(0xF2B632))
        }
    }

    private static func paintGrass(_ stage: Stage) {
        var rng = stage.rng(40)
        let page = stage.page()
        guard !stage.scene.isWhite else { return }
        let ink = page.lit(stage.light.ground)
        let isTall = stage.scene.has(.field) || stage.scene.has(.garden)
        let count = isTall ? 190 : 110
        for _ in 0..<count {
            let t = Float(rng.unit())
            let foot = Point(rng.between(0, stage.width), stage.height * (0.9 + 0.12 * t))
            let tall = stage.unit * (isTall ? 0.09 : 0.055) * rng.between(0.5, 1.1)
            let lean = rng.between(-0.4, 0.4) * (stage.scene.has(.wind) ? 2 : 1)
            let tip = foot + Point(lean, -1) * tall
            page.line([foot, (foot + tip) / 2, tip], tall * 0.1, to: tall * 0.01, ink.times(rng.between(0.3, 1.25)))
        }
    }
}
