import Domain

/// A picture of a prompt. The same prompt, size and seed give the same pixels on every machine.
struct Painting: Sendable {
    let scene: Scene
    let size: PictureSize
    private let seed: UInt64

    init(prompt: String, size: PictureSize, seed: UInt64) {
        scene = Scene(prompt: prompt)
        self.size = size
        var hash = StableHash()
        hash.add(SceneReader.words(prompt).joined(separator: " ").utf8)
        hash.add(seed)
        self.seed = hash.value
    }

    /// Renders the picture, rows from the top.
    func pixels() -> [RGBA] {
        let canvas = Canvas(width: size.width, height: size.height)
        let stage = Stage(scene: scene, canvas: canvas, seed: seed)
        if scene.isAbstract {
            AbstractPainter.paint(stage)
        } else if scene.isEmblem {
            EmblemPainter.paint(stage)
        } else {
            paintLandscape(stage)
        }
        Finish.paint(stage)
        return canvas.developed()
    }

    private func paintLandscape(_ stage: Stage) {
        func paintThings(where isWanted: (Form.Lane) -> Bool) {
            for item in stage.layout.items where isWanted(Form(item.concept).lane) { ThingPainter.paint(item, stage) }
        }
        SkyPainter.paint(stage)
        LightsPainter.paint(stage)
        CloudPainter.paint(stage)
        FarPainter.paint(stage)
        // Structures on the far shore come before the water, which mirrors them.
        let isShore = scene.land == .lake || scene.land == .river
        if isShore { paintThings { $0 == .structure } }
        GroundPainter.paint(stage)
        paintThings { $0 != .front && !(isShore && $0 == .structure) }
        ForegroundPainter.paint(stage)
        paintThings { $0 == .front }
        WeatherPainter.paint(stage)
    }
}

/// Darkens the edges slightly and adds a fine paper-like grain.
enum Finish {
    static func paint(_ stage: Stage) {
        for row in 0..<stage.canvas.height {
            let y = (Float(row) / stage.height - 0.5) * 2
            var rng = stage.rng(0x6000 + UInt64(row))
            stage.canvas.mapRow(row) { column, old in
                let x = (Float(column) / stage.width - 0.5) * 2
                let far = x * x + y * y
                let grain = Float(rng.next() >> 40) * (1.0 / 16_777_216) - 0.5
                return old * ((1 - 0.1 * far * far * 0.5) * (1 + 0.035 * grain))
            }
        }
    }
}

/// Paints prompts without a known word: a composition of a few large shapes in balanced tones.
enum AbstractPainter {
    private static let palettes: [[UInt32]] = [
        [0xF3E9D7, 0x1B1B1F, 0xD7352B, 0xE7B33C, 0x2A5C8A],
        [0x0E1530, 0xF6E7C8, 0xF2673A, 0x3FA7A3, 0xF2B84B],
        [0xEFE6DC, 0x23313F, 0xE4572E, 0x76B0A2, 0xF3C14B],
        [0x151019, 0xF4E4E0, 0xC2418A, 0x5B6BD6, 0xF0A35B],
        [0xF7F0E2, 0x202A44, 0x2F9C95, 0xE55934, 0xFBC540],
    ]

    static func paint(_ stage: Stage) {
        var rng = stage.rng(60)
        let inks = palettes[Int(rng.next() % UInt64(palettes.count))].map(Ink.init)
        let page = stage.page()
        page.shade(
            Outline.box(0, 0, stage.width, stage.height), top: inks[0],
            bottom: inks[0].mixed(inks[4], inks[0].tone < 0.4 ? 0.06 : 0.3), high: 0,
            low: stage.height)
        let focus = Point(stage.layout.focus * stage.width, stage.height * rng.between(0.36, 0.5))
        switch rng.next() % 3 {
        case 0: paintRibbons(stage, page, inks, focus, &rng)
        case 1: paintSuprematist(stage, page, inks, focus, &rng)
        default: paintOrbits(stage, page, inks, focus, &rng)
        }
    }

