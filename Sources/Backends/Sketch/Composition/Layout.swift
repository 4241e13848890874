import Domain

/// Where everything goes: the first thing on a third, the others where there is most room.
struct Layout: Sendable {
    private(set) var items: [Item] = []
    /// Parts of the width: where the eye goes first, and the third that the sky's light takes.
    let focus: Float
    let counter: Float
    /// The horizon, part of the height.
    let horizon: Float

    private let scene: Scene
    private let aspect: Float
    private var taken: [(lane: Form.Lane, x: Float, reach: Float)] = []

    init(scene: Scene, aspect: Float, unit: Float, dice: inout SplitMix64) {
        self.scene = scene
        self.aspect = aspect
        let onLeft = dice.next() & 1 == 0
        focus = onLeft ? 0.35 : 0.65
        counter = onLeft ? 0.72 : 0.28
        horizon = Self.horizon(scene)
        // The sun's or moon's place is kept free of what flies.
        taken.append((.air, counter, 0.09))
        let wanted = Self.wanted(scene)
        let total = wanted.reduce(0) { $0 + $1.count }
        for subject in wanted {
            for copy in 0..<subject.count {
                place(subject.subject, copy: copy, of: subject.count, total: total, unit: unit, &dice)
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

    /// The things to stand there with their numbers, at most 24 in all.
    private static func wanted(_ scene: Scene) -> [(subject: Subject, count: Int)] {
        var left = 24
        var wanted: [(subject: Subject, count: Int)] = []
        for subject in scene.subjects where subject.concept.kind == .thing || subject.concept == .village {
            guard let usual = usualCount(subject.concept, scene) else { continue }
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

    /// How many where no number was said; none of what other painters draw.
    private static func usualCount(_ concept: Concept, _ scene: Scene) -> Int? {
        switch concept {
        case .bridge, .fence, .window: nil
        case .bird: 5
        case .balloon: 3
        case .flower: 5
        case .sunflower: 3
        case .mushroom, .butterfly, .fish: 3
        case .tree, .pine: scene.subjects.count == 1 ? 1 : 2
        case .village: 5
        default: 1
        }
    }

    private mutating func place(
        _ subject: Subject, copy: Int, of count: Int, total: Int, unit: Float, _ dice: inout SplitMix64
    ) {
        let form = Form(subject.concept)
        let crowd = min(1.2, 1.25 / Float(max(total, 1)).squareRoot() + 0.3) * (count > 4 ? 0.85 : 1)
        let vary = 1 - 0.22 * Float(dice.unit()) * (count > 1 ? 1 : 0)
        var size = form.height * unit * crowd * vary
        size = min(size, unit * aspect / min(aspect, 1) * 0.45 / form.reach)
        let reach = size * form.reach / (unit * max(aspect, 1))
        let x = bestPlace(form.lane, reach, isFirst: items.isEmpty, &dice)
        taken.append((form.lane, x, reach))
        let roll = Float(dice.unit())
        let (foot, depth) = footing(form.lane, subject.concept, roll, x)
        let away = form.lane == .water || form.lane == .air ? 1 - 0.35 * depth : 1
        items.append(
            Item(
                concept: subject.concept, x: x, foot: foot, size: size * away,
                depth: depth * (form.lane == .air ? 0.15 : 0.6),
                ink: subject.tint?.ink, isMirrored: subject.concept == .cat ? x > 0.5 : dice.next() & 1 == 0,
                seed: dice.next()))
    }

    /// The candidate with the least overlap, near the thirds for the first thing.
    private func bestPlace(_ lane: Form.Lane, _ reach: Float, isFirst: Bool, _ dice: inout SplitMix64) -> Float {
        let onCliff = scene.land == .sea && (lane == .structure || lane == .creature || lane == .front)
        if isFirst, !onCliff { return focus }
        var best = (x: focus, cost: Float.infinity)
        let margin = min(reach * 0.95 + 0.02, 0.45)
        for _ in 0..<24 {
            var x = margin + (1 - 2 * margin) * Float(dice.unit())
            if onCliff { x = focus < 0.5 ? 0.06 + 0.36 * Float(dice.unit()) : 0.58 + 0.36 * Float(dice.unit()) }
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

    /// The foot as a part of the height, and how far away that is.
    private func footing(_ lane: Form.Lane, _ concept: Concept, _ roll: Float, _ x: Float) -> (Float, Float) {
        let below = 1 - horizon
        switch lane {
        case .air, .sky:
            return (air(concept, roll), roll)
        case .water:
            return scene.land == .meadow || scene.land == .city
                ? (0.95, 0) : (horizon + below * (0.28 + 0.34 * (1 - roll)), roll * 0.5)
        case .front:
            return (0.97 + 0.04 * roll, 0)
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

    /// The height of the headland in a sea scene: highest at its own edge, falling to the water.
    func cliffFoot(_ x: Float) -> Float {
        let inward = focus < 0.5 ? x : 1 - x
        let t = min(max(inward / 0.5, 0), 1)
        return horizon + 0.1 - 0.02 * (1 - t) + 0.3 * t * t * t
    }
}
