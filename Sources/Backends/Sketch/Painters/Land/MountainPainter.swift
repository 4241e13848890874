import Domain

/// Ranges by midpoint displacement, the light side bright, snow above a ragged line.
enum MountainPainter {
    static func paint(_ stage: Stage) {
        var dice = stage.dice(11)
        let tint = stage.scene.subject(.mountain)?.tint?.ink
        for range in 0..<2 {
            let isFar = range == 0
            let page = stage.page(depth: isFar ? 0.72 : 0.35)
            let rise = stage.horizon * (isFar ? 0.5 : 0.62)
            let peaks = isFar ? [0.12, 0.5, 0.88] : [1 - stage.layout.focus + 0.04, stage.layout.focus - 0.1]
            for (index, x) in peaks.enumerated() {
                let tall = rise * (index == 0 && !isFar ? 1 : dice.between(0.55, 0.8))
                draw(page, stage, Float(x), tall, tint ?? Ink(isFar ? 0x5F7896 : 0x44566E), &dice)
            }
        }
    }

    private static func draw(
        _ page: Pen, _ stage: Stage, _ x: Float, _ tall: Float, _ rock: Ink, _ dice: inout SplitMix64
    ) {
        let top = Point(x * stage.width, stage.horizon - tall)
        let half = tall * dice.between(0.95, 1.25)
        let left = ragged(Point(top.x - half, stage.horizon + 3), top, 5, &dice)
        let right = ragged(top, Point(top.x + half, stage.horizon + 3), 5, &dice)
        let spine = ragged(top, Point(top.x + half * dice.between(-0.15, 0.25), stage.horizon + 3), 4, &dice)
        page.shape(left + right.dropFirst(), page.lit(rock.times(1.5)))
        page.shape(spine + right.reversed().dropLast(), page.lit(rock.times(0.5)))
        let line = stage.horizon - tall * (stage.scene.isWhite ? 0.42 : 0.72)
        let snow = stage.scene.isWhite || stage.scene.subject(.mountain)?.tint == nil
        guard snow else { return }
        let bright = page.lit(Ink(0xFFFFFF).times(1.25))
        page.shape(cap(left, spine, line, tall, &dice), bright)
        page.shape(cap(right.reversed(), spine, line, tall, &dice), bright.mixed(page.lit(0x5F7CA8), 0.62))
    }

    /// What lies above the snow line between an edge that ends at the top and the spine that begins there.
    private static func cap(
        _ edge: [Point], _ spine: [Point], _ line: Float, _ tall: Float, _ dice: inout SplitMix64
    ) -> [Point] {
        let outer = edge.filter { $0.y < line }
        let inner = spine.filter { $0.y < line }
        guard let from = inner.last, let to = outer.first else { return outer + inner }
        let teeth = (1..<6).map { step in
            let t = Float(step) / 6
            let dip = tall * (step % 2 == 0 ? -0.07 : 0.09) * dice.between(0.6, 1.2)
            return from + (to - from) * t + Point(0, dip)
        }
        return outer + inner + teeth
    }

    /// A broken line between two places.
    private static func ragged(_ from: Point, _ to: Point, _ depth: Int, _ dice: inout SplitMix64) -> [Point] {
        var points = [from, to]
        for level in 0..<depth {
            var finer: [Point] = []
            for index in 0..<(points.count - 1) {
                let gap = points[index + 1] - points[index]
                let shift = Point(-gap.y, gap.x) * dice.between(-0.11, 0.11) * (level == 0 ? 0.7 : 1)
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
        page.oval(mouth, Point(tall * 0.13, tall * 0.03), lava)
        for stream in 0..<3 {
            let way = Float(stream) - 1
            let path = [mouth, mouth + Point(way * 0.07 + 0.02, 0.22) * tall, mouth + Point(way * 0.2, 0.5) * tall]
            page.line(Outline.thread(path), tall * 0.045, to: tall * 0.01, lava)
        }
    }
}
