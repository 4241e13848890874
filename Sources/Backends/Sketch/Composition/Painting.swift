import Domain

/// A picture of a prompt: pure, the same for the same prompt, size and seed on every machine.
struct Painting: Sendable {
    let scene: Scene
    let size: PictureSize
    private let seed: UInt64

    init(prompt: String, size: PictureSize, seed: UInt64) {
        scene = Scene(prompt: prompt)
        self.size = size
        var hash = StableHash()
        hash.add(SceneReader.words(prompt).joined(separator: " "))
        hash.add(seed)
        self.seed = hash.value
    }

    /// Rows from the top.
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
        SkyPainter.paint(stage)
        LightsPainter.paint(stage)
        CloudPainter.paint(stage)
        FarPainter.paint(stage)
        let items = stage.layout.items
        let isShore = scene.land == .lake || scene.land == .river
        let mirrored = items.filter { isShore && Form($0.concept).lane == .structure }
        for item in mirrored { ThingPainter.paint(item, stage) }
        GroundPainter.paint(stage)
        for item in items where !mirrored.contains(where: { $0.seed == item.seed }) && Form(item.concept).lane != .front
        {
            ThingPainter.paint(item, stage)
        }
        ForegroundPainter.paint(stage)
        for item in items where Form(item.concept).lane == .front { ThingPainter.paint(item, stage) }
        WeatherPainter.paint(stage)
    }
}
