import Testing

@testable import Domain

@Suite("Language of searches")
struct LibraryQueryParserTests {
    @Test(
        "a query is read, and printed in its canonical form",
        arguments: [
            ("", ""), ("  ", ""), ("cat", "cat"), ("Cat  dog", "Cat dog"), ("\"in front of\"", "\"in front of\""),
            ("\"cat\"", "cat"), ("-dog", "-dog"), ("cat*", "cat*"), ("\"in fro\"*", "\"in fro\"*"),
            ("(cat|dog)", "(cat|dog)"), ("( cat | \"black dog\"* )", "(cat|\"black dog\"*)"), ("(cat)", "cat"),
            ("-(cat|dog)", "-(cat|dog)"), ("tag:sea", "tag:sea"), ("-tag:draft", "-tag:draft"),
            ("tag:(sea|lake)", "tag:(sea|lake)"), ("tag:\"two words\"", "tag:\"two words\""),
            ("tag:trip/", "tag:trip/"),
            ("tag:trip*", "tag:trip*"), ("tag:\"my trip/\"*", "tag:\"my trip/\"*"), ("tag:trip\\/", "tag:\"trip/\""),
            ("tag:*", "tag:*"), ("tag:a:b", "tag:a:b"), ("tag:-a", "tag:-a"), ("태그:바다", "tag:바다"),
            ("TAG:Sea", "tag:Sea"),
            ("폴더:posters", "folder:posters"), ("backend:studio", "backend:studio"), ("model:flux*", "model:flux*"),
            ("seed:7", "seed:7"), ("seed:18446744073709551615", "seed:18446744073709551615"),
            ("charset:half", "charset:half"),
            ("look:sharp", "look:sharp"), ("source:(generated|dropped)", "source:(generated|dropped)"),
            ("columns:>=100", "columns:>=100"), ("columns:<100", "columns:<100"), ("columns:<=100", "columns:<=100"),
            ("columns:>100", "columns:>100"), ("columns:=100", "columns:100"), ("columns:80..120", "columns:80..120"),
            ("columns:(80|100)", "columns:(80|100)"), ("cost:>0.05", "cost:>0.05"), ("cost:0.1..1", "cost:0.10..1.00"),
            ("before:2026-11-01", "before:2026-11-01"), ("after:2w", "after:14d"), ("made:2026-11", "made:2026-11"),
            ("made:2026", "made:2026"), ("made:어제", "made:yesterday"), ("이후:오늘", "after:today"),
            ("made:12h", "made:12h"),
            ("is:favourite", "is:favourite"), ("is:favorite", "is:favourite"), ("상태:즐겨찾기", "is:favourite"),
            ("-is:untagged", "-is:untagged"), ("is:휴지통", "is:trashed"), ("has:picture", "has:picture"),
            ("has:(art|프롬프트)", "has:(art|prompt)"),
            ("sort:oldest cat", "cat sort:oldest"), ("like:8YXFJW", "like:8yxfjw"), ("비슷한:8yxfjw", "like:8yxfjw"),
            ("like:(8yxfjw|1234) sort:비슷한순", "like:(8yxfjw|1234)"), ("sort:newest like:1234", "like:1234 sort:newest"),
            ("-like:1234 sort:newest", "-like:1234"), ("sort:likeness", "sort:likeness"),
            ("stack:8YXFJW", "stack:8yxfjw"), ("-묶음:(8yxfjw|1234)", "-stack:(8yxfjw|1234)"),
            ("sort:newest", ""), ("정렬:관련도", "sort:rank"), ("https://a.b/c", "\"https://a.b/c\""),
            ("12:30", "\"12:30\""),
            ("16:9", "\"16:9\""), ("tga\\:sea", "\"tga:sea\""), ("\"tag\":sea", "\"tag:sea\""), (":cat", "\":cat\""),
            ("\\-dog", "\"-dog\""), ("a\\\"b", "\"a\\\"b\""), ("a\\\\b", "\"a\\\\b\""),
            ("cat\"dog mouse\"", "\"catdog mouse\""),
            ("a　고양이", "a 고양이"), ("tag:(a|b)\tcat", "tag:(a|b) cat"), ("x-y", "x-y"), ("\"cat*\"", "\"cat*\""),
            ("cafe\u{301}", "café"), ("\"\u{301}a\"", "\u{301}a"),
        ])
    func canonical(_ text: String, _ canonical: String) throws {
        let query = try LibraryQuery(text: text)
        #expect(query.text == canonical)
        #expect(try LibraryQuery(text: query.text) == query)
    }

