import Domain
import Testing

@Suite("Search for words and phrases")
struct TermPlanTests {
    private func document(_ text: String) -> SearchDocument { SearchDocument(prompt: text, name: "", tags: []) }

    /// Whether the index has the tokens and the check accepts the text.
    private func finds(_ query: String, _ text: String, isPrefix: Bool = false) throws -> (index: Bool, check: Bool) {
        let plan = try #require(TermPlan(query, isPrefix: isPrefix))
        return (plan.isCandidate(document(text)), plan.matches(document(text)))
    }

    @Test(
        "words are found whole, without regard to case and composition",
        arguments: [
            ("cat", "a Cat.", true), ("CAT", "cat", true), ("cat", "cats", false), ("cat", "bobcat", false),
            ("cat", "", false), ("cats", "cat", false), ("café", "CAFE\u{301}", true), ("cafe", "café", false),
            ("straße", "STRASSE", true), ("STRAẞE", "strasse", true), ("x", "x\u{302}", false), ("2", "v2", false),
            ("don't", "I don’t", true), ("a.b", "a b", true), ("C++", "c", true), ("cat", "고양이cat", true),
            ("cat", "cat고양이", true), ("👍", "👍", true), ("👍", "👍🏽", false), ("👩", "👨‍👩‍👧", false),
            ("🇷🇺", "🇰🇷🇺🇸", false), ("❤", "❤️", true), ("soft", "so\u{AD}ft", true),
        ])
    func words(_ query: String, _ text: String, _ isFound: Bool) throws {
        #expect(try finds(query, text).check == isFound)
        if isFound { #expect(try finds(query, text).index) }
    }

    @Test(
        "with an asterisk, words are found by their beginning",
        arguments: [
            ("cat", "cats", true), ("cat", "cat", true), ("cat", "bobcat", false), ("in fro", "in front", true),
            ("in fro", "in the front", false), ("i front", "in front", false), ("x", "x\u{302}", true),
            ("हि", "हिन्दी", true), ("👍", "👍🏽", true), ("고양", "고양이", true), ("e", "é", false),
        ])
    func prefixes(_ query: String, _ text: String, _ isFound: Bool) throws {
        let found = try finds(query, text, isPrefix: true)
        #expect(found.check == isFound)
        if isFound { #expect(found.index) }
    }

    @Test(
        "phrases need their words next to each other, whatever separates them",
        arguments: [
            ("in front of", "In front, of it", true), ("in front of", "in the front of", false),
            ("in-front", "in front", true), ("front in", "in front", false), ("a a", "a b a", false),
            ("a a", "b a a", true), ("고양이 개", "고양이, 개", true), ("고양이 개", "고양이와 개", false),
            ("양이 검은 개", "고양이 검은 개구리", true), ("양이 검 개", "고양이 검은 개", false),
            ("고양이cat", "고양이 cat", true), ("이cat", "고양이 CAT", true), ("고cat", "고양이cat", false),
            ("3마리", "고양이 3마리의", true), ("3마리", "13마리", false), ("cat 👍 개", "cat👍개", true),
        ])
    func phrases(_ query: String, _ text: String, _ isFound: Bool) throws {
        #expect(try finds(query, text).check == isFound)
        if isFound { #expect(try finds(query, text).index) }
    }

    /// Texts and queries without spaces, for which the truth is whether one contains the other.
    private static let runs = [
        "대한민국", "한민족의조국", "조선", "대한민국만세", "한국민", "국", "민국한", "고양이를", "새끼고양이", "北京大学",
        "東京タワー", "大東京", "タワーマンション", "学", "がくせい", "か", "ー", "ㅋㅋㅋ", "국국국",
    ]

    @Test("Hangul, Han and kana are found wherever they stand, with one character or many", arguments: runs)
    func substrings(_ text: String) throws {
        let parts = Set(
            Self.runs.flatMap { run in
                let all = Array(run)
                return all.indices.flatMap { start in (start..<all.count).map { String(all[start...$0]) } }
            })
        #expect(parts.count > 100)
        for part in parts {
            let found = try finds(part, text)
            #expect(found.check == text.contains(part), "\(part)")
            if found.check { #expect(found.index, "\(part)") }
        }
    }

    @Test("pairs that stand apart pass the index and fail the check")
    func falseHits() throws {
        #expect(try finds("대한민국", "대한 한민 민국") == (index: true, check: false))
        #expect(try finds("in front", "front in") == (index: true, check: false))
        #expect(try finds("👍", "e1f44d") == (index: true, check: false))
    }

    @Test("the tokens that are needed")
    func tokens() throws {
        func tokens(_ text: String, isPrefix: Bool = false) throws -> [String] {
            try #require(TermPlan(text, isPrefix: isPrefix)).tokens.map { $0.text + ($0.isPrefix ? "*" : "") }
        }
        #expect(try tokens("Cats and cats") == ["cats", "and"])
        #expect(try tokens("in fro", isPrefix: true) == ["in", "fro*"])
        #expect(try tokens("고양이") == ["고양", "양이"])
        #expect(try tokens("국") == ["국*"])
        #expect(try tokens("국cat", isPrefix: true) == ["국*", "cat*"])
        #expect(try tokens("고양이", isPrefix: true) == ["고양", "양이"])
        #expect(try tokens("👍🏽") == ["e1f44d1f3fd"])
    }

    @Test(
        "single words and pairs need no check, unless they look like tokens of other characters",
        arguments: [
            ("cat", true), ("국", true), ("국민", true), ("elephant", true), ("이국민", false), ("black cat", false),
            ("e1", false), ("face", true), ("fox", false), ("👍", false), ("e", false), ("हि", false),
            ("\u{30000}", false),
            (String(repeating: "a", count: 63), true), (String(repeating: "a", count: 64), false),
        ])
    func exact(_ text: String, _ isExact: Bool) throws {
        #expect(try #require(TermPlan(text)).isExact == isExact)
    }

    @Test(
        "a text without letters, digits and emoji can't be searched for", arguments: ["", " ", "-", "!?…", "\u{301}"])
    func nothing(_ text: String) {
        #expect(TermPlan(text) == nil)
    }

    @Test("the index never misses what the check accepts", arguments: 0..<8)
    func neverMisses(_ part: Int) throws {
        var source = RandomSearchTexts(seed: UInt64(part))
        var found = 0
        for _ in 0..<600 {
            let text = source.text()
            guard let plan = TermPlan(source.query(for: text), isPrefix: source.flip()) else { continue }
            let document = document(text)
            if plan.isExact { #expect(plan.isCandidate(document) == plan.matches(document), "\(plan.tokens)") }
            guard plan.matches(document) else { continue }
            found += 1
            #expect(plan.isCandidate(document), "\(plan.tokens) in \(text.debugDescription)")
        }
        #expect(found > 100)
    }

    @Test("folding twice changes nothing") func folding() {
        var source = RandomSearchTexts(seed: 7)
        for _ in 0..<1000 {
            let folded = SearchText.fold(source.text())
            #expect(Array(SearchText.fold(folded).utf8) == Array(folded.utf8))
        }
    }
}

extension TermPlan {
    /// Whether the document has every token that is needed.
    func isCandidate(_ document: SearchDocument) -> Bool {
        let known = document.tokens
        return tokens.allSatisfy { token in
            known.contains { token.isPrefix ? $0.utf8.starts(with: token.text.utf8) : $0 == token.text }
        }
    }
}

/// Texts made of words, runs, emoji and odd characters.
struct RandomSearchTexts {
    private var rng: SplitMix64

    init(seed: UInt64) { rng = SplitMix64(seed: seed) }

    static let parts = [
        "cat", "Cat", "cats", "in", "front", "a", "x", "고양이", "고양", "이", "국", "대한민국", "국민", "ㅋㅋ", "か", "がき",
        "タワー", "ー", "々", "北京", "京", "👍", "👍🏽", "👨‍👩‍👧", "👩", "🇰🇷", "🇰", "1️⃣", "1", "❤️", "❤", "Ⓜ", "©", "é",
        "e\u{301}", "x\u{302}", "हिन्दी", "ß", "ẞ", "İ", "Σ", "ς", "ﬁ", "Ǆ", "ŉ", "12", "x302", "e1f44d", "-", " ", " ",
        " ", ".",
        "\u{AD}", "\u{200D}", "\u{FE0F}", "\u{3099}", "\u{302}", "\u{345}", "\u{115F}", "\u{1100}", "\u{1161}",
        "\u{11A8}",
        "𠀀", "\u{30000}", "\u{104D8}", "\u{104B0}", "\u{19B0}", "\u{E0067}", "\u{600}", "\u{1F1F7}",
    ]

    mutating func text() -> String {
        (0..<Int.random(in: 0...9, using: &rng)).map { _ in
            Self.parts[Int.random(in: 0..<Self.parts.count, using: &rng)]
        }
        .joined()
    }

    mutating func flip() -> Bool { Bool.random(using: &rng) }

    /// A part of the text, or another text.
    mutating func query(for text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        guard !scalars.isEmpty, Int.random(in: 0..<4, using: &rng) > 0 else { return self.text() }
        let start = Int.random(in: 0..<scalars.count, using: &rng)
        let end = Int.random(in: start...min(scalars.count - 1, start + 5), using: &rng)
        var part = String.UnicodeScalarView()
        part.append(contentsOf: scalars[start...end])
        return flip() ? String(part) : String(part).uppercased()
    }
}
