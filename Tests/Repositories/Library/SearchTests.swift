import Domain
import Testing

/// Midnight UTC starts each day; the present is the tenth day of 1970.
private let calendar = LibraryCalendar(
    now: UTCMillis(9 * 86_400_000), today: LocalDay(year: 1970, month: 1, day: 10),
    start: { day in UTCMillis(Int64(day.day - 1) * 86_400_000) })

@Suite("Search in the library")
struct SearchTests {
    private func found(
        _ text: String, in spool: SpoolRepositories, limit: Int = 50, isStacked: Bool = false
    ) async throws -> [Int64] {
        let query = try LibraryQuery(text: text)
        var numbers: [Int64] = []
        var position: ArtworkPosition?
        repeat {
            let range = ArtworkRange(limit: limit, after: position, isStacked: isStacked)
            let page = try await spool.artworks.page(query, range, in: calendar)
            numbers += page.artworks.map(\.number.value)
            position = page.next
        } while position != nil
        return numbers
    }

    @Test("Words, tags and marks find artworks, the newest first", arguments: SpoolKind.allCases)
    func words(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            try await spool.made(
                1, prompt: "a lighthouse in front of the sea", name: "one.txt", tags: ["sea", "night"])
            try await spool.made(2, prompt: "바다 앞의 등대", name: "two.txt", tags: ["바다"])
            let cat = try await spool.made(3, prompt: "a cat", name: "lighthouse-cat.txt", tags: ["sea"])
            _ = try await spool.artworks.change([cat.job], .favourite(true))
            #expect(try await found("lighthouse", in: spool) == [3, 1])
            #expect(try await found("LIGHT*", in: spool) == [3, 1])
            #expect(try await found("\"in front\"", in: spool) == [1])
            #expect(try await found("등대", in: spool) == [2])
            #expect(try await found("다", in: spool) == [2])
            #expect(try await found("tag:sea", in: spool) == [3, 1])
            #expect(try await found("tag:sea -tag:night", in: spool) == [3])
            #expect(try await found("tag:(바다|night) sort:oldest", in: spool) == [1, 2])
            #expect(try await found("tag:n*", in: spool) == [1])
            #expect(try await found("tag:nothing", in: spool) == [])
            #expect(try await found("is:favourite", in: spool) == [3])
            #expect(try await found("-cat", in: spool) == [2, 1])
            #expect(try await found("sea -cat", in: spool) == [1])
            _ = try await spool.artworks.change([cat.job], .trash(5))
            #expect(try await found("lighthouse", in: spool) == [1])
            #expect(try await found("is:trashed", in: spool) == [3])
        }
    }

    @Test("A changed tag is found at once, the earlier one no more", arguments: SpoolKind.allCases)
    func changed(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await spool.made(1, tags: ["draft"])
            try await spool.made(2, tags: ["draft"])
            _ = try await spool.artworks.change(
                [artwork.job], .tags(added: [try Samples.tag("final")], removed: artwork.tags))
            #expect(try await found("final", in: spool) == [1])
            #expect(try await found("draft", in: spool) == [2])
            _ = try await spool.tags.rename(try Samples.tag("draft"), to: try Samples.tag("sketch"), merging: false)
            #expect(try await found("draft", in: spool) == [])
            #expect(try await found("sketch tag:SKETCH", in: spool) == [2])
            _ = try await spool.tags.delete(try Samples.tag("sketch"))
            #expect(try await found("sketch", in: spool) == [])
            #expect(try await found("is:untagged", in: spool) == [2])
        }
    }

    @Test("Pages neither skip nor repeat while artworks arrive", arguments: SpoolKind.allCases)
    func arriving(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            for number in 1...7 { try await spool.made(number) }
            let query = try LibraryQuery(text: "cat")
            let first = try await spool.artworks.page(query, ArtworkRange(limit: 3), in: calendar)
            try await spool.made(8)
            let second = try await spool.artworks.page(query, ArtworkRange(limit: 3, after: first.next), in: calendar)
            try await spool.made(9)
            let third = try await spool.artworks.page(query, ArtworkRange(limit: 3, after: second.next), in: calendar)
            let pages = [first, second, third].map { $0.artworks.map(\.number.value) }
            #expect(pages == [[7, 6, 5], [4, 3, 2], [1]] && third.next == nil)
        }
    }

    @Test("The best matches come first by rank: tags, then names, then prompts", arguments: SpoolKind.allCases)
    func rank(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            try await spool.made(1, prompt: "a cat", name: "sea.txt", tags: ["cat"])
            try await spool.made(2, prompt: "a cat", name: "cat.txt")
            try await spool.made(3, prompt: "a cat", name: "sea.txt")
            try await spool.made(4, prompt: "a cat", name: "sea.txt", tags: ["cat"])
            #expect(try await found("cat sort:rank", in: spool, limit: 1) == [4, 1, 2, 3])
        }
    }

    @Test("A count ends at its limit", arguments: SpoolKind.allCases)
    func count(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            for number in 1...4 { try await spool.made(number, prompt: "바다와 고양이") }
            for text in ["", "고양이", "바다와", "is:untagged"] {
                let query = try LibraryQuery(text: text)
                let exact = try await spool.artworks.count(query, upTo: 4, in: calendar)
                #expect(exact == ArtworkCount(artworks: 4, isComplete: true), "\(text)")
                let cut = try await spool.artworks.count(query, upTo: 3, in: calendar)
                #expect(cut == ArtworkCount(artworks: 3, isComplete: false), "\(text)")
            }
        }
    }

    @Test("The values of facets are counted in the results, without the trash", arguments: SpoolKind.allCases)
    func facets(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let making = ArtworkMaking(
                backend: "studio", art: ArtworkGrid(columns: 80, rows: 40, charset: .half, look: .tone))
            try await spool.made(1, prompt: "a cat", folder: "posters", tags: ["Sea", "night"], making: making)
            try await spool.made(2, prompt: "a cat", tags: ["sea"], making: making)
            try await spool.made(3, prompt: nil, name: "dog.txt", tags: ["sea"])
            let trashed = try await spool.made(4, tags: ["sea"])
            _ = try await spool.artworks.change([trashed.job], .trash(9))
            func counted(_ text: String, _ facets: [LibraryFacet]) async throws -> ArtworkFacets {
                try await spool.artworks.facets(facets, of: try LibraryQuery(text: text), in: calendar)
            }
            let all = try await counted("sort:oldest", LibraryFacet.allCases)
            #expect(all.artworks == 3 && all.isComplete)
            #expect(
                all.facets == [
                    .init(.tags, [.init("Sea", 3), .init("night", 1)]),
                    .init(.folder, [.init("inbox", 2), .init("posters", 1)]), .init(.backend, [.init("studio", 2)]),
                    .init(.model, []), .init(.source, [.init("generated", 2), .init("dropped", 1)]),
                    .init(.charset, [.init("half", 2)]), .init(.look, [.init("tone", 2)]),
                ])
            // Words and tags are found in the index; the set of characters is compared artwork by artwork.
            for text in ["cat", "tag:sea cat", "charset:half", "cat -charset:ascii"] {
                let counts = try await counted(text, [.folder, .tags])
                #expect(counts.artworks == 2, "\(text)")
                #expect(counts.facets.first?.values == [.init("inbox", 1), .init("posters", 1)], "\(text)")
            }
            #expect(try await counted("nothing", [.tags]).facets == [.init(.tags, [])])
            #expect(try await counted("", []).artworks == 3)
        }
    }

    @Test("Months are counted without the trash, and those without artworks left out", arguments: SpoolKind.allCases)
    func months(kind: SpoolKind) async throws {
        // Months of 30 days, twelve of them a year.
        let calendar = LibraryCalendar(
            now: UTCMillis(800 * 86_400_000), today: LocalDay(year: 1972, month: 3, day: 1),
            start: { day in
                UTCMillis(Int64((day.year - 1970) * 360 + (day.month - 1) * 30 + day.day - 1) * 86_400_000)
            })
        try await withSpool(kind) { spool in
            for (number, day) in [(1, 0), (2, 29), (3, 30), (4, 419), (5, 420), (6, 900)] as [(Int, Int64)] {
                try await spool.made(number, at: UTCMillis(day * 86_400_000))
            }
            let trashed = try await spool.made(7, at: UTCMillis(500 * 86_400_000))
            _ = try await spool.artworks.change([trashed.job], .trash(9))
            func month(_ year: Int, _ month: Int, _ artworks: Int) -> LibraryMonth {
                LibraryMonth(
                    day: LocalDay(year: year, month: month, day: 1),
                    count: ArtworkCount(artworks: artworks, isComplete: true))
            }
            let all = [month(1972, 7, 1), month(1971, 3, 1), month(1971, 2, 1), month(1970, 2, 1), month(1970, 1, 2)]
            #expect(try await spool.artworks.months(limit: 9, in: calendar) == all)
            #expect(try await spool.artworks.months(limit: 2, in: calendar) == Array(all.prefix(2)))
        }
    }

    /// The model compares each artwork with the query, as the query's meaning is defined.
    @Test("Any query finds in the database what its definition says", arguments: 1...6)
    func property(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let library = (1...40).map { RandomArtwork($0, using: &random) }
        let queries = (1...120).map { _ in RandomQuery.text(using: &random) }
        try await withSpool(.sqlite) { database in
            try await withSpool(.model) { model in
                for spool in [database, model] {
                    for artwork in library { try await artwork.make(in: spool) }
                }
                for text in queries {
                    let expected = try await found(text, in: model)
                    #expect(try await found(text, in: database, limit: 7) == expected, "\(text)")
                    let stacks = try await found(text, in: model, isStacked: true)
                    #expect(try await found(text, in: database, limit: 7, isStacked: true) == stacks, "\(text)")
                    let query = try LibraryQuery(text: text)
                    let count = try await database.artworks.count(query, upTo: 100, in: calendar)
                    #expect(count == ArtworkCount(artworks: expected.count, isComplete: true), "\(text)")
                    let facets = LibraryFacet.allCases
                    let counts = try await model.artworks.facets(facets, of: query, in: calendar)
                    #expect(
                        try await database.artworks.facets(facets, of: query, in: calendar) == counts, "\(text)")
                }
            }
        }
    }
}

