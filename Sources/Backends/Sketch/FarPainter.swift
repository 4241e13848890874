import Domain

/// Paints the background at the horizon: mountains, hills, woods and skylines, paler with distance.
enum FarPainter {
    static func paint(_ stage: Stage) {
        let scene = stage.scene
        guard scene.land != .space else { return }
        if scene.has(.volcano) { MountainPainter.paintVolcano(stage) }
        if scene.has(.mountain) { MountainPainter.paint(stage) }
        if scene.land == .city || scene.has(.city) { CityPainter.paint(stage) }
        if scene.has(.island) { paintIsland(stage) }
        switch scene.land {
        case .sea, .beach: break
        case .desert: paintRidges(stage, count: 2, tall: 0.1, ink: Ink(0xD89A5A))
        case .city: break
        default:
            let tall: Float = scene.has(.hill) ? 0.26 : (scene.has(.mountain) ? 0.05 : 0.1)
            paintRidges(stage, count: scene.has(.hill) ? 3 : 2, tall: tall, ink: ridgeInk(stage))
        }
        if scene.has(.forest) || scene.land == .forest { WoodPainter.paintFar(stage) }
    }

    private static func ridgeInk(_ stage: Stage) -> Ink {
        switch stage.scene.season {
        case .winter: Ink(0xC4D2E4)
        case .autumn: Ink(0xC4642A)
        case .spring: Ink(0x6FA45A)
        case .summer: Ink(0x3F7A48)
        }
    }

    private static func paintRidges(_ stage: Stage, count: Int, tall: Float, ink: Ink) {
        var rng = stage.rng(10)
        for ridge in 0..<count {
            let depth = 0.55 - 0.42 * Float(ridge) / Float(count)
            let rise = stage.height * tall * (1 - 0.22 * Float(ridge))
            let shift = Float(rng.unit())
            let pace = rng.between(0.7, 1.3)
            let crest = Outline.curve(steps: 60) { t in
                let wave = 0.55 + 0.3 * Turn.sine(t * pace + shift) + 0.15 * Turn.sine(t * pace * 2.7 + shift * 5)
                return Point(t * stage.width, stage.horizon + 2 - rise * wave)
            }
            let page = stage.page(depth: depth)
            let near = ink.times(ridge % 2 == 0 ? 1.1 : 0.8)
            page.shade(
                [Point(0, stage.height)] + crest + [Point(stage.width, stage.height)], top: page.lit(near),
                bottom: page.lit(near.times(0.6)), high: stage.horizon - rise, low: stage.horizon + 2)
            if stage.scene.has(.hill) { paintGrove(stage, crest, depth, &rng) }
        }
    }

    /// Paints scattered round trees along a ridge.
    private static func paintGrove(_ stage: Stage, _ ridge: [Point], _ depth: Float, _ rng: inout SplitMix64) {
        let page = stage.page(depth: depth)
        for point in ridge where rng.next() % 5 < 2 {
            let size = stage.unit * rng.between(0.014, 0.03) * (1.5 - depth)
            let foot = point + Point(rng.between(-1, 1) * size, size * rng.between(0, 3))
            let leaf = stage.light.leaf.times(rng.between(0.45, 1.2))
            page.box(foot.x - size * 0.12, foot.y - size, size * 0.24, size * 1.1, page.lit(0x4A3122))
            page.oval(foot - Point(0, size * 1.4), Point(0.8, 1) * size, page.lit(leaf))
            page.oval(foot - Point(size * 0.2, size * 1.6), Point(0.45, 0.6) * size, page.lit(leaf.times(1.6)))
        }
    }

    private static func paintIsland(_ stage: Stage) {
        let page = stage.page(depth: 0.35)
        let center = Point(stage.layout.counter * stage.width, stage.horizon)
        let size = stage.unit * 0.26
        let hump = Outline.smooth([
            center + Point(-1.3, 0.06) * size, center + Point(-0.8, -0.16) * size, center + Point(-0.2, -0.5) * size,
            center + Point(0.2, -0.42) * size, center + Point(0.7, -0.2) * size, center + Point(1.3, 0.06) * size,
        ])
        page.shape(hump, page.lit(0x2F6B45))
        page.oval(center + Point(0, 0.03) * size, Point(1.4, 0.07) * size, page.lit(0xE8CE98))
    }
}

