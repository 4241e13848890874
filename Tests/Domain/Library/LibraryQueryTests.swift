import Domain
import Testing

@Suite("Meaning of searches")
struct LibraryQueryTests {
    /// 2026-11-25, 12:00 in a zone nine hours east of UTC.
    private static let now: UTCMillis = 1_795_575_600_000
    private static let day: Int64 = 86_400_000
    /// The start of a day in that zone.
    private static let calendar = LibraryCalendar(now: now, today: LocalDay(year: 2026, month: 11, day: 25)) { day in
        var (days, count) = (LocalDay(year: 2026, month: 11, day: 25), Int64(0))
        while days < day { (days, count) = (days.next, count + 1) }
        while day < days { (days, count) = (days.previous, count - 1) }
        return now - 12 * 3_600_000 + count * 86_400_000
    }

    private func matches(_ text: String, _ artwork: Artwork) throws -> Bool {
        try LibraryQuery(text: text).matches(artwork, in: Self.calendar)
    }

    private func check(
        _ artwork: Artwork, has matching: [String], not others: [String], _ location: SourceLocation = #_sourceLocation
    ) throws {
        for text in matching {
            #expect(try matches(text, artwork), "\(text)", sourceLocation: location)
            guard !text.isEmpty, !text.contains(" ") else { continue }
            let negated = text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text
            #expect(try !matches(negated, artwork), "\(negated)", sourceLocation: location)
        }
        for text in others { #expect(try !matches(text, artwork), "\(text)", sourceLocation: location) }
    }

    @Test("the month of a moment is that of the zone, however far from today") func months() {
        // The start of December there is 15:00 of the day before in UTC.
        let december: UTCMillis = 1_796_050_800_000
        #expect(Self.calendar.month(of: december) == LocalDay(year: 2026, month: 12, day: 1))
        #expect(Self.calendar.month(of: december - 1) == LocalDay(year: 2026, month: 11, day: 1))
        #expect(Self.calendar.month(of: 0) == LocalDay(year: 1970, month: 1, day: 1))
        #expect(Self.calendar.month(of: UTCMillis(-9 * 3_600_000 - 1)) == LocalDay(year: 1969, month: 12, day: 1))
    }

    @Test("words are searched in the prompt, the name and the tags; all of them are needed") func words() throws {
        let artwork = try sample(name: "poster-7", prompt: "A cat in front of 대한민국", tags: ["바다", "Two Words"])
        try check(
            artwork,
            has: [
                "", "cat", "CAT", "한민", "poster", "7", "바다", "two", "cat poster 바다", "\"in front of\"", "in-front",
                "(dog|cat)", "po*", "cat -dog", "-dog", "-(dog|bird)", "\"two words\"", "cat tag:바다",
            ],
            not: ["dog", "cat dog", "-cat", "cat -poster", "\"cat of\"", "\"words a\"", "민국한", "cats", "-(dog|cat)"])
    }

    @Test("tag: whole tags, beginnings, groups") func tag() throws {
        let artwork = try sample(tags: ["Sea", "trip/2026/서울", "two words", "a/"])
        try check(
            artwork,
            has: [
                "tag:sea", "tag:SEA", "tag:(lake|sea)", "tag:trip/", "tag:trip/2026/", "tag:s*", "tag:\"two words\"",
                "tag:\"  sea \"", "tag:*", "태그:sea", "tag:sea -tag:lake", "tag:a\\/", "tag:trip/2026/서*",
            ],
            not: [
                "tag:se", "tag:trip", "tag:sea/", "tag:two", "tag:(lake|river)", "tag:lake -tag:sea", "-tag:trip/",
                "tag:\"trip/\"",
            ])
        try check(sample(), has: ["-tag:sea"], not: ["tag:*", "tag:sea"])
    }

    @Test("folder:, backend: and model: compare names without case") func names() throws {
        let artwork = try sample(folder: "Posters", backend: "studio", model: "black-forest/FLUX.1")
        try check(
            artwork,
            has: [
                "folder:posters", "folder:(inbox|posters)", "backend:Studio", "model:black-forest/flux.1",
                "model:black-forest/", "model:black*", "backend:*", "folder:post*",
            ],
            not: ["folder:poster", "backend:sketch", "model:flux", "folder:inbox"])
        try check(
            sample(backend: nil, model: nil), has: ["-backend:studio", "-model:*"], not: ["backend:*", "model:x"])
    }

    @Test("seed: numbers of 64 bits") func seed() throws {
        try check(sample(seed: 7), has: ["seed:7", "seed:<8", "seed:(6|7)", "seed:0..7"], not: ["seed:8", "seed:>7"])
        try check(sample(seed: .max), has: ["seed:18446744073709551615", "seed:>7"], not: ["seed:0"])
        try check(sample(seed: nil), has: ["-seed:7"], not: ["seed:0", "seed:>=0"])
    }

    @Test("columns: the width of the art, at and beside its bounds") func columns() throws {
        let artwork = try sample(grid: ArtworkGrid(columns: 100, rows: 50, charset: .half, look: .sharp))
        try check(
            artwork,
            has: [
                "columns:100", "columns:>=100", "columns:<=100", "columns:>99", "columns:<101", "columns:100..100",
                "columns:80..120", "columns:(80|100)",
            ],
            not: ["columns:99", "columns:>100", "columns:<100", "columns:101..200", "columns:>=101", "columns:<=99"])
        try check(sample(grid: nil), has: ["-columns:100"], not: ["columns:>=0"])
    }

    @Test("cost: amounts in any currency") func cost() throws {
        let artwork = try sample(cost: Money(micros: 50_000, currency: "EUR"))
        try check(
            artwork, has: ["cost:0.05", "cost:>0.04", "cost:>=0.05", "cost:0.01..0.1"],
            not: ["cost:>0.05", "cost:<0.05", "cost:0"])
        try check(sample(cost: Money(micros: 0, currency: "USD")), has: ["cost:0", "cost:<1"], not: ["cost:>0"])
        try check(sample(cost: nil), has: ["-cost:>=0"], not: ["cost:0"])
    }

    @Test("charset: and look: know what was chosen") func art() throws {
        let artwork = try sample(grid: ArtworkGrid(columns: 1, rows: 1, charset: .union([.half, .ascii]), look: .tone))
        try check(
            artwork, has: ["charset:half", "charset:ascii", "look:tone", "charset:(box|half)"],
            not: ["charset:box", "look:sharp"])
        try check(sample(grid: nil), has: ["-look:tone", "-charset:half"], not: ["look:tone", "charset:half"])
    }

    @Test("source: generated or dropped") func source() throws {
        try check(sample(source: .generated), has: ["source:generated", "출처:생성"], not: ["source:dropped"])
        try check(
            sample(source: .dropped), has: ["source:dropped", "source:(generated|dropped)"], not: ["source:generated"])
    }

    @Test("is:favourite") func favourite() throws {
        try check(sample(isFavourite: true), has: ["is:favourite", "is:favorite", "상태:즐겨찾기"], not: ["is:trashed"])
        try check(sample(isFavourite: false), has: ["-is:favourite"], not: ["is:favourite"])
    }

    @Test("is:autotagged finds artworks with a tag that only a model gave") func autotagged() throws {
        var artwork = try sample(tags: ["sea", "mine"])
        try check(artwork, has: ["-is:autotagged"], not: ["is:autotagged"])
        artwork.machineTags = Set(artwork.tags.prefix(1))
        try check(artwork, has: ["is:autotagged", "상태:자동태그"], not: ["is:untagged"])
    }

    @Test("is:untagged finds artworks without any tag, and no others") func untagged() throws {
        try check(sample(tags: []), has: ["is:untagged", "cat is:untagged", "is:(favourite|untagged)"], not: ["tag:*"])
        try check(sample(tags: ["sea"]), has: ["-is:untagged"], not: ["is:untagged", "cat is:untagged"])
    }

    @Test("the trash is left out unless is:trashed is written") func trash() throws {
        let trashed = try sample(tags: ["sea"], trashed: Self.now)
        try check(trashed, has: ["is:trashed"], not: ["", "cat", "tag:sea", "-is:untagged", "-is:favourite"])
        #expect(try matches("cat is:trashed", trashed) && matches("is:(favourite|trashed)", trashed))
        #expect(try !matches("-is:trashed", trashed) && !matches("dog is:trashed", trashed))
        #expect(try matches("-is:trashed", sample()) && !matches("is:trashed", sample()))
        #expect(try LibraryQuery(text: "cat 상태:휴지통").includesTrash)
    }

    @Test("has: picture, art, prompt") func part() throws {
        let grid = ArtworkGrid(columns: 1, rows: 1, charset: .half, look: .tone)
        try check(sample(prompt: "cat", grid: grid), has: ["has:prompt", "has:art", "has:picture"], not: [])
        try check(
            sample(prompt: nil, grid: nil), has: ["has:picture", "-has:art"],
            not: ["has:prompt", "has:art", "has:(art|prompt)"])
    }

    @Test(
        "before: and after: exclude the day that is named, and made: is that day",
        arguments: [
            // The text, and the offsets from the start of 2026-11-01 that are before, within and after.
            ("2026-11-01", -1, 0, day - 1, day), ("2026-11", -1, 0, 30 * day - 1, 30 * day),
            ("2026", -304 * day - 1, -304 * day, 61 * day - 1, 61 * day),
            ("today", 24 * day - 1, 24 * day, 25 * day - 1, 25 * day),
            ("yesterday", 23 * day - 1, 23 * day, 24 * day - 1, 24 * day),
        ])
    func days(_ text: String, _ before: Int64, _ first: Int64, _ last: Int64, _ after: Int64) throws {
        let start = Self.calendar.start(LocalDay(year: 2026, month: 11, day: 1))
        for (offset, key) in [(before, "before"), (first, "made"), (last, "made"), (after, "after")] {
            for other in ["before", "made", "after"] {
                let isFound = try matches("\(other):\(text)", sample(made: start + offset))
                #expect(isFound == (other == key), "\(other):\(text) at \(offset)")
            }
        }
    }

    @Test("a span is a moment before now: made: and after: are since then") func spans() throws {
        for (offset, isSince) in [(-14 * Self.day - 1, false), (-14 * Self.day, true), (0, true)] as [(Int64, Bool)] {
            let artwork = try sample(made: Self.now + offset)
            for text in ["2w", "14d", "336h"] {
                #expect(try matches("after:\(text)", artwork) == isSince && matches("made:\(text)", artwork) == isSince)
                #expect(try matches("before:\(text)", artwork) == !isSince)
            }
        }
    }

    @Test("a time that people can write, and no other") func times() {
        let day = LocalDay(year: 2026, month: 2, day: 28)
        let times: [(String, LibraryTime?)] = [
            ("2026-02-28", .day(day)), ("2026-02", .month(LocalDay(year: 2026, month: 2, day: 1))), ("오늘", .today),
            ("YESTERDAY", .yesterday), ("2w", .ago(.seconds(1_209_600))), ("1.5h", .ago(.seconds(5400))),
            ("2026-02-29", nil), ("2026-2", nil), ("26", nil), ("2026-13", nil), ("w", nil), ("-2w", nil),
            ("9999w", nil),
            ("2026-11-01T10:00:00Z", nil), ("", nil), ("101000d", nil), ("99999999999999999999w", nil),
        ]
        for (text, time) in times { #expect(LibraryTime(text: text) == time, "\(text)") }
    }

    @Test("the days beside a day") func neighbours() {
        for (day, next) in [
            ("2026-11-30", "2026-12-01"), ("2026-12-31", "2027-01-01"), ("2028-02-28", "2028-02-29"),
            ("2026-02-28", "2026-03-01"),
        ] {
            #expect(LocalDay(text: day)?.next.text == next && LocalDay(text: next)?.previous.text == day)
        }
    }

    @Test("random queries over a random library: the words' tokens never miss a result", arguments: 0..<4)
    func neverMisses(_ part: Int) throws {
        var source = RandomQueries(seed: UInt64(100 + part))
        var texts = RandomSearchTexts(seed: UInt64(part))
        let library = try (0..<40).map { _ in
            try sample(name: texts.text(), prompt: texts.text(), tags: [texts.text(), texts.text()])
        }
        var found = 0
        for _ in 0..<150 {
            guard let query = try? LibraryQuery(text: source.text()) else { continue }
            for artwork in library where query.matches(artwork, in: Self.calendar) {
                found += 1
                #expect(query.isCandidate(SearchDocument(artwork)), "\(query.text)")
            }
        }
        #expect(found > 0)
    }
}

extension LibraryQuery {
    /// Whether every condition that asks for words has an alternative with all of its tokens in the document.
    fileprivate func isCandidate(_ document: SearchDocument) -> Bool {
        conditions.allSatisfy { condition in
            guard !condition.isNegated, case .words(let terms) = condition.filter else { return true }
            return terms.contains { $0.plan.isCandidate(document) }
        }
    }
}

private func sample(
    made: UTCMillis = 0, source: ArtworkSource = .generated, name: String = "cat", folder: String = "inbox",
    prompt: String? = "a cat", backend: String? = "studio", model: String? = "flux", seed: UInt64? = 7,
    cost: Money? = nil, grid: ArtworkGrid? = nil, tags: [String] = [], isFavourite: Bool = false,
    trashed: UTCMillis? = nil
) throws -> Artwork {
    let digest = try #require(Digest(bytes: [UInt8](repeating: 0, count: 32)))
    return Artwork(
        number: ArtworkNumber(1), job: JobID(high: 1, low: 2), made: made, source: source, name: name, folder: folder,
        prompt: prompt,
        making: ArtworkMaking(backend: backend, model: model, seed: seed, cost: cost, art: grid),
        picture: StoredPicture(digest: digest, format: .png),
        tags: tags.compactMap { Tag($0) }, isFavourite: isFavourite, trashed: trashed)
}