    /// Paints a disc behind flowing bands.
    private static func paintRibbons(
        _ stage: Stage, _ page: Pen, _ inks: [Ink], _ focus: Point, _ rng: inout SplitMix64
    ) {
        page.disc(focus, stage.unit * 0.27, inks[2])
        page.disc(focus + Point(0.08, -0.06) * stage.unit, stage.unit * 0.15, inks[4])
        for band in 0..<5 {
            let shift = Float(rng.unit())
            let base = stage.height * (0.48 + 0.13 * Float(band))
            let swing = stage.height * rng.between(0.06, 0.14)
            func edge(_ drop: Float, _ slip: Float) -> [Point] {
                Outline.curve(steps: 50) { t in
                    Point(t * stage.width, base + drop + swing * Turn.sine(t * 0.9 + shift + slip))
                }
            }
            let wide = stage.height * rng.between(0.05, 0.12)
            let ink = inks[[1, 3, 1, 4, 2][band]]
            page.shape(edge(0, 0) + edge(wide, 0.06).reversed(), ink)
            page.line(edge(0, 0), stage.unit * 0.006, inks[0])
        }
    }

    /// Paints bars and discs along one slant, in the style of the Suprematists.
    private static func paintSuprematist(
        _ stage: Stage, _ page: Pen, _ inks: [Ink], _ focus: Point, _ rng: inout SplitMix64
    ) {
        let slant = rng.between(0.05, 0.12) * (rng.next() & 1 == 0 ? 1 : -1)
        let way = Turn.direction(slant)
        let side = way.perpendicular
        page.disc(focus, stage.unit * 0.3, inks[1])
        page.disc(focus + (way * 0.12 - side * 0.1) * stage.unit, stage.unit * 0.1, inks[4])
        for bar in 0..<8 {
            let long = stage.unit * rng.between(0.2, 0.62)
            let wide = stage.unit * rng.between(0.015, 0.08)
            let place = focus + (way * rng.between(-0.4, 0.6) + side * (Float(bar) * 0.1 - 0.36)) * stage.unit
            let turned = bar % 4 == 3
            let along = (turned ? side : way) * long * (turned ? 0.5 : 1)
            let across = (turned ? way : side) * wide
            page.shape(
                [place - along / 2, place + along / 2, place + along / 2 + across, place - along / 2 + across],
                inks[[2, 1, 3, 4][bar % 4]])
        }
    }

    /// Paints rings around one body, with smaller bodies on them.
    private static func paintOrbits(
        _ stage: Stage, _ page: Pen, _ inks: [Ink], _ focus: Point, _ rng: inout SplitMix64
    ) {
        page.shape(
            [
                [0, stage.height], [0, stage.height * rng.between(0.6, 0.9)],
                [stage.width, stage.height * rng.between(0.45, 0.7)], [stage.width, stage.height],
            ], inks[1])
        for ring in (1...5).reversed() {
            let radius = stage.unit * (0.09 + 0.095 * Float(ring))
            page.disc(focus, radius, inks[[1, 0, 3, 0, 1][ring - 1]], alpha: ring % 2 == 0 ? 0.9 : 0.75)
        }
        page.disc(focus, stage.unit * 0.12, inks[2])
        for body in 0..<6 {
            let turn = Float(rng.unit())
            let center = focus + Turn.direction(turn) * (stage.unit * (0.18 + 0.095 * Float(body % 5)))
            page.disc(center, stage.unit * rng.between(0.015, 0.05), inks[[4, 2, 1, 4, 2, 3][body]])
        }
    }
}

/// Paints a single large heart in front of rays.
enum EmblemPainter {
    static func paint(_ stage: Stage) {
        let center = Point(stage.width * 0.5, stage.height * 0.52)
        let isNight = stage.light.isNight
        let tint = stage.scene.ink(of: .heart) ?? Ink(0xE0304A)
        let back = isNight ? Ink(0x141433) : Ink(0xFFF0DC)
        let page = stage.page()
        page.box(0, 0, stage.width, stage.height, back)
        let reach = stage.width + stage.height
        for ray in 0..<14 {
            let turn = (Float(ray) + Float(stage.seed % 64) / 64) / 14
            let next = turn + 0.5 / 14
            let one = Turn.direction(turn) * reach
            let two = Turn.direction(next) * reach
            page.shape([center, center + one, center + two], isNight ? Ink(0x25255A) : Ink(0xFFD9B0))
        }
        let count = min(stage.scene.subject(.heart)?.count ?? 1, 9)
        for index in 0..<count {
            let part = (Float(index) + 0.5) / Float(count)
            let size = stage.unit * 0.72 / Float(count).squareRoot()
            let foot = Point(part * stage.width, center.y + size * 0.5)
            SkyThings.heart(stage.pen(at: foot, scale: size), tint)
        }
    }
}
