import Domain

/// What lies before the things: near waves, grass, a snow drift.
enum ForegroundPainter {
    static func paint(_ stage: Stage) {
        switch stage.scene.land {
        case .sea:
            if stage.scene.isRough || stage.scene.has(.wave) {
                WaterPainter.paintSwell(stage, from: stage.scene.isRough ? 4 : 3, count: stage.scene.isRough ? 5 : 4)
            }
        case .meadow, .forest, .lake, .river: paintGrass(stage)
        case .beach, .desert, .city, .space: break
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
