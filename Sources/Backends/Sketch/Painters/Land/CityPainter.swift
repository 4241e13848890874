import Domain

/// A skyline in two depths with lit windows.
enum CityPainter {
    static func paint(_ stage: Stage) {
        var dice = stage.dice(12)
        for row in 0..<2 {
            var x: Float = -0.03
            while x < 1.02 {
                let width = dice.between(0.055, 0.115)
                let middle = 1 - abs(x + width / 2 - stage.layout.focus) * 1.3
                let tall = (row == 0 ? 0.84 : 0.62) * max(middle, 0.25) * dice.between(0.5, 1.05)
                block(stage, x, width, tall * stage.horizon, isFar: row == 0, &dice)
                x += width * (row == 0 ? 0.95 : dice.between(1.0, 1.3))
            }
        }
    }

    private static func block(
        _ stage: Stage, _ x: Float, _ width: Float, _ tall: Float, isFar: Bool, _ dice: inout SplitMix64
    ) {
        let page = stage.page(depth: isFar ? 0.62 : 0.12)
        let left = x * stage.width
        let wide = width * stage.width
        let top = stage.horizon - tall
        let code: UInt32 = isFar ? 0x51607A : 0x27303F
        let ink = page.lit(stage.scene.subject(.city)?.tint?.ink ?? Ink(code))
        page.box(left, top, wide, stage.horizon - top, ink)
        page.box(left + wide * 0.72, top, wide * 0.28, stage.horizon - top, ink.times(0.6))
        switch dice.next() % 4 {
        case 0: page.box(left + wide * 0.25, top - tall * 0.08, wide * 0.5, tall * 0.1, ink)
        case 1: page.line([Point(left + wide / 2, top), Point(left + wide / 2, top - tall * 0.22)], wide * 0.05, ink)
        case 2:
            page.shape(
                [Point(left, top + 1), Point(left + wide, top + 1), Point(left + wide / 2, top - tall * 0.13)], ink)
        default: break
        }
        windows(stage, page, left, wide, top, isFar, &dice)
    }

    private static func windows(
        _ stage: Stage, _ page: Pen, _ left: Float, _ wide: Float, _ top: Float, _ isFar: Bool, _ dice: inout SplitMix64
    ) {
        let isDark = stage.light.isNight || stage.scene.daytime == .sunset || stage.scene.isOvercast
        let columns = 3
        let step = wide / Float(columns + 1)
        let tall = max(step * 0.85, 2)
        let end = stage.horizon - tall
        var y = top + tall
        while y < end {
            for column in 0..<columns {
                let isLit = dice.next() % 5 < (isDark ? 3 : 1)
                guard isLit || !isDark else { continue }
                let ink = isDark ? Light.lamp.times(isFar ? 0.55 : 1) : page.lit(0x9FC4DA)
                page.box(left + step * (Float(column) + 0.65), y, step * 0.6, tall * 0.7, ink)
            }
            y += tall * 1.7
        }
    }
}
