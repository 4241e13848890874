/// The sky's gradient, brightest at the horizon and towards the light.
enum SkyPainter {
    static func paint(_ stage: Stage) {
        let light = stage.light
        let end = max(min(stage.horizon * 1.02, stage.height), 1)
        for row in 0..<stage.canvas.height {
            let part = min(Float(row) / end, 1)
            let eased = part * part
            let upper = light.skyTop.mixed(light.skyMiddle, part * 1.7)
            let ink = upper.mixed(light.skyLow, eased * eased * 0.25 + eased * 0.75)
            stage.canvas.mapRow(row) { _, _ in ink.light }
        }
    }
}
