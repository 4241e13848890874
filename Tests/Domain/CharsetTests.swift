import Domain
import FoundationEssentials
import Testing

@Suite("Charsets")
struct CharsetTests {
    @Test("a charset is one name or several, in any order and with either separator")
    func names() throws {
        for charset in Charset.allCases { #expect(Charset(rawValue: charset.rawValue) == charset) }
        #expect(Set(Charset.allCases).count == Charset.allCases.count && Charset.allCases.first == .auto)
        let both = Charset.union([.half, .ascii])
        for text in ["half,ascii", "ascii,half", "ascii+half", "half,ascii,half"] {
            #expect(Charset(rawValue: text) == both)
        }
        #expect(both.rawValue == "half,ascii" && Charset(rawValue: "half,half") == .half)
        for text in ["", ",", "half,", "auto,half", "half ascii", "Half"] { #expect(Charset(rawValue: text) == nil) }
    }

    @Test("stored options keep charsets and details; those of earlier versions are read")
    func stored() throws {
        for charset in Charset.allCases + [.union([.braille, .block])] {
            let options = ArtOptions(charset: charset, score: .full)
            #expect(try JSONDecoder().decode(ArtOptions.self, from: JSONEncoder().encode(options)) == options)
        }
        func score(_ json: String) throws -> ScoreDetail {
            try JSONDecoder().decode(ArtOptions.self, from: Data(json.utf8)).score
        }
        #expect(try score(#"{"charset":"half"}"#) == .none && score(#"{"score":false}"#) == .none)
        #expect(try score(#"{"score":true}"#) == .short && score(#"{"score":"full"}"#) == .full)
        #expect(throws: DecodingError.self) { try score(#"{"score":"much"}"#) }
    }

    @Test("a wrong name among several is quoted with the nearest one")
    func wrong() {
        var options = ArtOptions()
        let words = Charset.allCases.map(\.rawValue)
        let failure = #expect(throws: FieldFailure.self) {
            try FieldTable.art.apply(word: "charset", "half,asci", to: &options)
        }
        #expect(failure?.problem == .notOneOf(got: "asci", choices: words, nearest: "ascii"))
        let mixed = #expect(throws: FieldFailure.self) {
            try FieldTable.art.apply(word: "charset", "auto,half", to: &options)
        }
        #expect(mixed?.problem == .malformed(got: "auto,half", example: "auto / half,ascii"))
    }

    @Test("a score without a value is short; true and false are understood in files")
    func score() throws {
        var options = ArtOptions()
        try FieldTable.art.apply(word: "score", nil, to: &options)
        #expect(options.score == .short)
        try FieldTable.art.apply(word: "score", "full", to: &options)
        #expect(options.score == .full)
        for (flag, detail) in [(true, ScoreDetail.short), (false, .none)] {
            let tree = FieldValue(.table([FieldEntry(name: "score", value: FieldValue(.flag(flag)))]))
            #expect(FieldTable.art.apply(tree, to: &options).isEmpty && options.score == detail)
        }
        let failure = #expect(throws: FieldFailure.self) {
            try FieldTable.art.apply(word: "score", "ful", to: &options)
        }
        #expect(failure?.problem == .notOneOf(got: "ful", choices: ["none", "short", "full"], nearest: "full"))
    }

    @Test("the score grows with each of its parts, from 0 to 100")
    func total() {
        func total(_ hasColors: Bool, _ structure: Double, _ deltaE: Double, _ correlation: Double) -> Int {
            ArtScore(
                hasColors: hasColors, msSSIM: structure, ssim: 0, blurredSSIM: 0, deltaE: deltaE,
                correlation: correlation, toneSkill: 0
            ).total
        }
        #expect(total(true, 1, 0, 1) == 100 && total(false, 1, 20, 1) == 100 && total(false, 1, 0, 0) == 100)
        #expect(total(true, 0.5, 30, 1) == 0 && total(false, 0.5, 30, -0.4) == 0 && total(false, -0.1, 30, 1) == 0)
        let steps = (0...20).map { Double($0) / 20 }
        for colors in [true, false] {
            let structures = steps.map { total(colors, $0, 2, 0.8) }
            #expect(structures == structures.sorted() && Set(structures).count == steps.count)
        }
        let tones = steps.map { total(true, 0.8, 10 - 10 * $0, 0) }
        let correlations = steps.map { total(false, 0.8, 20, $0) }
        #expect(tones == tones.sorted() && correlations == correlations.sorted())
        #expect(Set(tones).count == steps.count && Set(correlations).count == steps.count)
    }
}