/// Paints mountain ranges by midpoint displacement, with a bright side and snow above a ragged line.
enum MountainPainter {
    static func paint(_ stage: Stage) {
        var rng = stage.rng(11)
        let tint = stage.scene.ink(of: .mountain)
        for range in 0..<2 {
            let isFar = range == 0
            let page = stage.page(depth: isFar ? 0.72 : 0.35)
            let rise = stage.horizon * (isFar ? 0.5 : 0.62)
            let peaks = isFar ? [0.12, 0.5, 0.88] : [1 - stage.layout.focus + 0.04, stage.layout.focus - 0.1]
            for (index, x) in peaks.enumerated() {
                let tall = rise * (index == 0 && !isFar ? 1 : rng.between(0.55, 0.8))
                draw(page, stage, Float(x), tall, tint ?? Ink(isFar ? 0x5F7896 : 0x44566E), &rng)
            }
        }
    }

    private static func draw(
        _ page: Pen, _ stage: Stage, _ x: Float, _ tall: Float, _ rock: Ink, _ rng: inout SplitMix64
    ) {
        let top = Point(x * stage.width, stage.horizon - tall)
        let half = tall * rng.between(0.95, 1.25)
        let left = ragged([top.x - half, stage.horizon + 3], top, 5, &rng)
        let right = ragged(top, [top.x + half, stage.horizon + 3], 5, &rng)
        let spine = ragged(top, [top.x + half * rng.between(-0.15, 0.25), stage.horizon + 3], 4, &rng)
        page.shape(left + right.dropFirst(), page.lit(rock.times(1.5)))
        page.shape(spine + right.reversed().dropLast(), page.lit(rock.times(0.5)))
        let line = stage.horizon - tall * (stage.scene.isWhite ? 0.42 : 0.72)
        let snow = stage.scene.isWhite || stage.scene.subject(.mountain)?.tint == nil
        guard snow else { return }
        let bright = page.lit(Ink(0xFFFFFF).times(1.25))
        page.shape(cap(left, spine, line, tall, &rng), bright)
        page.shape(cap(right.reversed(), spine, line, tall, &rng), bright.mixed(page.lit(0x5F7CA8), 0.62))
    }

    /// Returns the area above the snow line, between an edge that ends at the peak and the ridge that begins there.
    private static func cap(
        _ edge: [Point], _ spine: [Point], _ line: Float, _ tall: Float, _ rng: inout SplitMix64
    ) -> [Point] {
        let outer = edge.filter { $0.y < line }
        let inner = spine.filter { $0.y < line }
        guard let from = inner.last, let to = outer.first else { return outer + inner }
        let teeth = (1..<6).map { step in
            let t = Float(step) / 6
            let dip = tall * (step % 2 == 0 ? -0.07 : 0.09) * rng.between(0.6, 1.2)
            return from + (to - from) * t + Point(0, dip)
        }
        return outer + inner + teeth
    }

    /// Returns a jagged line between two points.
    private static func ragged(_ from: Point, _ to: Point, _ depth: Int, _ rng: inout SplitMix64) -> [Point] {
        var points = [from, to]
        for level in 0..<depth {
            var finer: [Point] = []
            for index in 0..<(points.count - 1) {
                let gap = points[index + 1] - points[index]
                let shift = gap.perpendicular * rng.between(-0.11, 0.11) * (level == 0 ? 0.7 : 1)
                finer += [points[index], (points[index] + points[index + 1]) / 2 + shift]
            }
            points = finer + [to]
        }
        return points
    }

    static func paintVolcano(_ stage: Stage) {
        let page = stage.page(depth: 0.3)
        let tall = stage.horizon * 0.6
        let foot = Point(stage.layout.counter * stage.width, stage.horizon + 2)
        let mouth = foot - Point(0, tall)
        let lava = Ink(0xFF6A2A)
        page.glow(mouth, tall * 0.7, lava, 0.7)
        for puff in 0..<7 {
            let t = Float(puff)
            page.disc(
                mouth + Point(Turn.sine(t * 0.21) * tall * 0.07 + t * tall * 0.025, -t * tall * 0.085),
                tall * (0.06 + 0.022 * t), page.lit(0x6B6670), alpha: 0.8)
        }
        page.smooth(
            [
                foot + Point(-tall * 1.2, 4), foot + Point(-tall * 0.5, -tall * 0.4), mouth + Point(-tall * 0.14, 0),
                mouth + Point(tall * 0.14, 0), foot + Point(tall * 0.5, -tall * 0.4), foot + Point(tall * 1.2, 4),
            ], page.lit(0x4A3B3B))
        page.oval(mouth, [tall * 0.13, tall * 0.03], lava)
        for stream in 0..<3 {
            let way = Float(stream) - 1
            let path = [mouth, mouth + Point(way * 0.07 + 0.02, 0.22) * tall, mouth + Point(way * 0.2, 0.5) * tall]
            page.line(Outline.thread(path), tall * 0.045, to: tall * 0.01, lava)
        }
    }
}

