import Domain

/// Water: the upper picture upside down, rippled and darkened, then light on the waves.
enum WaterPainter {
    /// To the part `end` of the height.
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
        let tint =
            stage.scene.subject(.sea)?.tint ?? stage.scene.subject(.lake)?.tint ?? stage.scene.subject(.river)?.tint
        let deep = tint.map { $0.ink.times(stage.light.ambient).times(0.6) } ?? stage.light.water
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
        var dice = stage.dice(22)
        let page = stage.page()
        let deep = stage.height * end - stage.horizon
        let bright = stage.light.skyLow.mixed(.white, 0.35)
        for _ in 0..<70 {
            let t = Float(dice.unit())
            let isUnderLight = dice.next() & 1 == 0 && !stage.scene.isOvercast
            let spread = isUnderLight ? dice.between(-0.06, 0.06) * (0.6 + t) : dice.between(-0.5, 0.5)
            let x = (isUnderLight ? stage.layout.counter + spread : 0.5 + spread) * stage.width
            let y = stage.horizon + deep * (0.02 + 0.96 * t * t)
            let wide = stage.unit * (0.012 + 0.07 * t * t) * dice.between(0.6, 1.3)
            let ink = isUnderLight ? bright.times(1.25) : bright.mixed(stage.light.water, 0.6)
            page.oval(Point(x, y), Point(wide, max(wide * 0.09, 0.5)), ink, alpha: isUnderLight ? 0.75 : 0.45)
        }
    }

    /// Rows of crested waves, growing to the front; rows under `from` are left out.
    static func paintSwell(_ stage: Stage, from first: Int, count: Int) {
        let isRough = stage.scene.isRough
        let page = stage.page()
        for row in first..<count {
            var dice = stage.dice(23 + UInt64(row))
            let t = Float(row + 1) / Float(count)
            let base = stage.horizon + (stage.height - stage.horizon) * (0.1 + 0.72 * t * t)
            let tall = stage.unit * (isRough ? 0.1 : 0.05) * (0.35 + t * 0.85)
            let long = stage.unit * (0.16 + 0.42 * t)
            let crest = waveLine(stage, base, tall, long, Float(dice.unit()))
            let end = [Point(stage.width, stage.height), Point(0, stage.height)]
            let top = stage.light.water.mixed(stage.light.skyLow, 0.75 - 0.1 * t)
            page.shade(
                crest + end, top: top, bottom: stage.light.water.times(0.4), high: base - tall, low: base + tall * 0.9)
            let foam = page.lit(0xFFFFFF).mixed(stage.light.skyLow, 0.3).mixed(.white, isRough ? 0.3 : 0.15)
            page.shape(crest + foamEdge(crest, base, tall, &dice), foam, alpha: 0.9)
            guard isRough else { continue }
            for point in crest where point.y < base - tall * 0.55 {
                let size = tall * dice.between(0.05, 0.16)
                page.disc(
                    point + Point(dice.between(-1, 1), dice.between(-0.35, 0.5)) * tall * 0.3, size, foam, alpha: 0.8)
            }
        }
    }

    /// The lower edge of the white on the crests, ragged, from the right.
    private static func foamEdge(
        _ crest: [Point], _ base: Float, _ tall: Float, _ dice: inout SplitMix64
    ) -> [Point] {
        crest.reversed().map { point in
            let high = max((base - point.y) / tall - 0.35, 0)
            return point + Point(0, tall * (0.015 + high * dice.between(0.18, 0.5)))
        }
    }

    /// Sharp crests and round troughs.
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
