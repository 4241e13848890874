import Domain

/// The input of every painter: the canvas, the scene, its light and its layout.
struct Stage {
    let canvas: Canvas
    let scene: Scene
    let light: Light
    let layout: Layout
    let seed: UInt64
    let width: Float
    let height: Float
    /// The unit of all sizes in pixels, close to the picture's shorter side.
    let unit: Float

    init(scene: Scene, canvas: Canvas, seed: UInt64) {
        self.canvas = canvas
        self.scene = scene
        self.seed = seed
        light = Light(scene)
        width = Float(canvas.width)
        height = Float(canvas.height)
        unit = min(height, width * 1.1)
        var rng = SplitMix64(seed: seed)
        layout = Layout(scene: scene, aspect: width / height, unit: unit, rng: &rng)
    }

    /// The horizon, as a row of pixels.
    var horizon: Float { layout.horizon * height }

    /// The lower corners, right and left, which close the outline of an area that reaches the bottom of the picture.
    var floor: [Point] { [[width, height], [0, height]] }

    /// Returns a random generator for one layer, so that its draws don't affect other layers.
    func rng(_ layer: UInt64) -> SplitMix64 {
        SplitMix64(seed: seed ^ (layer &* 0x9E37_79B9_7F4A_7C15))
    }

    /// Returns a pen for shapes in pixels, with y downwards from the top left.
    func page(depth: Float = 0) -> Pen {
        Pen(canvas: canvas, frame: Frame(origin: .zero, scale: 1, rise: -1), light: light, depth: depth)
    }

    /// Returns a pen for shapes in units of `scale` pixels, with y upwards from `origin`.
    func pen(at origin: Point, scale: Float, depth: Float = 0) -> Pen {
        Pen(canvas: canvas, frame: Frame(origin: origin, scale: scale), light: light, depth: depth)
    }

    /// Returns a pen for a thing's own units: foot at 0, height 1.
    func pen(_ item: Item) -> Pen {
        var pen = pen(at: [item.x * width, item.foot * height], scale: item.size, depth: item.depth)
        pen.frame.isMirrored = item.isMirrored
        return pen
    }
}

extension SplitMix64 {
    /// Returns a uniformly distributed number between the bounds.
    mutating func between(_ low: Float, _ high: Float) -> Float {
        low + (high - low) * Float(unit())
    }
}

/// The scene's colours: those of the sky, and their effect on everything below it.
struct Light: Sendable {
    private(set) var skyTop: Ink
    private(set) var skyMiddle: Ink
    private(set) var skyLow: Ink
    /// The colour that distant things fade into, and the strength of the effect.
    private(set) var haze: Ink
    private(set) var air: Float = 0.8
    /// The factor of all local colours.
    private(set) var ambient: Ink
    private(set) var water: Ink
    let ground: Ink
    let groundFar: Ink
    let leaf: Ink
    let isNight: Bool
    /// Whether most windows and lamps are lit.
    let isDark: Bool
    /// Whether snow covers the ground and the roofs.
    let isWhite: Bool

    /// The colour of lit windows and lamps.
    static let lamp = Ink(0xFFD27A)

    init(_ scene: Scene) {
        let inks: [UInt32] =
            switch scene.daytime {
            case .day: [0x1F6FC4, 0x62B1EA, 0xDDF1FA, 0xBCDDF0, 0xFFFFFF, 0x1F6E9E]
            case .dawn: [0x3F5FA8, 0xD79BB4, 0xFFE6BE, 0xE3B7B4, 0xC9B7C6, 0x5A6E9C]
            case .sunset: [0x241B52, 0xB5406A, 0xFFBE63, 0xC7695F, 0x8A6A7C, 0x4B2C5A]
            case .night: [0x040818, 0x0C1C42, 0x2F5488, 0x1E3A68, 0x566C9C, 0x0A1A3A]
            }
        (skyTop, skyMiddle, skyLow) = (Ink(inks[0]), Ink(inks[1]), Ink(inks[2]))
        (haze, ambient, water) = (Ink(inks[3]), Ink(inks[4]), Ink(inks[5]))
        let grounds = Self.grounds(scene)
        (ground, groundFar) = (Ink(grounds.near), Ink(grounds.far))
        leaf = Ink(Self.leaf(scene.season))
        isNight = scene.daytime == .night
        isDark = isNight || scene.daytime == .sunset || scene.isOvercast
        isWhite = scene.isWhite
        if scene.isOvercast { darkenSky(scene) }
        if let ink = scene.ink(of: .sky) { colorSky(ink) }
        if scene.has(.fog) { air = 0.92 }
    }

