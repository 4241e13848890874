/// Which words mean what: looked up by whole word, by word without its ending, and in Korean by the parts of a compound.
struct Vocabulary: Sendable {
    static let builtIn = Vocabulary()

    private var meanings: [String: Meaning] = [:]
    /// Phrases of several words by their first word, the longest first.
    private var phrases: [String: [(words: [String], meaning: Meaning)]] = [:]

    private init() {
        for (concept, words) in EnglishWords.concepts + KoreanWords.concepts { add(words, .concept(concept)) }
        for (tint, words) in EnglishWords.tints + KoreanWords.tints { add(words, .tint(tint)) }
        for (count, words) in EnglishWords.counts + KoreanWords.counts { add(words, .count(count)) }
        add(KoreanWords.counters, .counter)
    }

    /// How many words and phrases are known.
    var count: Int {
        meanings.count + phrases.values.reduce(0) { $0 + $1.count }
    }

    /// The meanings of the words at the start of `words`, and how many words they took.
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
        return word.isHangul ? korean(word) : english(word)
    }

    private func english(_ word: String) -> [Meaning] {
        for form in EnglishEnding.singulars(of: word) {
            if let known = meanings[form] { return [known] }
        }
        return []
    }

    private func korean(_ word: String) -> [Meaning] {
        for ending in KoreanWords.endings where word.count > ending.count && word.hasSuffix(ending) {
            let stem = String(word.dropLast(ending.count))
            if let known = meanings[stem] { return [known] }
        }
        for split in word.indices.dropFirst().reversed() {
            guard let first = meanings[String(word[..<split])], first.isScenic else { continue }
            let rest = meaning(String(word[split...]))
            if rest.contains(where: \.isScenic) { return [first] + rest }
        }
        return []
    }

    /// What a word of a phrase may be without its ending.
    private func forms(_ word: String) -> [String] {
        word.isHangul ? [bare(word)] : EnglishEnding.singulars(of: word)
    }

    private func bare(_ word: String) -> String {
        if meanings[word] != nil { return word }
        if word.isHangul {
            let ending = KoreanWords.endings.first { word.count > $0.count && word.hasSuffix($0) }
            return ending.map { String(word.dropLast($0.count)) } ?? word
        }
        return EnglishEnding.singulars(of: word).first { meanings[$0] != nil } ?? word
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
    /// Whether the word may be a part of a Korean compound, such as 밤하늘.
    fileprivate var isScenic: Bool {
        if case .concept = self { true } else { false }
    }
}

extension String {
    var isHangul: Bool {
        unicodeScalars.first.map { (0xAC00...0xD7A3).contains($0.value) } ?? false
    }
}
