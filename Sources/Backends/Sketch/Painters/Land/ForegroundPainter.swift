import Domain

/// What lies before the things: near waves, grass, a snow drift.
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

    /// Small flowers strewn over the ground.
    private static func paintBlossoms(_ stage: Stage) {
        var dice = stage.dice(41)
        let page = stage.page()
        let tint = stage.scene.subject(.flower)?.tint?.ink
        for _ in 0..<90 {
            let t = 0.12 + 0.8 * Float(dice.unit())
            let place = Point(dice.between(0, stage.width), stage.horizon + (stage.height - stage.horizon) * t)
            let ink = dice.next() % 3 == 0 ? Ink(0xFFFFFF) : (tint ?? FlowerThings.ink(dice.next()))
            let size = stage.unit * 0.012 * (0.3 + t)
            page.oval(place, Point(size, size * 0.7), page.lit(ink))
            page.oval(place, Point(size, size * 0.7) * 0.35, page.lit(0xF2B632))
        }
    }

    private static func paintGrass(_ stage: Stage) {
        var dice = stage.dice(40)
        let page = stage.page()
        guard !stage.scene.isWhite else { return }
        let ink = page.lit(stage.light.ground)
        let isTall = stage.scene.has(.field) || stage.scene.has(.garden)
        let count = isTall ? 190 : 110
        for _ in 0..<count {
            let t = Float(dice.unit())
            let foot = Point(dice.between(0, stage.width), stage.height * (0.9 + 0.12 * t))
            let tall = stage.unit * (isTall ? 0.09 : 0.055) * dice.between(0.5, 1.1)
            let lean = dice.between(-0.4, 0.4) * (stage.scene.has(.wind) ? 2 : 1)
            let tip = foot + Point(lean, -1) * tall
            page.line([foot, (foot + tip) / 2, tip], tall * 0.1, to: tall * 0.01, ink.times(dice.between(0.3, 1.25)))
        }
    }
}