    private mutating func darkenSky(_ scene: Scene) {
        let part: Float = scene.isRough ? 0.85 : (scene.has(.fog) ? 0.55 : 0.7)
        let day = scene.daytime == .day || scene.daytime == .dawn
        skyTop = skyTop.mixed(Ink(day ? 0x4A5563 : 0x06090F), part)
        skyMiddle = skyMiddle.mixed(Ink(day ? 0x8592A0 : 0x152033), part)
        skyLow = skyLow.mixed(Ink(day ? 0xCBD3D9 : 0x35465C), part)
        haze = haze.mixed(Ink(day ? 0xB7C0C7 : 0x2A394D), part)
        ambient = ambient.times(day ? 0.62 : 0.8)
        water = water.mixed(Ink(day ? 0x34495A : 0x081220), part)
    }

    private mutating func colorSky(_ ink: Ink) {
        skyTop = skyTop.mixed(ink.times(isNight ? 0.1 : 0.45), 0.8)
        skyMiddle = skyMiddle.mixed(ink.times(isNight ? 0.25 : 0.9), 0.75)
        skyLow = skyLow.mixed(ink.mixed(.white, 0.5).times(isNight ? 0.4 : 1), 0.5)
    }

    private static func grounds(_ scene: Scene) -> (near: UInt32, far: UInt32) {
        switch scene.land {
        case .desert: return (0xD08A45, 0xF0C183)
        case .beach: return (0xE2C08A, 0xF3DFB5)
        case .city: return (0x2E343D, 0x555D68)
        default: break
        }
        switch scene.season {
        case .winter: return (0xE4EDF8, 0xFFFFFF)
        case .autumn: return (0x7A5A26, 0xCFA248)
        case .spring: return (0x4C8C3B, 0xA9D36B)
        case .summer: return scene.land == .forest ? (0x2E5A2C, 0x6F9A4A) : (0x3C7C34, 0x93C25A)
        }
    }

    private static func leaf(_ season: Season) -> UInt32 {
        switch season {
        case .winter: 0xD9E4F0
        case .autumn: 0xD8682A
        case .spring: 0xF2A9C4
        case .summer: 0x3D8B3F
        }
    }
}

/// The placement of all things: the first at a third of the width, the others where there is most room.
struct Layout: Sendable {
    private(set) var items: [Item] = []
    /// The focal point, and the opposite third where the sun or moon goes, as fractions of the width.
    let focus: Float
    let counter: Float
    /// The horizon, as a fraction of the height.
    let horizon: Float

    private let scene: Scene
    private let aspect: Float
    private var taken: [(lane: Form.Lane, x: Float, reach: Float)] = []

    init(scene: Scene, aspect: Float, unit: Float, rng: inout SplitMix64) {
        self.scene = scene
        self.aspect = aspect
        let onLeft = rng.next() & 1 == 0
        focus = onLeft ? 0.35 : 0.65
        counter = onLeft ? 0.72 : 0.28
        horizon = Self.horizon(scene)
        // Keeps flying things away from the sun or moon.
        taken.append((.air, counter, 0.09))
        let wanted = Self.wanted(scene)
        let total = wanted.reduce(0) { $0 + $1.count }
        for subject in wanted {
            for copy in 0..<subject.count {
                place(subject.subject, copy: copy, of: subject.count, total: total, unit: unit, &rng)
            }
        }
        items.sort { ($0.foot, $0.x) < ($1.foot, $1.x) }
    }

    private static func horizon(_ scene: Scene) -> Float {
        switch scene.land {
        case .sea, .lake: 0.6
        case .beach: 0.52
        case .river: 0.58
        case .city: 0.74
        case .space: 1.05
        case .desert, .forest, .meadow: scene.has(.flower) || scene.has(.sunflower) ? 0.6 : 0.7
        }
    }

    /// Returns the things to place and their numbers, at most 24 in total.
    private static func wanted(_ scene: Scene) -> [(subject: Subject, count: Int)] {
        var left = 24
        var wanted: [(subject: Subject, count: Int)] = []
        for subject in scene.subjects where subject.concept.kind == .thing || subject.concept == .village {
            guard let usual = defaultCount(subject.concept, scene) else { continue }
            let count = min(subject.count ?? usual, left, 12)
            left -= count
            let isVillage = subject.concept == .village
            wanted.append((isVillage ? Subject(concept: .house, tint: subject.tint) : subject, count))
        }
        if scene.has(.window), !scene.has(.house), !scene.has(.castle) { wanted.append((Subject(concept: .house), 1)) }
        if scene.has(.garden), !scene.has(.flower), !scene.has(.sunflower) {
            wanted.append((Subject(concept: .flower), 5))
        }
        return wanted
    }

    /// Returns the default number of a thing; `nil` for things that other painters draw.
    private static func defaultCount(_ concept: Concept, _ scene: Scene) -> Int? {
        switch concept {
        case .bridge, .fence, .window: nil
        case .bird, .flower, .village: 5
        case .balloon, .sunflower, .mushroom, .butterfly, .fish: 3
        case .tree, .pine: scene.subjects.count == 1 ? 1 : 2
        default: 1
        }
    }

