import Domain

/// Paints the sky's gradient, brightest at the horizon.
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

/// Paints everything that shines in the sky: stars, sun, moon, aurora, comets, planets, fireworks, rainbow.
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

    /// Whether to paint the moon: on every clear night, unless something else lights the sky.
    private static func showsMoon(_ stage: Stage) -> Bool {
        let others: [Concept] = [.aurora, .fireworks, .planet]
        return stage.scene.has(.moon)
            || stage.light.isNight && !stage.scene.isOvercast && !others.contains(where: stage.scene.has)
    }

    private static func showsSun(_ scene: Scene) -> Bool {
        scene.has(.sun) || !scene.isOvercast && !scene.has(.volcano) && !scene.has(.snow) && scene.daytime != .night
    }

    private static func paintStars(_ stage: Stage) {
        var rng = stage.rng(1)
        let page = stage.page()
        let many = stage.scene.has(.star) ? 170 : 80
        for index in 0..<many {
            let place = Point(rng.between(0, stage.width), rng.between(0, 1) * stage.horizon)
            let isBig = index < many / 12
            let size = stage.unit * (isBig ? rng.between(0.004, 0.007) : rng.between(0.0012, 0.003))
            let ink = Ink(rng.next() & 3 == 0 ? 0xFFE6C0 : 0xF0F5FF)
            if isBig {
                page.glow(place, size * 5, ink, 0.35)
                page.shape(spark(place, size * (stage.scene.has(.star) ? 2.6 : 1.6)), ink)
            } else {
                page.disc(place, size, ink, alpha: rng.between(0.5, 1))
            }
        }
    }

    /// Returns the outline of a four-pointed star.
    private static func spark(_ center: Point, _ size: Float) -> [Point] {
        (0..<8).map { center + Turn.direction(Float($0) / 8) * ($0 % 2 == 0 ? size : size * 0.22) }
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
        let face = stage.scene.ink(of: .sun) ?? Ink(isLow ? 0xFFE9A8 : 0xFFFBE0)
        page.disc(center, radius, face)
    }

    private static func paintPlanet(_ stage: Stage) {
        let center = Point(stage.layout.counter * stage.width, stage.height * 0.36)
        let radius = stage.unit * 0.17
        var pen = stage.pen(at: center, scale: radius)
        let ink = stage.scene.ink(of: .planet) ?? Ink(0xE0A868)
        pen.frame.tilt = 0.05
        pen.glow(.zero, 2.6, ink, 0.25)
        let ring = Outline.thread(Outline.curve(steps: 24) { Point(1.9, 0.5) * Turn.direction(0.5 * $0) })
        pen.line(ring, 0.16, Ink(0xB7987A))
        pen.disc(.zero, 1, ink)
        for band in 0..<4 {
            let y = 0.55 - 0.35 * Float(band)
            let half = (1 - y * y).squareRoot() * 0.98
            pen.line([[-half, y], [half, y]], 0.09, ink.times(band % 2 == 0 ? 0.6 : 1.4), alpha: 0.7)
        }
        pen.oval([-0.55, -0.1], [0.6, 1], Ink(0x05060F), alpha: 0.3)
        pen.line(ring.map { Point($0.x, -$0.y) }, 0.16, Ink(0xF0DDBE))
    }

    private static func paintComets(_ stage: Stage) {
        var rng = stage.rng(2)
        let page = stage.page()
        for _ in 0..<min(stage.scene.subject(.comet)?.count ?? 2, 8) {
            let head = Point(rng.between(0.2, 0.8) * stage.width, rng.between(0.15, 0.6) * stage.horizon)
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
            let arc = Outline.curve(steps: 48) { center + Turn.direction(0.5 * $0) * Point(radius, -radius) }
            page.line(arc, stage.unit * 0.0225, Ink(code), alpha: 0.8)
        }
    }
}

