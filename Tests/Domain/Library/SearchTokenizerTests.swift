import Domain
import Testing

@Suite("Tokens of the search index")
struct SearchTokenizerTests {
    private func tokens(_ text: String) -> [String] { SearchDocument(prompt: text, name: "", tags: []).tokens }

    @Test("syllables and Han characters are folded without normalising, with the same result")
    func plainScripts() {
        for value in [0x4E00...0x9FFF, 0xAC00...0xD7A3].joined() as FlattenSequence<[ClosedRange<UInt32>]> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "A" + String(Character(scalar)) + "z Q"
            let folded = SearchText.composed(SearchText.composed(text).lowercased().uppercased().lowercased())
            #expect(SearchText.fold(text).unicodeScalars.elementsEqual(folded.unicodeScalars))
        }
    }

    @Test(
        "words are folded, runs become pairs and their last character, emoji are tokens of their own",
        arguments: [
            ("", []), (" ,.-_ ", []), ("A cat", ["a", "cat"]), ("cat2 2026", ["cat2", "2026"]),
            ("don't", ["don", "t"]), ("Straße STRASSE straẞe", ["strasse"]), ("Σίσυφος ΣΊΣΥΦΟΣ", ["σίσυφοσ"]),
            ("고양이", ["고양", "양이", "이"]), ("개", ["개"]), ("고양이cat", ["고양", "양이", "이", "cat"]),
            ("cat고양", ["cat", "고양", "양"]), ("검은 개", ["검은", "은", "개"]), ("3마리", ["3", "마리", "리"]),
            ("東京タワー", ["東京", "京タ", "タワ", "ワー", "ー"]), ("人々", ["人々", "々"]), ("𠀀𠀁", ["𠀀𠀁", "𠀁"]),
            ("\u{1100}\u{1161}\u{11A8}", ["각"]), ("e\u{301}", ["é"]), ("ㅋㅋ", ["ㅋㅋ", "ㅋ"]),
            ("👍", ["e1f44d"]), ("a👍b", ["a", "e1f44d", "b"]), ("👍🏽", ["e1f44d1f3fd"]),
            ("🇰🇷🇺🇸", ["e1f1f01f1f7", "e1f1fa1f1f8"]), ("👨‍👩‍👧", ["e1f468200d1f469200d1f467"]),
            ("1️⃣", ["e3120e3"]), ("❤️ ❤", ["e2764"]), ("#1", ["1"]), ("Ⓜ️", ["e24dc"]), ("©", ["ea9"]),
        ])
    func table(_ text: String, _ expected: [String]) {
        #expect(tokens(text) == expected)
    }

    @Test("combining marks stay with their letters, and characters that aren't displayed are left out")
    func marks() {
        #expect(tokens("x\u{302}y") == ["xx302y"])
        #expect(tokens("हिन्दी") == ["हx93fनx94dदx940"])
        #expect(tokens("soft\u{AD}ly \u{FEFF}a\u{200C}b") == ["softly", "ab"])
        #expect(tokens("か\u{3099} か\u{309A}") == ["が", "かx309a", "x309a"])
        #expect(tokens("葛\u{E0100}城") == ["葛城", "城"])
        #expect(tokens("\u{301} \u{301}a") == ["a"])
        // Zero-width joiners between letters, and jamo that don't make a syllable.
        #expect(tokens("a\u{200D}b") == ["ab"])
        #expect(tokens("\u{1161}\u{1100}") == ["x1161x1100", "x1100"])
    }

    @Test("characters newer than Unicode 6.1 are written as numbers, so that the beginning of a word still begins it")
    func newer() {
        // Osage, Unicode 9; Han extension G, Unicode 13; a New Tai Lue vowel that was a mark in Unicode 6.1.
        #expect(tokens("\u{104D8}a") == ["x104d8a"])
        #expect(tokens("\u{30000}人") == ["x30000人", "人"])
        #expect(tokens("\u{1980}\u{19B0}") == ["\u{1980}x19b0"])
    }

    /// Part of the tables of Unicode 6.1 that SQLite has.
    private func isKeptBySQLite(_ scalar: Unicode.Scalar) -> Bool {
        guard let age = scalar.properties.age, (age.major, age.minor) <= (6, 1) else { return false }
        guard !(0x19B0...0x19C9).contains(scalar.value), !(0x1CF2...0x1CF3).contains(scalar.value) else { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            return true
        default: return false
        }
    }

    @Test("tokens of all characters consist of letters and digits of Unicode 6.1, and are what they were")
    func everyCharacter() {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        // Without most Han and Hangul, which don't change.
        for start in [0..<0x4E00, 0x9F00..<0xAC00, 0xD700..<0x20000, 0x2A600..<0x2A800, 0x2EB00..<0x2EC00]
            .flatMap({ stride(from: $0.lowerBound, to: $0.upperBound, by: 256) })
        {
            let scalars = (start..<(start + 256)).compactMap { Unicode.Scalar(UInt32($0)) }
            for token in tokens(scalars.map { "a\($0)b" }.joined(separator: " ")) {
                if token.unicodeScalars.contains(where: { !$0.isASCII && !isKeptBySQLite($0) }) {
                    Issue.record("\(token)")
                }
                for byte in token.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
                hash = (hash ^ 0xFF) &* 0x100_0000_01B3
            }
        }
        // If this changes, by an edit or by a toolchain's newer tables, raise `SearchTokenizer.version`: indexes that
        // exist have other tokens.
        #expect(hash == 13_126_436_912_158_971_333)
    }

    @Test("a token is cut after 64 characters; longer words are told apart by the exact check")
    func long() throws {
        let word = String(repeating: "a", count: 64)
        let document = SearchDocument(prompt: word + "b", name: "", tags: [])
        #expect(document.tokens == [word])
        for (query, isFound) in [(word + "b", true), (word + "c", false), (word, false), (word + "bc", false)] {
            let plan = try #require(TermPlan(query))
            #expect(plan.tokens.map(\.text) == [word])
            #expect(plan.matches(document) == isFound)
        }
    }

    @Test("a text has the same tokens whether it has an emoji or not", arguments: 0..<4) func paths(_ part: Int) {
        var source = RandomSearchTexts(seed: UInt64(200 + part))
        for _ in 0..<200 {
            let text = source.text()
            #expect(tokens(text + " 👍") == tokens(text + " ") + (tokens(text).contains("e1f44d") ? [] : ["e1f44d"]))
        }
    }

    @Test("large texts take time in proportion to their length", .timeLimit(.minutes(1)))
    func large() {
        let texts = [
            String(repeating: "고양이 cat 👍 ", count: 5000), "e" + String(repeating: "\u{302}", count: 50_000),
            String(repeating: "국", count: 35_000), String(repeating: "🇰", count: 25_000),
            String(repeating: "👨\u{200D}", count: 14_000), String(repeating: "a\u{200D}", count: 25_000),
        ]
        let counts = texts.map { tokens($0).count }
        #expect(counts == [5, 1, 2, 1, 1, 1], "\(counts)")
    }

    @Test("every text of an artwork is indexed once, without tokens across two texts")
    func document() throws {
        let tags = ["바다", "Two Words"].compactMap { Tag($0) }
        let document = SearchDocument(prompt: "cat 바다", name: "cat-7", tags: tags)
        #expect(document.tokens == ["cat", "바다", "다", "7", "two", "words"])
        let across = try #require(TermPlan("words cat"))
        #expect(!across.matches(document))
        #expect(SearchDocument(prompt: nil, name: "", tags: []).tokens.isEmpty)
    }
}