    private mutating func place(
        _ subject: Subject, copy: Int, of count: Int, total: Int, unit: Float, _ rng: inout SplitMix64
    ) {
        let form = Form(subject.concept)
        let crowd = min(1.2, 1.25 / Float(max(total, 1)).squareRoot() + 0.3) * (count > 4 ? 0.85 : 1)
        let vary = 1 - 0.22 * Float(rng.unit()) * (count > 1 ? 1 : 0)
        var size = form.height * unit * crowd * vary
        size = min(size, unit * aspect / min(aspect, 1) * 0.45 / form.reach)
        let reach = size * form.reach / (unit * max(aspect, 1))
        let x = bestPosition(form.lane, reach, isFirst: items.isEmpty, &rng)
        taken.append((form.lane, x, reach))
        let roll = Float(rng.unit())
        let (foot, depth) = footing(form.lane, subject.concept, roll, x)
        let away = form.lane == .water || form.lane == .air ? 1 - 0.35 * depth : 1
        items.append(
            Item(
                concept: subject.concept, x: x, foot: foot, size: size * away,
                depth: depth * (form.lane == .air ? 0.15 : 0.6),
                ink: subject.tint?.ink, isMirrored: subject.concept == .cat ? x > 0.5 : rng.next() & 1 == 0,
                seed: rng.next()))
    }

    /// Returns the candidate position with the least overlap, near the thirds for the first thing.
    private func bestPosition(_ lane: Form.Lane, _ reach: Float, isFirst: Bool, _ rng: inout SplitMix64) -> Float {
        let onCliff = scene.land == .sea && (lane == .structure || lane == .creature || lane == .front)
        if isFirst, !onCliff { return focus }
        var best = (x: focus, cost: Float.infinity)
        let margin = min(reach * 0.95 + 0.02, 0.45)
        for _ in 0..<24 {
            var x = margin + (1 - 2 * margin) * Float(rng.unit())
            if onCliff { x = focus < 0.5 ? 0.06 + 0.36 * Float(rng.unit()) : 0.58 + 0.36 * Float(rng.unit()) }
            var cost = abs(x - counter) * 0.15
            if isFirst { cost = abs(x - (focus < 0.5 ? 0.27 : 0.73)) }
            for other in taken {
                let overlap = (reach + other.reach) * 1.05 - abs(x - other.x)
                let weight: Float = other.lane == lane ? 3 : 1
                cost += max(overlap, 0) * weight - min(abs(x - other.x), 0.3) * 0.1
            }
            if cost < best.cost { best = (x, cost) }
        }
        return best.x
    }

    /// Returns the foot as a fraction of the height, and the depth.
    private func footing(_ lane: Form.Lane, _ concept: Concept, _ roll: Float, _ x: Float) -> (Float, Float) {
        let below = 1 - horizon
        switch lane {
        case .air: return (air(concept, roll), roll)
        case .water:
            return scene.land == .meadow || scene.land == .city
                ? (0.95, 0) : (horizon + below * (0.28 + 0.34 * (1 - roll)), roll * 0.5)
        case .front: return (0.97 + 0.04 * roll, 0)
        case .structure:
            switch scene.land {
            case .sea: return (cliffFoot(x), 0.1)
            case .lake, .river: return (horizon + 0.012, 0.35)
            case .beach: return (0.8 + 0.08 * roll, 0.05)
            case .city: return (0.93, 0.05)
            default: return (horizon + below * (0.28 + 0.22 * roll), 0.15 * (1 - roll))
            }
        case .creature:
            if scene.land == .sea { return (cliffFoot(x) + 0.02, 0) }
            return (0.9 + 0.05 * roll, 0)
        }
    }

    private func air(_ concept: Concept, _ roll: Float) -> Float {
        switch concept {
        case .bird: 0.18 + 0.3 * roll
        case .butterfly: 0.5 + 0.25 * roll
        case .balloon: 0.44 + 0.2 * (1 - roll)
        case .rocket: 0.72
        case .heart: 0.55
        default: 0.4 + 0.1 * roll
        }
    }

    /// The top of the headland in a sea scene: highest at the edge of the picture, falling towards the water.
    func cliffFoot(_ x: Float) -> Float {
        let inward = focus < 0.5 ? x : 1 - x
        let t = min(max(inward / 0.5, 0), 1)
        return horizon + 0.1 - 0.02 * (1 - t) + 0.3 * t * t * t
    }
}

/// A placed thing: `x` and `foot` are fractions of the picture's width and height, `size` is its height in pixels.
struct Item: Sendable {
    let concept: Concept
    let x: Float
    let foot: Float
    let size: Float
    let depth: Float
    /// The colour that the prompt gives to the thing.
    let ink: Ink?
    let isMirrored: Bool
    let seed: UInt64
}
