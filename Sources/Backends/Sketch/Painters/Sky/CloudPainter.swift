import Domain

/// Clouds with flat feet and round heads: a few in fair weather, a ceiling in foul.
enum CloudPainter {
    static func paint(_ stage: Stage) {
        let scene = stage.scene
        if scene.has(.rain) || scene.has(.storm) || scene.has(.lightning) || scene.has(.gloomy) {
            paintCeiling(stage)
        } else if scene.land != .space {
            paintFair(stage)
        }
        if scene.has(.lightning) { LightningPainter.paint(stage) }
    }

    private static func paintFair(_ stage: Stage) {
        var dice = stage.dice(5)
        let said = stage.scene.has(.cloud)
        let isClear = stage.light.isNight || stage.scene.has(.bright) || stage.scene.has(.aurora)
        let count = said ? 7 : (isClear ? 0 : 3)
        let tint = stage.scene.subject(.cloud)?.tint?.ink
        for index in 0..<count {
            let far = Float(index) / Float(max(count, 1))
            let x = (Float(index) * 0.382 + dice.between(0, 0.25)).truncatingRemainder(dividingBy: 1)
            let y = stage.horizon * (0.72 - 0.56 * far + dice.between(-0.05, 0.05))
            let size = stage.unit * (0.07 + 0.1 * far)
            draw(stage, Point(x * stage.width, y), size, tint, &dice)
        }
    }

    private static func draw(_ stage: Stage, _ foot: Point, _ size: Float, _ tint: Ink?, _ dice: inout SplitMix64) {
        let body = tint ?? bodyInk(stage)
        let shadow = body.mixed(stage.light.skyMiddle, 0.55)
        var puffs: [[Point]] = []
        let count = 5
        for puff in 0..<count {
            let t = Float(puff) / Float(count - 1) * 2 - 1
            let radius = size * (0.75 - 0.45 * t * t) * dice.between(0.8, 1.15)
            let center = foot + Point(t * size * 1.7, -radius * 0.7)
            let dome = Outline.oval(center, Point(radius * 1.15, radius)).map { Point($0.x, min($0.y, foot.y)) }
            puffs.append(dome)
        }
        stage.canvas.fill(
            puffs, .upright(top: body, bottom: shadow, from: foot.y - size * 1.1, to: foot.y + size * 0.1), alpha: 0.92)
    }

    private static func bodyInk(_ stage: Stage) -> Ink {
        switch stage.scene.daytime {
        case .day: stage.scene.isOvercast ? Ink(0xB9C2CA) : Ink(0xFFFFFF)
        case .dawn: Ink(0xFFD9CF)
        case .sunset: Ink(0xF58A62)
        case .night: Ink(0x4C638F)
        }
    }

    private static func paintCeiling(_ stage: Stage) {
        var dice = stage.dice(6)
        for layer in 0..<4 {
            let depth = Float(layer) / 3
            let base = stage.horizon * (0.5 - 0.14 * Float(layer))
            let body = stage.light.skyTop.mixed(stage.light.skyLow, 0.42 * (1 - depth)).times(0.85)
            var lumps = [Outline.box(0, 0, stage.width, base)]
            var x = dice.between(-0.1, 0)
            while x < 1.1 {
                let radius = stage.unit * dice.between(0.06, 0.14)
                lumps.append(
                    Outline.oval(Point(x * stage.width, base), Point(radius * 1.5, radius * dice.between(0.4, 0.8))))
                x += radius * 1.6 / stage.width
            }
            stage.canvas.fill(
                lumps, .upright(top: body, bottom: body.mixed(stage.light.skyLow, 0.35), from: 0, to: base * 1.2),
                alpha: 0.8)
        }
    }
}