/// Paints the moon with its maria and halo. Behind a single small thing it is larger, which turns the thing into a
/// silhouette.
enum MoonPainter {
    static func paint(_ stage: Stage) {
        let big = hero(stage)
        let x = (big?.x ?? stage.layout.counter) * stage.width
        let radius = stage.unit * (big == nil ? (stage.scene.has(.moon) ? 0.11 : 0.075) : 0.27)
        let y = big.map { $0.foot * stage.height - $0.size * 0.82 } ?? stage.horizon * 0.3
        let center = Point(x, max(y, radius * 0.8))
        var pen = stage.pen(at: center, scale: radius)
        let face = stage.scene.ink(of: .moon)?.mixed(.white, 0.35) ?? Ink(0xFFF6D8)
        pen.glow(.zero, 5, Ink(0x9DB8E8), 0.22)
        pen.glow(.zero, 2.1, face, 0.28)
        pen.disc(.zero, 1, face)
        pen.frame.tilt = 0.03
        let seas: [(Point, Point)] = [
            ([-0.3, 0.32], [0.34, 0.26]), ([0.26, 0.4], [0.2, 0.17]),
            ([0.42, 0.02], [0.24, 0.2]), ([-0.42, -0.2], [0.2, 0.26]),
            ([0.05, -0.55], [0.17, 0.1]),
        ]
        for (place, radii) in seas { pen.oval(place, radii, face.times(0.72), alpha: 0.5) }
    }

    /// Returns the single small thing in front of a moon that the prompt names.
    private static func hero(_ stage: Stage) -> Item? {
        guard stage.scene.has(.moon), stage.scene.land == .meadow, stage.layout.items.count == 1 else { return nil }
        return stage.layout.items.first { Form($0.concept).lane == .creature }
    }
}

/// Paints an aurora: each column glows upwards from a wavy lower edge.
enum AuroraPainter {
    static func paint(_ stage: Stage) {
        var rng = stage.rng(3)
        let inks: [UInt32] = [0x46F0A0, 0x3CE0C8, 0xA05CF0]
        let tint = stage.scene.ink(of: .aurora)
        for curtain in 0..<3 {
            let base = stage.horizon * (0.78 - 0.2 * Float(curtain))
            let shift = Float(rng.unit())
            let edges = (0..<stage.canvas.width).map { column in
                let x = Float(column) / stage.width
                let slow = Turn.sine(x * 0.9 + shift)
                let fast = Turn.sine(x * 2.3 + shift * 3) * 0.4
                return base + (slow + fast) * stage.horizon * 0.11
            }
            let rays = (0..<stage.canvas.width).map { column in
                let x = Float(column) / stage.width
                return 0.55 + 0.3 * Turn.sine(x * 11 + shift) * Turn.sine(x * 3.7) + 0.15 * Turn.sine(x * 41)
            }
            let ink = (tint ?? Ink(inks[curtain])).light * (curtain == 0 ? 0.75 : 0.5)
            draw(stage, edges, rays, ink)
        }
    }

    private static func draw(_ stage: Stage, _ edges: [Float], _ rays: [Float], _ ink: SIMD4<Float>) {
        let tall = stage.horizon * 0.42
        for row in 0..<min(stage.canvas.height, Int(stage.horizon) + 1) {
            stage.canvas.mapRow(row) { column, old in
                let above = (edges[column] - Float(row)) / tall
                guard above > -0.06, above < 1 else { return old }
                let strength = above < 0 ? 1 + above / 0.06 : (1 - above) * (1 - above)
                return old + ink * (strength * rays[column])
            }
        }
    }
}

