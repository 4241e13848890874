/// Reads a prompt's words into subjects: colours and numbers join the thing that they speak of.
struct SceneReader {
    /// In the order of the prompt, each concept once.
    private(set) var subjects: [Subject] = []
    private var tint: Tint?
    private var count: Int?
    private var lastThing: Int?

    init(prompt: String) {
        let words = Self.words(prompt)
        var rest = words[...]
        while !rest.isEmpty {
            let (meanings, taken) = Vocabulary.builtIn.read(rest)
            let said = rest.first ?? ""
            for meaning in meanings { take(meaning, said) }
            rest = rest.dropFirst(max(taken, 1))
        }
    }

    /// Lower case, letters and digits only; Hangul in its composed form. A prompt's first 2,000 words are enough.
    static func words(_ prompt: String) -> [String] {
        let cut = prompt.prefix(32_000).lowercased().replacingApostrophes()
        return cut.split(maxSplits: 2000, whereSeparator: { !$0.isLetter && !$0.isNumber }).prefix(2000).map(
            String.init)
    }

    private mutating func take(_ meaning: Meaning, _ said: String) {
        switch meaning {
        case .tint(let new): tint = new
        case .count(let new): count = new
        case .counter: takeCounter(said)
        case .concept(.dog) where said == "개" && count != nil && lastThing != nil: takeCounter(said)
        case .concept(let concept): take(concept)
        }
    }

    /// "고양이 두 마리": the number is the cat's. "세 송이의 꽃": it is the flower's, that comes next.
    /// 개 is a dog and a counter: after a number it counts.
    private mutating func takeCounter(_ said: String) {
        guard let number = count, let last = lastThing, !said.hasSuffix("의") else { return }
        subjects[last].count = number
        count = nil
    }

    private mutating func take(_ concept: Concept) {
        let takesColor =
            concept.kind == .thing || concept.kind == .celestial || concept.kind == .place
            || concept == .cloud
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

extension String {
    fileprivate func replacingApostrophes() -> String {
        var kept = String.UnicodeScalarView()
        for scalar in unicodeScalars where scalar != "'" && scalar != "\u{2019}" {
            kept.append(scalar)
        }
        return String(kept)
    }
}