/// An artwork whose words are drawn from a few.
private struct RandomArtwork {
    let number: Int
    let prompt: String?
    let name: String
    let folder: String
    let tags: [String]
    let making: ArtworkMaking
    let isFavourite: Bool
    let isTrashed: Bool

    init(_ number: Int, using random: inout SplitMix64) {
        func words(_ most: Int) -> [String] {
            (0..<Int.random(in: 0...most, using: &random)).compactMap { _ in
                RandomQuery.words.randomElement(using: &random)
            }
        }
        self.number = number
        prompt = Bool.random(using: &random) ? words(5).joined(separator: " ") + "." : nil
        name = words(2).joined(separator: "-") + "n.txt"
        folder = Bool.random(using: &random) ? "inbox" : "Posters"
        tags = words(3)
        let isDrawn = Int.random(in: 0..<4, using: &random) > 0
        making = ArtworkMaking(
            backend: Bool.random(using: &random) ? "studio" : nil,
            model: Bool.random(using: &random) ? "Flux-2" : nil,
            seed: [nil, 7, UInt64.max].randomElement(using: &random) ?? nil,
            cost: Bool.random(using: &random) ? Money(micros: 50_000, currency: "USD") : nil,
            art: isDrawn
                ? ArtworkGrid(
                    columns: [40, 80, 120].randomElement(using: &random) ?? 80, rows: 20,
                    charset: [.ascii, .half, nil].randomElement(using: &random) ?? nil,
                    look: [.tone, .sharp, nil].randomElement(using: &random) ?? nil) : nil,
            likeness: RandomQuery.looks.randomElement(using: &random) ?? nil)
        isFavourite = Int.random(in: 0..<4, using: &random) == 0
        isTrashed = Int.random(in: 0..<5, using: &random) == 0
    }