    @Test("every key has its English and Korean names", arguments: LibraryKey.allCases)
    func keys(_ key: LibraryKey) throws {
        let example = key.definition.example
        let query = try LibraryQuery(text: key.rawValue + ":" + example)
        #expect(!key.definition.aliases.isEmpty)
        for alias in key.definition.aliases {
            #expect(try LibraryQuery(text: alias + ":" + example) == query)
        }
        #expect(query.conditions.isEmpty == (key == .sort))
        #expect(key.definition.help.english != key.definition.help.korean)
    }

    @Test("no two keys share a name, and neither do the values of one key") func distinct() {
        let names = LibraryKey.allCases.flatMap { [$0.rawValue] + $0.definition.aliases }
        #expect(Set(names).count == names.count && names.allSatisfy { SearchText.fold($0) == $0 })
        for key in LibraryKey.allCases {
            guard case .choices(let choices) = key.definition.kind else { continue }
            let names = choices.flatMap(\.names)
            #expect(Set(names).count == names.count && names.allSatisfy { SearchText.fold($0) == $0 })
        }
    }

    private static func scalar(_ text: Unicode.Scalar) -> LibraryQueryProblem.Kind { .misplaced(text) }

    @Test(
        "a mistake is reported with its place",
        arguments: [
            ("\"cat", .unclosedQuote, 0, 4), ("a \"cat\\\"", .unclosedQuote, 2, 6), ("(cat|dog", .unclosedGroup, 0, 8),
            ("tag:(", .unclosedGroup, 4, 1), ("(", .unclosedGroup, 0, 1), ("((a|b))", .nestedGroup, 1, 1),
            ("(a|(b))", .nestedGroup, 3, 1), ("(a(b))", .nestedGroup, 2, 1), ("(a|)", .emptyAlternative, 3, 1),
            ("()", .emptyAlternative, 1, 1), ("(a||b)", .emptyAlternative, 3, 1), ("(|a)", .emptyAlternative, 1, 1),
            ("(black cat|dog)", .spaceInGroup, 7, 1), ("cat|dog", scalar("|"), 3, 1), ("cat | dog", scalar("|"), 4, 1),
            ("a)", scalar(")"), 1, 1), ("cat(dog)", scalar("("), 3, 1), ("(a|b)c", scalar("c"), 5, 1),
            ("tag:a(b)", scalar("("), 5, 1), ("-|", scalar("|"), 1, 1), ("*cat", scalar("*"), 0, 1),
            ("c*t", scalar("*"), 1, 1), ("cat**", scalar("*"), 3, 1), ("tag:a*b", scalar("*"), 5, 1),
            ("--cat", scalar("-"), 1, 1), ("-", scalar("-"), 0, 1), ("--tag:a", scalar("-"), 1, 1),
            ("--(a|b)", scalar("-"), 1, 1), ("a - b", scalar("-"), 2, 1),
            ("(a|-b)", scalar("-"), 3, 1), ("(a|tag:b)", scalar(":"), 6, 1), ("cat\\", scalar("\\"), 3, 1),
            ("\"cat\\", scalar("\\"), 4, 1), ("cat !!", .nothingToFind, 4, 2), ("\"\"", .nothingToFind, 0, 2),
            ("*", .nothingToFind, 0, 1), ("고양이 …", .nothingToFind, 4, 1), ("👨‍👩‍👧 …", .nothingToFind, 2, 1),
            ("cat tga:sea", .unknownKey("tga", nearest: "tag"), 4, 4),
            ("zzz:(a|b)", .unknownKey("zzz", nearest: nil), 0, 4),
            ("Fodler:a", .unknownKey("Fodler", nearest: "folder"), 0, 7),
            ("(a|tga:b)", .unknownKey("tga", nearest: "tag"), 3, 4),
            ("문자집학:a", .unknownKey("문자집학", nearest: "문자집합"), 0, 5),
            ("mailto:x", .unknownKey("mailto", nearest: nil), 0, 7),
            ("tag:", .missingValue(.tag), 4, 0), ("tag: sea", .missingValue(.tag), 4, 0),
            ("tag:\" \"", .missingValue(.tag), 4, 3),
            ("columns:", .missingValue(.columns), 8, 0), ("sort:", .missingValue(.sort), 5, 0),
            (
                "is:red",
                .unknownValue(
                    .state, got: "red", choices: ["favourite", "untagged", "autotagged", "trashed"], nearest: nil),
                3, 3
            ),
            (
                "sort:newset",
                .unknownValue(
                    .sort, got: "newset", choices: ["newest", "oldest", "rank", "likeness"], nearest: "newest"), 5, 6
            ),
            ("look:auto", .unknownValue(.look, got: "auto", choices: ["tone", "sharp"], nearest: nil), 5, 4),
            ("seed:x", .malformed(.seed, got: "x", example: "7"), 5, 1),
            ("like:abc", .malformed(.like, got: "abc", example: "8yxfjw"), 5, 3),
            ("stack:abc", .malformed(.stack, got: "abc", example: "8yxfjw"), 6, 3),
            ("like:cat.png", .malformed(.like, got: "cat.png", example: "8yxfjw"), 5, 7),
            ("seed:-5", .malformed(.seed, got: "-5", example: "7"), 5, 2),
            ("columns:=>5", .malformed(.columns, got: "=>5", example: ">=100"), 8, 3),
            ("columns:1...5", .malformed(.columns, got: "1...5", example: ">=100"), 8, 5),
            ("cost:0.1234567", .malformed(.cost, got: "0.1234567", example: ">0.05"), 5, 9),
            ("made:2026-02-30", .malformed(.made, got: "2026-02-30", example: LibraryTime.examples), 5, 10),
            ("after:2000w2", .malformed(.after, got: "2000w2", example: LibraryTime.examples), 6, 6),
            ("columns:5..1", .emptyRange(.columns, got: "5..1"), 8, 4),
            ("sort:rank sort:rank", .duplicate(.sort), 10, 9), ("-sort:rank", .noCondition(.sort), 0, 10),
            ("sort:(rank)", .noCondition(.sort), 0, 5),
        ] as [(String, LibraryQueryProblem.Kind, Int, Int)])
    func mistakes(_ text: String, _ kind: LibraryQueryProblem.Kind, _ offset: Int, _ length: Int) {
        let problem = LibraryQueryProblem(kind: kind, offset: offset, length: length)
        #expect(throws: problem) { try LibraryQuery(text: text) }
    }

