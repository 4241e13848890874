/// What a prompt asks to see, with what it leaves unsaid filled in: time of day, season, weather, the land, the things.
struct Scene: Equatable, Sendable {
    /// As read, in the order of the prompt.
    let subjects: [Subject]
    let daytime: Daytime
    let season: Season
    let land: Land

    init(prompt: String) {
        self.init(subjects: SceneReader(prompt: prompt).subjects)
    }

    init(subjects: [Subject]) {
        self.subjects = subjects
        let said = Set(subjects.map(\.concept))
        daytime = Daytime(said)
        season = Season(said)
        land = Land(said)
    }

    /// Nothing in the prompt is known: there is no scene to paint.
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

    /// A heart alone is a sign, not a landscape.
    var isEmblem: Bool {
        !isAbstract && has(.heart)
            && subjects.allSatisfy { $0.concept == .heart || [.mood, .season, .daytime].contains($0.concept.kind) }
    }
}
