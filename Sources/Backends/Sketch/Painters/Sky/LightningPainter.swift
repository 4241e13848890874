import Domain

/// A forked bolt from the clouds to the horizon, and its glare.
enum LightningPainter {
    static func paint(_ stage: Stage) {
        var dice = stage.dice(7)
        let page = stage.page()
        for bolt in 0..<min(stage.scene.subject(.lightning)?.count ?? 2, 5) {
            let x = bolt == 0 ? stage.layout.counter : dice.between(0.1, 0.9)
            var place = Point(x * stage.width, stage.horizon * 0.12)
            page.glow(place + Point(0, stage.horizon * 0.3), stage.unit * 0.6, Ink(0xBFD0FF), 0.35)
            var path = [place]
            while place.y < stage.horizon * 0.98 {
                place += Point(dice.between(-0.05, 0.05), dice.between(0.04, 0.09)) * stage.unit
                path.append(place)
                guard dice.next() & 3 == 0 else { continue }
                let fork = place + Point(dice.between(-0.13, 0.13), dice.between(0.06, 0.14)) * stage.unit
                page.line(
                    [place, (place + fork) / 2 + Point(stage.unit * 0.01, 0), fork], stage.unit * 0.007, to: 0.4, .white
                )
            }
            page.line(path, stage.unit * 0.018, to: stage.unit * 0.006, Ink(0xF4F2FF))
        }
    }
}