/// Paints a skyline in two depths with lit windows.
enum CityPainter {
    static func paint(_ stage: Stage) {
        var rng = stage.rng(12)
        for row in 0..<2 {
            var x: Float = -0.03
            while x < 1.02 {
                let width = rng.between(0.055, 0.115)
                let middle = 1 - abs(x + width / 2 - stage.layout.focus) * 1.3
                let tall = (row == 0 ? 0.84 : 0.62) * max(middle, 0.25) * rng.between(0.5, 1.05)
                block(stage, x, width, tall * stage.horizon, isFar: row == 0, &rng)
                x += width * (row == 0 ? 0.95 : rng.between(1.0, 1.3))
            }
        }
    }

    private static func block(
        _ stage: Stage, _ x: Float, _ width: Float, _ tall: Float, isFar: Bool, _ rng: inout SplitMix64
    ) {
        let page = stage.page(depth: isFar ? 0.62 : 0.12)
        let left = x * stage.width
        let wide = width * stage.width
        let top = stage.horizon - tall
        let code: UInt32 = isFar ? 0x51607A : 0x27303F
        let ink = page.lit(stage.scene.ink(of: .city) ?? Ink(code))
        page.box(left, top, wide, stage.horizon - top, ink)
        page.box(left + wide * 0.72, top, wide * 0.28, stage.horizon - top, ink.times(0.6))
        switch rng.next() % 4 {
        case 0: page.box(left + wide * 0.25, top - tall * 0.08, wide * 0.5, tall * 0.1, ink)
        case 1: page.line([[left + wide / 2, top], [left + wide / 2, top - tall * 0.22]], wide * 0.05, ink)
        case 2:
            page.shape([[left, top + 1], [left + wide, top + 1], [left + wide / 2, top - tall * 0.13]], ink)
        default: break
        }
        windows(stage, page, left, wide, top, isFar, &rng)
    }

    private static func windows(
        _ stage: Stage, _ page: Pen, _ left: Float, _ wide: Float, _ top: Float, _ isFar: Bool, _ rng: inout SplitMix64
    ) {
        let isDark = stage.light.isDark
        let columns = 3
        let step = wide / Float(columns + 1)
        let tall = max(step * 0.85, 2)
        let end = stage.horizon - tall
        var y = top + tall
        while y < end {
            for column in 0..<columns {
                let isLit = rng.next() % 5 < (isDark ? 3 : 1)
                guard isLit || !isDark else { continue }
                let ink = isDark ? Light.lamp.times(isFar ? 0.55 : 1) : page.lit(0x9FC4DA)
                page.box(left + step * (Float(column) + 0.65), y, step * 0.6, tall * 0.7, ink)
            }
            y += tall * 1.7
        }
    }
}

/// Paints a wood: rows of firs from pale and small to dark and tall, with an opening at the focal point.
enum WoodPainter {
    static func paintFar(_ stage: Stage) {
        let isWood = stage.scene.land == .forest
        for row in 0..<(isWood ? 3 : 2) { paintRow(stage, row, isWood) }
    }

    private static func paintRow(_ stage: Stage, _ row: Int, _ isWood: Bool) {
        var rng = stage.rng(13 + UInt64(row))
        let near = Float(row) / 2
        var x: Float = -0.02
        while x < 1.02 {
            let open = isWood ? min(abs(x - stage.layout.focus) * 2.4 + 0.25, 1) : 0.6
            let tall = stage.unit * (0.2 + 0.24 * near) * (isWood ? 0.5 + 0.7 * open : 0.5) * rng.between(0.75, 1.2)
            let foot = Point(x * stage.width, stage.horizon + stage.height * (0.01 + 0.05 * near))
            let pen = stage.pen(at: foot, scale: tall, depth: 0.72 - 0.55 * near)
            TreeThings.fir(pen, needle(stage, &rng))
            x += tall * 0.36 / stage.width
        }
    }

    private static func needle(_ stage: Stage, _ rng: inout SplitMix64) -> Ink {
        let autumn: [UInt32] = [0xB4532A, 0xC98A2E, 0x7A3B26, 0x4E5A2E]
        if stage.scene.season == .autumn { return Ink(autumn[Int(rng.next() & 3)]) }
        return Ink(0x1F4A35).times(rng.between(0.7, 1.2))
    }
}
