import Domain

/// The land or water from the horizon down.
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
        var dice = stage.dice(20)
        let far = stage.page(depth: 0.25).lit(stage.light.groundFar)
        let near = page.lit(stage.light.ground)
        page.shade(
            Outline.box(0, stage.horizon, stage.width, stage.height), top: far, bottom: near, high: stage.horizon,
            low: stage.height)
        for fold in 0..<3 {
            let y = stage.horizon + (stage.height - stage.horizon) * (0.2 + 0.28 * Float(fold))
            let shift = Float(dice.unit())
            let rise = (stage.height - stage.horizon) * 0.13
            var points = (0...40).map { step in
                let t = Float(step) / 40
                return Point(t * stage.width, y + rise * Turn.sine(t * 0.8 + shift))
            }
            points += [Point(stage.width, stage.height), Point(0, stage.height)]
            let ink = far.mixed(near, 0.2 + 0.4 * Float(fold))
            page.shade(points, top: ink.times(1.18), bottom: ink.times(0.72), high: y - rise, low: y + rise * 3)
        }
    }

    /// A bank in front of the water.
    private static func paintBank(_ stage: Stage, at part: Float) {
        let page = stage.page()
        let y = stage.height * part
        let points = (0...40).map { step in
            let t = Float(step) / 40
            return Point(t * stage.width, y + stage.height * 0.035 * Turn.sine(t * 0.7 + stage.layout.focus))
        }
        let end = [Point(stage.width, stage.height), Point(0, stage.height)]
        page.line(points, stage.height * 0.014, page.lit(Ink(0xF2FAFF)), alpha: 0.55)
        page.shade(
            points + end, top: page.lit(stage.light.groundFar), bottom: page.lit(stage.light.ground.times(0.7)),
            high: y, low: stage.height)
    }

    /// The headland of a sea scene, with its light edge and dark rocks.
    private static func paintCliff(_ stage: Stage) {
        let page = stage.page()
        let isLeft = stage.layout.focus < 0.5
        var dice = stage.dice(21)
        var top: [Point] = []
        for step in 0...24 {
            let t = Float(step) / 24 * 0.62
            let x = isLeft ? t : 1 - t
            let y = stage.layout.cliffFoot(x) + dice.between(-0.004, 0.004)
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
            point + Point(0, stage.height * 0.05 * (1 - Float(index) / 24) + stage.height * dice.between(0, 0.02))
        }
        page.shape(top + lower, grass)
    }

    private static func paintRoad(_ stage: Stage) {
        guard stage.scene.land != .sea else { return }
        let page = stage.page()
        let end = Point(stage.layout.counter * stage.width, stage.horizon)
        let deep = stage.height - stage.horizon
        let middle = (0...16).map { step in
            let t = Float(step) / 16
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
        let ink = stage.scene.subject(.road)?.tint?.ink ?? Ink(isCity ? 0x3B3F47 : 0xD9C49A)
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
        let ink = page.lit(stage.scene.subject(.fence)?.tint?.ink ?? Ink(0xF4EFE4))
        for rail in 0..<2 {
            page.box(0, y - step * (0.5 + Float(rail) * 0.8), stage.width, step * 0.2, ink.times(0.8))
        }
        for post in 0...Int(stage.width / step) {
            let x = Float(post) * step
            page.shape(
                [
                    Point(x, y), Point(x, y - step * 1.5), Point(x + step * 0.2, y - step * 1.8),
                    Point(x + step * 0.4, y - step * 1.5), Point(x + step * 0.4, y),
                ], ink)
        }
    }
}
