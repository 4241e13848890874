/// Maps words to meanings: looked up as a whole word, without its ending, and in Korean by the parts of a compound.
struct Vocabulary: Sendable {
    static let builtIn = Vocabulary()

    private var meanings: [String: Meaning] = [:]
    /// Phrases by their first word, the longest first.
    private var phrases: [String: [(words: [String], meaning: Meaning)]] = [:]

    private init() {
        for (concept, words) in WordLists.concepts { add(words, .concept(concept)) }
        for (tint, words) in WordLists.tints { add(words, .tint(tint)) }
        for (count, words) in WordLists.counts { add(words, .count(count)) }
        add(WordLists.counters, .counter)
    }

    /// Returns the meanings of the first word or phrase in `words`, and the number of words consumed.
    func read(_ words: ArraySlice<String>) -> (meanings: [Meaning], taken: Int) {
        guard let first = words.first else { return ([], 0) }
        let stem = bare(first)
        let candidates = (phrases[first] ?? []) + (stem == first ? [] : phrases[stem] ?? [])
        for phrase in candidates where phrase.words.count <= words.count {
            if zip(phrase.words, words).allSatisfy({ $0 == $1 || forms($1).contains($0) }) {
                return ([phrase.meaning], phrase.words.count)
            }
        }
        return (meaning(first), 1)
    }

    private func meaning(_ word: String) -> [Meaning] {
        if let known = meanings[word] { return [known] }
        if let number = Int(word), (1...99).contains(number) { return [.count(number)] }
        if let known = Self.stems(of: word).lazy.compactMap({ meanings[$0] }).first { return [known] }
        return word.isHangul ? compound(word) : []
    }

    private func compound(_ word: String) -> [Meaning] {
        for split in word.indices.dropFirst().reversed() {
            guard let first = meanings[String(word[..<split])], first.isScenic else { continue }
            let rest = meaning(String(word[split...]))
            if rest.contains(where: \.isScenic) { return [first] + rest }
        }
        return []
    }

    /// Returns the base forms of a word within a phrase.
    private func forms(_ word: String) -> [String] {
        word.isHangul ? [bare(word)] : Self.stems(of: word)
    }

    private func bare(_ word: String) -> String {
        if meanings[word] != nil { return word }
        let stems = Self.stems(of: word)
        return (word.isHangul ? stems.first : stems.first { meanings[$0] != nil }) ?? word
    }

    /// Returns the possible base forms of a word with an ending, the most likely first.
    private static func stems(of word: String) -> [String] {
        if word.isHangul {
            let endings = WordLists.koreanEndings.filter { word.count > $0.count && word.hasSuffix($0) }
            return endings.map { String(word.dropLast($0.count)) }
        }
        let endings = [("ies", "y"), ("ves", "f"), ("ves", "fe"), ("s", ""), ("es", ""), ("ing", "")]
        return endings.filter { word.count > $0.0.count + 1 && word.hasSuffix($0.0) }
            .map { word.dropLast($0.0.count) + $0.1 }
    }

    private mutating func add(_ words: String, _ meaning: Meaning) {
        for entry in words.split(separator: " ") {
            let parts = entry.split(separator: "-").map(String.init)
            guard let first = parts.first else { continue }
            guard parts.count > 1 else {
                meanings[first] = meaning
                continue
            }
            let known = (phrases[first] ?? []) + [(parts, meaning)]
            phrases[first] = known.sorted { $0.words.count > $1.words.count }
        }
    }
}

extension Meaning {
    /// Whether the word can be part of a Korean compound, such as 밤하늘.
    fileprivate var isScenic: Bool {
        if case .concept = self { true } else { false }
    }
}

extension String {
    var isHangul: Bool {
        unicodeScalars.first.map { (0xAC00...0xD7A3).contains($0.value) } ?? false
    }
}

/// The meaning of one word.
enum Meaning: Equatable, Sendable {
    case concept(Concept)
    case tint(Tint)
    case count(Int)
    /// A Korean counter, such as 마리: the number before it belongs to the thing before that.
    case counter
}

/// The concepts that can be painted, ordered by kind. The order settles ties.
enum Concept: String, CaseIterable, Sendable {
    // Time
    case day, night, sunset, dawn
    case spring, summer, autumn, winter
    // Mood and weather
    case calm, bright, gloomy
    case cloud, rain, snow, fog, storm, lightning, rainbow, wind
    // Sky
    case sky, sun, moon, star, aurora, comet, planet, fireworks
    // Places
    case sea, wave, lake, river, mountain, volcano, hill, forest, desert, beach, island, field, garden, road
    case village, city
    // Things
    case tree, palm, pine, cactus, flower, sunflower, mushroom
    case house, castle, lighthouse, windmill, tower, bridge, tent, lantern, window, fence
    case boat, ship, whale, fish
    case bird, balloon, kite, rocket, butterfly
    case cat, dog, rabbit, person, snowman, campfire, train, car, heart

    var kind: Kind {
        switch self {
        case .day, .night, .sunset, .dawn: .daytime
        case .spring, .summer, .autumn, .winter: .season
        case .calm, .bright, .gloomy: .mood
        case .cloud, .rain, .snow, .fog, .storm, .lightning, .rainbow, .wind: .weather
        case .sky, .sun, .moon, .star, .aurora, .comet, .planet, .fireworks: .celestial
        case .sea, .wave, .lake, .river, .mountain, .volcano, .hill, .forest, .desert, .beach, .island, .field,
            .garden, .road, .village, .city:
            .place
        default: .thing
        }
    }

    enum Kind: Sendable {
        case daytime, season, mood, weather, celestial, place, thing
    }
}

/// A named colour and its sRGB code.
enum Tint: UInt32, Sendable {
    case red = 0xD92B2B
    case orange = 0xF0802A
    case yellow = 0xF7D038
    case green = 0x3FA34D
    case turquoise = 0x2FB5AC
    case blue = 0x2F6FD6
    case purple = 0x8A4FC4
    case pink = 0xF48FB1
    case brown = 0x7A4A2B
    case black = 0x1B1B22
    case gray = 0x8C929B
    case white = 0xF7F5F0
    case gold = 0xE5B53B

    var ink: Ink { Ink(rawValue) }
}
