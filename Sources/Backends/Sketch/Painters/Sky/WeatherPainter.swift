import Domain

/// What falls or hangs before everything.
enum WeatherPainter {
    static func paint(_ stage: Stage) {
        if stage.scene.has(.fog) { paintFog(stage) }
        if stage.scene.has(.rain) || stage.scene.has(.lightning) { paintRain(stage) }
        if stage.scene.has(.snow) { paintSnow(stage) }
    }

    private static func paintFog(_ stage: Stage) {
        let haze = stage.light.haze.mixed(stage.light.skyLow, 0.5).light
        for row in 0..<stage.canvas.height {
            let from = (Float(row) - stage.horizon) / stage.height
            let band = 0.5 - abs(from) * 1.5 + 0.14 * Turn.sine(Float(row) / stage.height * 5.3)
            guard band > 0 else { continue }
            stage.canvas.mapRow(row) { column, old in
                let drift = 0.85 + 0.15 * Turn.sine(Float(column) / stage.width * 1.3 + Float(row) / stage.height * 2)
                return old + (haze - old) * (band * drift)
            }
        }
    }

    private static func paintRain(_ stage: Stage) {
        var dice = stage.dice(50)
        let page = stage.page()
        let slant: Float = stage.scene.isRough || stage.scene.has(.wind) ? 0.4 : 0.16
        let ink = stage.light.skyLow.mixed(.white, 0.35)
        for _ in 0..<150 {
            let near = Float(dice.unit())
            let top = Point(dice.between(-0.1, 1.1) * stage.width, dice.between(-0.1, 1) * stage.height)
            let long = stage.unit * (0.03 + 0.07 * near)
            let wide = max(stage.unit * (0.0014 + 0.0024 * near), 0.6)
            page.shape(
                [top, top + Point(wide, 0), top + Point(wide - slant * long, long), top + Point(-slant * long, long)],
                ink, alpha: 0.3 + 0.4 * near)
        }
    }

    private static func paintSnow(_ stage: Stage) {
        var dice = stage.dice(51)
        let page = stage.page()
        for _ in 0..<190 {
            let near = Float(dice.unit())
            let place = Point(dice.between(0, stage.width), dice.between(0, stage.height))
            page.shape(
                Outline.oval(place, Point(repeating: stage.unit * (0.002 + 0.0075 * near * near)), corners: 12),
                Ink(0xF6FAFF), alpha: 0.55 + 0.4 * near)
        }
    }
}