    func make(in spool: SpoolRepositories) async throws {
        let made = try await spool.made(
            number, prompt: prompt, name: name, folder: folder, tags: tags, making: making)
        if isFavourite { _ = try await spool.artworks.change([made.job], .favourite(true)) }
        if isTrashed { _ = try await spool.artworks.change([made.job], .trash(9)) }
    }
}

/// Queries of words and keys that match some artworks.
private enum RandomQuery {
    static let words = [
        "cat", "Cat", "category", "sea", "Straße", "STRASSE", "in", "front", "고양이", "고양이를", "바다", "바", "국", "한국",
        "猫", "ねこ", "🦊", "👩‍👧", "e1f98a", "x3b1", "αβγ", "7", "café",
    ]
    /// Some look alike, more or less; some pictures have no look.
    static let looks: [Likeness?] =
        [nil]
        + [0, 1, 3, 0x7F, 0xFFF, 0xFFFF, 0xFFFF_0000].flatMap { hash in
            [false, true].map { Likeness(hash: hash, isFlat: $0, colors: [UInt8](repeating: 128, count: 48)) }
        }
    private static let filters = [
        "tag:sea", "tag:STRASSE", "tag:고양이", "tag:ca*", "tag:(cat|바다)", "tag:(c*|🦊)", "tag:nothing", "folder:posters",
        "folder:p*", "backend:Studio", "model:flux*", "seed:7", "seed:>5", "seed:18446744073709551615", "charset:half",
        "look:sharp", "source:dropped", "columns:>=80", "columns:40..80", "cost:>0.01", "cost:<0.05", "before:today",
        "after:1970-01-02", "made:1970-01", "is:favourite", "is:untagged", "is:trashed", "has:art", "has:prompt",
        "is:(favourite|trashed)",
    ]

    static func text(using random: inout SplitMix64) -> String {
        var parts: [String] = []
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let isNegated = Int.random(in: 0..<3, using: &random) == 0
            parts.append((isNegated ? "-" : "") + part(using: &random))
        }
        let sort =
            [nil, nil, "sort:oldest", "sort:rank", "sort:newest", "sort:likeness"].randomElement(using: &random) ?? nil
        return (parts + [sort].compactMap(\.self)).joined(separator: " ")
    }

    private static func part(using random: inout SplitMix64) -> String {
        func word() -> String { words.randomElement(using: &random) ?? "cat" }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return word()
        case 1: return word().prefix(2) + "*"
        case 2: return "\"\(word()) \(word())\""
        case 3: return "(\(word())|\(word()))"
        case 4:
            let known = Self.looks.compactMap(\.self)
            let two = (0..<2).map { _ in known.randomElement(using: &random)?.text ?? "" }
            return Bool.random(using: &random) ? "like:\(two[0])" : "like:(\(two[0])|\(two[1]))"
        default: return filters.randomElement(using: &random) ?? "tag:sea"
        }
    }
}
