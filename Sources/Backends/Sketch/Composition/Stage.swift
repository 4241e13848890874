import Domain

/// What every painter is given: the paper, the scene, its light and its layout.
struct Stage {
    let canvas: Canvas
    let scene: Scene
    let light: Light
    let layout: Layout
    let seed: UInt64
    let width: Float
    let height: Float
    /// What sizes are measured in: near the paper's shorter side, pixels.
    let unit: Float

    init(scene: Scene, canvas: Canvas, seed: UInt64) {
        self.canvas = canvas
        self.scene = scene
        self.seed = seed
        light = Light(scene)
        width = Float(canvas.width)
        height = Float(canvas.height)
        unit = min(height, width * 1.1)
        var dice = SplitMix64(seed: seed)
        layout = Layout(scene: scene, aspect: width / height, unit: unit, dice: &dice)
    }

    /// The horizon's row.
    var horizon: Float { layout.horizon * height }

    /// Chance of a painter's own, so that one layer's draws don't move another's.
    func dice(_ layer: UInt64) -> SplitMix64 {
        SplitMix64(seed: seed ^ (layer &* 0x9E37_79B9_7F4A_7C15))
    }

    /// Shapes in pixels, y downwards from the top left.
    func page(depth: Float = 0) -> Pen {
        Pen(canvas: canvas, frame: Frame(origin: .zero, scale: 1, rise: -1), light: light, depth: depth)
    }

    /// Shapes in a thing's own units: its foot at 0, its height 1.
    func pen(_ item: Item) -> Pen {
        let origin = Point(item.x * width, item.foot * height)
        return Pen(
            canvas: canvas, frame: Frame(origin: origin, scale: item.size, isMirrored: item.isMirrored),
            light: light, depth: item.depth)
    }
}

extension SplitMix64 {
    /// Evenly between the bounds.
    mutating func between(_ low: Float, _ high: Float) -> Float {
        low + (high - low) * Float(unit())
    }
}
