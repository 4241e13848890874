/// The scene that a prompt describes, completed with a time of day, season, weather and landscape.
struct Scene: Equatable, Sendable {
    /// The subjects in the order of the prompt.
    let subjects: [Subject]
    let daytime: Daytime
    let season: Season
    let land: Land

    init(prompt: String) {
        self.init(subjects: SceneReader(prompt: prompt).subjects)
    }

    init(subjects: [Subject]) {
        self.subjects = subjects
        let concepts = Set(subjects.map(\.concept))
        daytime = Daytime(concepts)
        season = Season(concepts)
        land = Land(concepts)
    }

    /// Whether the prompt contains no known word, so that there is no scene to paint.
    var isAbstract: Bool { subjects.isEmpty }

    var isOvercast: Bool { has(.rain) || has(.storm) || has(.lightning) || has(.gloomy) || has(.fog) }

    var isRough: Bool { has(.storm) || has(.lightning) }

    /// Whether the ground is white.
    var isWhite: Bool { season == .winter }

    func has(_ concept: Concept) -> Bool {
        subjects.contains { $0.concept == concept }
    }

    func subject(_ concept: Concept) -> Subject? {
        subjects.first { $0.concept == concept }
    }

    /// Returns the colour that the prompt gives to a thing.
    func ink(of concept: Concept) -> Ink? {
        subject(concept)?.tint?.ink
    }

    /// Whether the prompt is a heart alone, which is painted as an emblem and not as a landscape.
    var isEmblem: Bool {
        !isAbstract && has(.heart)
            && subjects.allSatisfy { $0.concept == .heart || [.mood, .season, .daytime].contains($0.concept.kind) }
    }
}

/// A thing that the prompt names, with its number and colour if given.
struct Subject: Equatable, Sendable {
    let concept: Concept
    var count: Int?
    var tint: Tint?
}

/// The time of day, named by the prompt or implied by its things: stars and fires imply night.
enum Daytime: Equatable, Sendable {
    case day, dawn, sunset, night

    init(_ concepts: Set<Concept>) {
        let ofNight: Set<Concept> = [.moon, .star, .aurora, .comet, .planet, .fireworks, .campfire, .lantern]
        if concepts.contains(.night) {
            self = .night
        } else if concepts.contains(.sunset) {
            self = .sunset
        } else if concepts.contains(.dawn) {
            self = .dawn
        } else if concepts.contains(.day) || concepts.contains(.sun) || concepts.contains(.rainbow) {
            self = .day
        } else {
            self = concepts.isDisjoint(with: ofNight) ? .day : .night
        }
    }
}

/// The season.
enum Season: Equatable, Sendable {
    case spring, summer, autumn, winter

    init(_ concepts: Set<Concept>) {
        if !concepts.isDisjoint(with: [.winter, .snow, .snowman]) {
            self = .winter
        } else if concepts.contains(.autumn) {
            self = .autumn
        } else {
            self = concepts.contains(.spring) ? .spring : .summer
        }
    }
}

/// The landscape below the sky.
enum Land: Equatable, Sendable {
    /// Open water to the horizon, with a headland at one side if anything is on land.
    case sea
    /// Water with a far shore and a near bank.
    case lake
    case river
    /// Sand in front, water behind.
    case beach
    case desert
    case forest
    case city
    case meadow
    /// Outer space, without a ground.
    case space

    init(_ concepts: Set<Concept>) {
        if concepts.contains(.beach) || concepts.contains(.palm) && concepts.isDisjoint(with: [.desert, .island]) {
            self = .beach
        } else if !concepts.isDisjoint(with: [.sea, .wave, .lighthouse, .island, .whale, .ship]) {
            self = .sea
        } else if concepts.contains(.desert) || concepts.contains(.cactus) {
            self = .desert
        } else if concepts.contains(.river) {
            self = .river
        } else if concepts.contains(.lake) {
            self = .lake
        } else if concepts.contains(.city) {
            self = .city
        } else if !concepts.isDisjoint(with: [.boat, .fish]) {
            self = concepts.isDisjoint(with: [.mountain, .forest, .hill]) ? .sea : .lake
        } else if concepts.contains(.bridge) {
            self = .river
        } else if concepts.contains(.forest) {
            self = .forest
        } else if concepts.contains(.planet) && concepts.allSatisfy({ $0.kind != .place && $0.kind != .season }) {
            self = .space
        } else {
            self = .meadow
        }
    }
}

/// Converts a prompt's words to subjects. Colours and numbers are attached to the thing they refer to.
struct SceneReader {
    /// The subjects in the order of the prompt; one that is named several times is listed once.
    private(set) var subjects: [Subject] = []
    private var tint: Tint?
    private var count: Int?
    private var lastThing: Int?

    init(prompt: String) {
        let words = Self.words(prompt)
        var rest = words[...]
        while !rest.isEmpty {
            let (meanings, taken) = Vocabulary.builtIn.read(rest)
            let word = rest.first ?? ""
            for meaning in meanings { take(meaning, word) }
            rest = rest.dropFirst(max(taken, 1))
        }
    }

    /// Splits a prompt into lower-case words of letters and digits. Hangul must be in composed form. Reads at most
    /// 2,000 words.
    static func words(_ prompt: String) -> [String] {
        let scalars = prompt.prefix(32_000).lowercased().unicodeScalars.filter { $0 != "'" && $0 != "\u{2019}" }
        let words = String(scalars).split(maxSplits: 2000, whereSeparator: { !$0.isLetter && !$0.isNumber })
        return words.prefix(2000).map(String.init)
    }

    private mutating func take(_ meaning: Meaning, _ word: String) {
        switch meaning {
        case .tint(let new): tint = new
        case .count(let new): count = new
        case .counter: takeCounter(word)
        case .concept(.dog) where word == "개" && count != nil && lastThing != nil: takeCounter(word)
        case .concept(let concept): take(concept)
        }
    }

    /// Assigns a number followed by a counter. In "고양이 두 마리" the number belongs to the cat before it, in "세 송이의 꽃" to
    /// the flower after it. 개 means dog, but after a number it is a counter.
    private mutating func takeCounter(_ word: String) {
        guard let number = count, let last = lastThing, !word.hasSuffix("의") else { return }
        subjects[last].count = number
        count = nil
    }

    private mutating func take(_ concept: Concept) {
        let takesColor = [.thing, .celestial, .place].contains(concept.kind) || concept == .cloud
        if let known = subjects.firstIndex(where: { $0.concept == concept }) {
            subjects[known].count = subjects[known].count ?? (takesColor ? count : nil)
            subjects[known].tint = subjects[known].tint ?? (takesColor ? tint : nil)
        } else {
            subjects.append(Subject(concept: concept, count: takesColor ? count : nil, tint: takesColor ? tint : nil))
        }
        guard takesColor else { return }
        lastThing = subjects.firstIndex { $0.concept == concept }
        tint = nil
        count = nil
    }
}
