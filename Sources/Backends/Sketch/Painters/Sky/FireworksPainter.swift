import Domain

/// Bursts of sparks that fall a little.
enum FireworksPainter {
    static func paint(_ stage: Stage) {
        var dice = stage.dice(4)
        let inks: [UInt32] = [0xFF5A4F, 0xFFD35A, 0x5AC8FF, 0xE27BFF, 0x7BFF9A]
        let count = min(stage.scene.subject(.fireworks)?.count ?? 4, 9)
        let page = stage.page()
        for burst in 0..<count {
            let x = (Float(burst) + dice.between(0.3, 0.7)) / Float(count) * stage.width
            let center = Point(x, stage.horizon * dice.between(0.18, 0.55))
            let radius = stage.unit * dice.between(0.13, 0.22)
            let ink = stage.scene.subject(.fireworks)?.tint?.ink ?? Ink(inks[burst % inks.count])
            page.glow(center, radius * 1.5, ink, 0.3)
            for ray in 0..<18 {
                let turn = Float(ray) / 18
                let way = Point(Turn.cosine(turn), -Turn.sine(turn))
                let mid = center + way * radius * 0.6
                let end = center + way * radius + Point(0, radius * 0.14)
                page.line([center + way * radius * 0.2, mid, end], 0.003 * stage.unit, to: 0.009 * stage.unit, ink)
                page.disc(end, stage.unit * 0.007, ink.mixed(.white, 0.6))
            }
        }
    }
}
