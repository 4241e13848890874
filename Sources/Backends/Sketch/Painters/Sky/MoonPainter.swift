/// The moon with its seas and halo. Behind a small hero it grows and makes it a silhouette.
enum MoonPainter {
    static func paint(_ stage: Stage) {
        let big = hero(stage)
        let x = (big?.x ?? stage.layout.counter) * stage.width
        let radius = stage.unit * (big == nil ? (stage.scene.has(.moon) ? 0.11 : 0.075) : 0.27)
        let y = big.map { $0.foot * stage.height - $0.size * 0.82 } ?? stage.horizon * 0.3
        let center = Point(x, max(y, radius * 0.8))
        var pen = Pen(canvas: stage.canvas, frame: Frame(origin: center, scale: radius), light: stage.light)
        let face = stage.scene.subject(.moon)?.tint?.ink.mixed(.white, 0.35) ?? Ink(0xFFF6D8)
        pen.glow(.zero, 5, Ink(0x9DB8E8), 0.22)
        pen.glow(.zero, 2.1, face, 0.28)
        pen.disc(.zero, 1, face)
        pen.frame.tilt = 0.03
        let seas: [(Point, Point)] = [
            (Point(-0.3, 0.32), Point(0.34, 0.26)), (Point(0.26, 0.4), Point(0.2, 0.17)),
            (Point(0.42, 0.02), Point(0.24, 0.2)), (Point(-0.42, -0.2), Point(0.2, 0.26)),
            (Point(0.05, -0.55), Point(0.17, 0.1)),
        ]
        for (place, radii) in seas { pen.oval(place, radii, face.times(0.72), alpha: 0.5) }
    }

    /// The one small thing that stands in front of a named moon.
    private static func hero(_ stage: Stage) -> Item? {
        guard stage.scene.has(.moon), stage.scene.land == .meadow, stage.layout.items.count == 1 else { return nil }
        return stage.layout.items.first { Form($0.concept).lane == .creature }
    }
}
