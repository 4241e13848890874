import Domain

/// What shines in the sky: stars, sun, moon, aurora, comets, planets, fireworks, the rainbow.
enum LightsPainter {
    static func paint(_ stage: Stage) {
        let scene = stage.scene
        let isDark = stage.light.isNight || scene.daytime == .sunset && scene.has(.star)
        if isDark, !scene.isOvercast || scene.has(.star) { paintStars(stage) }
        if scene.has(.aurora) { AuroraPainter.paint(stage) }
        if scene.has(.planet) { paintPlanet(stage) }
        if scene.has(.comet) { paintComets(stage) }
        if scene.has(.fireworks) { FireworksPainter.paint(stage) }
        if showsMoon(stage) {
            MoonPainter.paint(stage)
        } else if showsSun(scene) {
            paintSun(stage)
        }
        if scene.has(.rainbow) { paintRainbow(stage) }
    }

    /// A clear night has its moon, unless something else is the sky's light.
    private static func showsMoon(_ stage: Stage) -> Bool {
        let others: [Concept] = [.aurora, .fireworks, .planet]
        return stage.scene.has(.moon)
            || stage.light.isNight && !stage.scene.isOvercast && !others.contains(where: stage.scene.has)
    }

    private static func showsSun(_ scene: Scene) -> Bool {
        scene.has(.sun) || !scene.isOvercast && !scene.has(.volcano) && !scene.has(.snow) && scene.daytime != .night
    }

    private static func paintStars(_ stage: Stage) {
        var dice = stage.dice(1)
        let page = stage.page()
        let many = stage.scene.has(.star) ? 170 : 80
        for index in 0..<many {
            let place = Point(dice.between(0, stage.width), dice.between(0, 1) * stage.horizon)
            let isBig = index < many / 12
            let size = stage.unit * (isBig ? dice.between(0.004, 0.007) : dice.between(0.0012, 0.003))
            let ink = Ink(dice.next() & 3 == 0 ? 0xFFE6C0 : 0xF0F5FF)
            if isBig {
                page.glow(place, size * 5, ink, 0.35)
                page.fill(spark(place, size * (stage.scene.has(.star) ? 2.6 : 1.6)), ink)
            } else {
                page.disc(place, size, ink, alpha: dice.between(0.5, 1))
            }
        }
    }

    /// A four-pointed star.
    static func spark(_ center: Point, _ size: Float) -> [[Point]] {
        let inner = size * 0.22
        return [
            (0..<8).map { corner in
                let reach = corner % 2 == 0 ? size : inner
                let turn = Float(corner) / 8
                return center + Point(Turn.cosine(turn), Turn.sine(turn)) * reach
            }
        ]
    }

    private static func paintSun(_ stage: Stage) {
        let isLow = stage.scene.daytime != .day
        let x = stage.layout.counter * stage.width
        let y = isLow ? stage.horizon * 0.86 : stage.horizon * 0.3
        let radius = stage.unit * (isLow ? 0.115 : 0.075)
        let center = Point(x, y)
        let page = stage.page()
        let warm = isLow ? Ink(0xFF9A4A) : Ink(0xFFF0B0)
        page.glow(center, radius * 8, warm, isLow ? 0.45 : 0.3)
        page.glow(center, radius * 3, warm, 0.5)
        let face = stage.scene.subject(.sun)?.tint?.ink ?? Ink(isLow ? 0xFFE9A8 : 0xFFFBE0)
        page.disc(center, radius, face)
    }

    private static func paintPlanet(_ stage: Stage) {
        let center = Point(stage.layout.counter * stage.width, stage.height * 0.36)
        let radius = stage.unit * 0.17
        var pen = Pen(canvas: stage.canvas, frame: Frame(origin: center, scale: radius), light: stage.light)
        let ink = stage.scene.subject(.planet)?.tint?.ink ?? Ink(0xE0A868)
        pen.frame.tilt = 0.05
        pen.glow(.zero, 2.6, ink, 0.25)
        let ring = Outline.thread(
            (0...24).map { step in
                let turn = 0.5 * Float(step) / 24
                return Point(1.9 * Turn.cosine(turn), 0.5 * Turn.sine(turn))
            })
        pen.line(ring, 0.16, Ink(0xB7987A))
        pen.disc(.zero, 1, ink)
        for band in 0..<4 {
            let y = 0.55 - 0.35 * Float(band)
            let half = (1 - y * y).squareRoot() * 0.98
            pen.line([Point(-half, y), Point(half, y)], 0.09, ink.times(band % 2 == 0 ? 0.6 : 1.4), alpha: 0.7)
        }
        pen.oval(Point(-0.55, -0.1), Point(0.6, 1), Ink(0x05060F), alpha: 0.3)
        pen.line(ring.map { Point($0.x, -$0.y) }, 0.16, Ink(0xF0DDBE))
    }

    private static func paintComets(_ stage: Stage) {
        var dice = stage.dice(2)
        let page = stage.page()
        for _ in 0..<min(stage.scene.subject(.comet)?.count ?? 2, 8) {
            let head = Point(dice.between(0.2, 0.8) * stage.width, dice.between(0.15, 0.6) * stage.horizon)
            let tail = head + Point(0.34, -0.16) * stage.unit
            page.line([tail, head], 0.0005 * stage.unit, to: 0.014 * stage.unit, Ink(0xCFE4FF), alpha: 0.9)
            page.glow(head, stage.unit * 0.05, .white, 0.9)
            page.disc(head, stage.unit * 0.01, .white)
        }
    }

    private static func paintRainbow(_ stage: Stage) {
        let page = stage.page()
        let center = Point(stage.width * (1 - stage.layout.counter), stage.horizon * 1.02)
        let inks: [UInt32] = [0xE8413C, 0xF58A2E, 0xF9DC4A, 0x4DB85C, 0x3F7BE0, 0x7B4CC0]
        for (band, code) in inks.enumerated() {
            let radius = stage.unit * (0.52 - 0.022 * Float(band))
            let arc = (0...48).map { step in
                let turn = 0.5 * Float(step) / 48
                return center + Point(Turn.cosine(turn), -Turn.sine(turn)) * radius
            }
            page.line(arc, stage.unit * 0.0225, Ink(code), alpha: 0.8)
        }
    }
}