    @Test("the length and the number of words and values are bounded") func bounds() throws {
        let words = (1...64).map(String.init)
        #expect(try LibraryQuery(text: words.joined(separator: " ")).conditions.count == 64)
        #expect(try LibraryQuery(text: "tag:(\(words.joined(separator: "|")))").conditions.count == 1)
        #expect(throws: LibraryQueryProblem(kind: .tooManyTerms(limit: 64), offset: 183, length: 3)) {
            try LibraryQuery(text: words.joined(separator: " ") + " cat")
        }
        #expect(throws: LibraryQueryProblem(kind: .tooManyTerms(limit: 64), offset: 188, length: 1)) {
            try LibraryQuery(text: "tag:(\(words.joined(separator: "|"))|a)")
        }
        #expect(throws: LibraryQueryProblem(kind: .tooManyTerms(limit: 64), offset: 188, length: 4)) {
            try LibraryQuery(text: words.joined(separator: " ") + " sort:rank")
        }
        _ = try LibraryQuery(text: String(repeating: "a", count: 1000))
        #expect(throws: LibraryQueryProblem(kind: .tooLong(limit: 1000), offset: 0, length: 1001)) {
            try LibraryQuery(text: String(repeating: "a", count: 1001))
        }
    }

    @Test("any text is a query that prints as itself, or has a problem at a place inside it", arguments: 0..<8)
    func total(_ part: Int) throws {
        var source = RandomQueries(seed: UInt64(part))
        var read = 0
        for _ in 0..<500 {
            let text = source.text()
            do throws(LibraryQueryProblem) {
                let query = try LibraryQuery(text: text)
                read += 1
                let again = try LibraryQuery(text: query.text)
                #expect(again == query && again.text == query.text, "\(text.debugDescription): \(query.text)")
            } catch {
                #expect(error.offset >= 0 && error.length >= 0, "\(text.debugDescription)")
                #expect(error.offset + error.length <= text.count, "\(text.debugDescription)")
            }
        }
        #expect(read > 50, "\(read)")
    }

    @Test("any word and any name can be printed and read again", arguments: 0..<4)
    func printable(_ part: Int) throws {
        var source = RandomQueries(seed: UInt64(300 + part))
        for index in 0..<300 {
            let (text, isPrefix) = (source.text(), index.isMultiple(of: 2))
            let name = PromptText.trimmed(text)
            var filters: [LibraryFilter] = []
            if let term = SearchTerm(text, isPrefix: isPrefix) { filters += [.words([term]), .words([term, term])] }
            if isPrefix { filters.append(.key(.model, [.name(NamePattern(text, isPrefix: true))])) }
            if !name.isEmpty { filters.append(.key(.tag, [.name(NamePattern(name)), .name(NamePattern(name))])) }
            let query = LibraryQuery(conditions: filters.map { LibraryCondition($0, isNegated: index % 3 == 0) })
            #expect(try LibraryQuery(text: query.text) == query, "\(text.debugDescription): \(query.text)")
        }
    }
}

