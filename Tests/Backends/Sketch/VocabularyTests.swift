import Testing

@testable import SketchBackend

@Suite("Vocabulary")
struct VocabularyTests {
    private func read(_ text: String) -> [Meaning] {
        let words = SceneReader.words(text)
        return Vocabulary.builtIn.read(words[...]).meanings
    }

    private func words(_ concept: Concept, inKorean isKorean: Bool) -> [String] {
        let entries = WordLists.concepts.filter { $0.0 == concept }.flatMap { $0.1.split(separator: " ") }
        return entries.map { $0.split(separator: "-").joined(separator: " ") }.filter { $0.isHangul == isKorean }
    }

    @Test("Every concept has English and Korean words, and all are understood", arguments: Concept.allCases)
    func everyWord(concept: Concept) {
        let english = words(concept, inKorean: false)
        let korean = words(concept, inKorean: true)
        #expect(!english.isEmpty && !korean.isEmpty)
        for word in english + korean { #expect(read(word) == [.concept(concept)], "\(word)") }
    }

    @Test("English nouns are understood in the plural", arguments: Concept.allCases.filter { $0.kind == .thing })
    func plurals(concept: Concept) {
        for word in words(concept, inKorean: false) where !word.contains(" ") && !word.hasSuffix("s") {
            #expect(read(Self.plural(word)) == [.concept(concept)], "\(Self.plural(word))")
        }
    }

    @Test(
        "Korean nouns are understood with their particles",
        arguments: Concept.allCases.filter { [.thing, .place, .celestial].contains($0.kind) })
    func particles(concept: Concept) {
        for word in words(concept, inKorean: true) where !word.contains(" ") {
            for ending in ["은", "는", "이", "가", "을", "를", "의", "에", "에서", "와", "과", "도", "들이", "들의"] {
                guard word + ending != "개의", word + ending != "연이", word + ending != "새가" else { continue }
                #expect(read(word + ending) == [.concept(concept)], "\(word + ending)")
            }
        }
    }

    @Test("No word has two meanings")
    func unique() {
        let all =
            WordLists.concepts.flatMap { $0.1.split(separator: " ") }
            + WordLists.tints.flatMap { $0.1.split(separator: " ") }
            + WordLists.counts.flatMap { $0.1.split(separator: " ") }
        var seen: Set<Substring> = []
        let twice = all.filter { !seen.insert($0).inserted }
        #expect(twice.isEmpty, "\(twice)")
        #expect(all.count >= 60)
    }

    @Test("Words that only look similar are ignored", arguments: ["새로운", "달리는", "차가운", "이야기", "jazz", "starling"])
    func strangers(word: String) {
        #expect(read(word).isEmpty)
    }

    private static func plural(_ word: String) -> String {
        switch word {
        case _ where word.hasSuffix("men") || word == "children" || word == "people" || word == "geese": word
        case "wolf": "wolves"
        case _ where word.hasSuffix("y") && !["ay", "ey", "oy"].contains(word.suffix(2)): word.dropLast() + "ies"
        case _ where ["s", "x", "h"].contains(word.suffix(1)) && !word.hasSuffix("th"): word + "es"
        default: word + "s"
        }
    }
}
