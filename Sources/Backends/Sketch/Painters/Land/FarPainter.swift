import Domain

/// What rises at the horizon: ranges, hills, woods, skylines, each paler the farther it is.
enum FarPainter {
    static func paint(_ stage: Stage) {
        let scene = stage.scene
        guard scene.land != .space else { return }
        if scene.has(.volcano) { MountainPainter.paintVolcano(stage) }
        if scene.has(.mountain) { MountainPainter.paint(stage) }
        if scene.land == .city || scene.has(.city) { CityPainter.paint(stage) }
        if scene.has(.island) { paintIsland(stage) }
        switch scene.land {
        case .sea, .beach: break
        case .desert: paintRidges(stage, count: 2, tall: 0.1, ink: Ink(0xD89A5A))
        case .city: break
        default:
            let tall: Float = scene.has(.hill) ? 0.26 : (scene.has(.mountain) ? 0.05 : 0.1)
            paintRidges(stage, count: scene.has(.hill) ? 3 : 2, tall: tall, ink: ridgeInk(stage))
        }
        if scene.has(.forest) || scene.land == .forest { WoodPainter.paintFar(stage) }
    }

    private static func ridgeInk(_ stage: Stage) -> Ink {
        switch stage.scene.season {
        case .winter: Ink(0xC4D2E4)
        case .autumn: Ink(0xC4642A)
        case .spring: Ink(0x6FA45A)
        case .summer: Ink(0x3F7A48)
        }
    }

    private static func paintRidges(_ stage: Stage, count: Int, tall: Float, ink: Ink) {
        var dice = stage.dice(10)
        for ridge in 0..<count {
            let depth = 0.55 - 0.42 * Float(ridge) / Float(count)
            let rise = stage.height * tall * (1 - 0.22 * Float(ridge))
            let shift = Float(dice.unit())
            let pace = dice.between(0.7, 1.3)
            var points = [Point(0, stage.height)]
            for step in 0...60 {
                let t = Float(step) / 60
                let wave = 0.55 + 0.3 * Turn.sine(t * pace + shift) + 0.15 * Turn.sine(t * pace * 2.7 + shift * 5)
                points.append(Point(t * stage.width, stage.horizon + 2 - rise * wave))
            }
            points.append(Point(stage.width, stage.height))
            let page = stage.page(depth: depth)
            let near = ink.times(ridge % 2 == 0 ? 1.1 : 0.8)
            page.shade(
                points, top: page.lit(near), bottom: page.lit(near.times(0.6)), high: stage.horizon - rise,
                low: stage.horizon + 2)
            if stage.scene.has(.hill) { paintGrove(stage, points, depth, &dice) }
        }
    }

    /// Round trees here and there along a ridge.
    private static func paintGrove(_ stage: Stage, _ ridge: [Point], _ depth: Float, _ dice: inout SplitMix64) {
        let page = stage.page(depth: depth)
        for point in ridge.dropFirst().dropLast() where dice.next() % 5 < 2 {
            let size = stage.unit * dice.between(0.014, 0.03) * (1.5 - depth)
            let foot = point + Point(dice.between(-1, 1) * size, size * dice.between(0, 3))
            let leaf = stage.light.leaf.times(dice.between(0.45, 1.2))
            page.box(foot.x - size * 0.12, foot.y - size, size * 0.24, size * 1.1, page.lit(0x4A3122))
            page.oval(foot - Point(0, size * 1.4), Point(0.8, 1) * size, page.lit(leaf))
            page.oval(foot - Point(size * 0.2, size * 1.6), Point(0.45, 0.6) * size, page.lit(leaf.times(1.6)))
        }
    }

    private static func paintIsland(_ stage: Stage) {
        let page = stage.page(depth: 0.35)
        let center = Point(stage.layout.counter * stage.width, stage.horizon)
        let size = stage.unit * 0.26
        let hump = Outline.smooth([
            center + Point(-1.3, 0.06) * size, center + Point(-0.8, -0.16) * size, center + Point(-0.2, -0.5) * size,
            center + Point(0.2, -0.42) * size, center + Point(0.7, -0.2) * size, center + Point(1.3, 0.06) * size,
        ])
        page.shape(hump, page.lit(0x2F6B45))
        page.oval(center + Point(0, 0.03) * size, Point(1.4, 0.07) * size, page.lit(0xE8CE98))
    }
}