/// Texts that are often nearly queries.
struct RandomQueries {
    private var rng: SplitMix64

    init(seed: UInt64) { rng = SplitMix64(seed: seed) }

    private static let operators = [
        " ", " ", " ", "-", "\"", "\"", "\\", "(", ")", "|", "*", ":", "/", "..", ">", "<=", "\u{301}", "\u{338}",
        "\u{200D}", "\r\n",
        "\u{3000}", "\u{FE0F}", "\0",
    ]
    private static let terms = [
        "cat", "\"in front\"", "tag:sea", "tag:(a|b)", "-tag:x", "tag:trip/", "columns:>=100", "columns:1..2",
        "cost:<1.5", "made:2026-11",
        "after:2w", "is:favourite", "has:art", "sort:rank", "(cat|dog)", "seed:7", "고양이", "태그:바다",
        "before:",
        "model:\"a b\"*", "https://x", "12:30", "source:dropped", "look:tone", "charset:half", "\\-a", "\"-\\\"\"",
        "tag:\"\u{301}\"",
    ]

    mutating func text() -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...5, using: &rng) {
            switch Int.random(in: 0..<10, using: &rng) {
            case 0...1: text += one(of: Self.operators)
            case 2: text += one(of: RandomSearchTexts.parts)
            default: text += one(of: Self.terms) + " "
            }
        }
        return text
    }

    private mutating func one(of texts: [String]) -> String { texts[Int.random(in: 0..<texts.count, using: &rng)] }
}