/// Paints bursts of sparks that fall slightly.
enum FireworksPainter {
    static func paint(_ stage: Stage) {
        var rng = stage.rng(4)
        let inks: [UInt32] = [0xFF5A4F, 0xFFD35A, 0x5AC8FF, 0xE27BFF, 0x7BFF9A]
        let count = min(stage.scene.subject(.fireworks)?.count ?? 4, 9)
        let page = stage.page()
        for burst in 0..<count {
            let x = (Float(burst) + rng.between(0.3, 0.7)) / Float(count) * stage.width
            let center = Point(x, stage.horizon * rng.between(0.18, 0.55))
            let radius = stage.unit * rng.between(0.13, 0.22)
            let ink = stage.scene.ink(of: .fireworks) ?? Ink(inks[burst % inks.count])
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

/// Paints clouds with flat bases and round tops: a few in fair weather, a closed ceiling in bad weather.
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
        var rng = stage.rng(5)
        let isRequested = stage.scene.has(.cloud)
        let isClear = stage.light.isNight || stage.scene.has(.bright) || stage.scene.has(.aurora)
        let count = isRequested ? 7 : (isClear ? 0 : 3)
        let tint = stage.scene.ink(of: .cloud)
        for index in 0..<count {
            let far = Float(index) / Float(max(count, 1))
            let x = (Float(index) * 0.382 + rng.between(0, 0.25)).truncatingRemainder(dividingBy: 1)
            let y = stage.horizon * (0.72 - 0.56 * far + rng.between(-0.05, 0.05))
            let size = stage.unit * (0.07 + 0.1 * far)
            draw(stage, [x * stage.width, y], size, tint, &rng)
        }
    }

    private static func draw(_ stage: Stage, _ foot: Point, _ size: Float, _ tint: Ink?, _ rng: inout SplitMix64) {
        let body = tint ?? bodyInk(stage)
        let shadow = body.mixed(stage.light.skyMiddle, 0.55)
        var puffs: [[Point]] = []
        let count = 5
        for puff in 0..<count {
            let t = Float(puff) / Float(count - 1) * 2 - 1
            let radius = size * (0.75 - 0.45 * t * t) * rng.between(0.8, 1.15)
            let center = foot + Point(t * size * 1.7, -radius * 0.7)
            let dome = Outline.oval(center, [radius * 1.15, radius]).map { Point($0.x, min($0.y, foot.y)) }
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
        var rng = stage.rng(6)
        for layer in 0..<4 {
            let depth = Float(layer) / 3
            let base = stage.horizon * (0.5 - 0.14 * Float(layer))
            let body = stage.light.skyTop.mixed(stage.light.skyLow, 0.42 * (1 - depth)).times(0.85)
            var lumps = [Outline.box(0, 0, stage.width, base)]
            var x = rng.between(-0.1, 0)
            while x < 1.1 {
                let radius = stage.unit * rng.between(0.06, 0.14)
                lumps.append(Outline.oval([x * stage.width, base], [radius * 1.5, radius * rng.between(0.4, 0.8)]))
                x += radius * 1.6 / stage.width
            }
            stage.canvas.fill(
                lumps, .upright(top: body, bottom: body.mixed(stage.light.skyLow, 0.35), from: 0, to: base * 1.2),
                alpha: 0.8)
        }
    }
}

/// Paints forked lightning from the clouds to the horizon, with its glare.
enum LightningPainter {
    static func paint(_ stage: Stage) {
        var rng = stage.rng(7)
        let page = stage.page()
        for bolt in 0..<min(stage.scene.subject(.lightning)?.count ?? 2, 5) {
            let x = bolt == 0 ? stage.layout.counter : rng.between(0.1, 0.9)
            var place = Point(x * stage.width, stage.horizon * 0.12)
            page.glow(place + Point(0, stage.horizon * 0.3), stage.unit * 0.6, Ink(0xBFD0FF), 0.35)
            var path = [place]
            while place.y < stage.horizon * 0.98 {
                place += Point(rng.between(-0.05, 0.05), rng.between(0.04, 0.09)) * stage.unit
                path.append(place)
                guard rng.next() & 3 == 0 else { continue }
                let fork = place + Point(rng.between(-0.13, 0.13), rng.between(0.06, 0.14)) * stage.unit
                page.line(
                    [place, (place + fork) / 2 + Point(stage.unit * 0.01, 0), fork], stage.unit * 0.007, to: 0.4, .white
                )
            }
            page.line(path, stage.unit * 0.018, to: stage.unit * 0.006, Ink(0xF4F2FF))
        }
    }
}

/// Paints fog, rain and snow in front of everything.
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
        var rng = stage.rng(50)
        let page = stage.page()
        let slant: Float = stage.scene.isRough || stage.scene.has(.wind) ? 0.4 : 0.16
        let ink = stage.light.skyLow.mixed(.white, 0.35)
        for _ in 0..<150 {
            let near = Float(rng.unit())
            let top = Point(rng.between(-0.1, 1.1) * stage.width, rng.between(-0.1, 1) * stage.height)
            let long = stage.unit * (0.03 + 0.07 * near)
            let wide = max(stage.unit * (0.0014 + 0.0024 * near), 0.6)
            page.shape(
                [top, top + Point(wide, 0), top + Point(wide - slant * long, long), top + Point(-slant * long, long)],
                ink, alpha: 0.3 + 0.4 * near)
        }
    }

    private static func paintSnow(_ stage: Stage) {
        var rng = stage.rng(51)
        let page = stage.page()
        for _ in 0..<190 {
            let near = Float(rng.unit())
            let place = Point(rng.between(0, stage.width), rng.between(0, stage.height))
            page.shape(
                Outline.oval(place, Point(repeating: stage.unit * (0.002 + 0.0075 * near * near)), corners: 12),
                Ink(0xF6FAFF), alpha: 0.55 + 0.4 * near)
        }
    }
}
