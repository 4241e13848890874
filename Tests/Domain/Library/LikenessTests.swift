import Domain
import Testing

@Suite("Likenesses")
struct LikenessTests {
    private static let grey = [UInt8](repeating: 128, count: Likeness.colorBytes)

    /// A look whose hash differs in `bits` bits from 0, and whose areas all differ by `color` steps of lightness.
    private func look(_ bits: Int, color: UInt8 = 0, isFlat: Bool = false) -> Likeness {
        var colors = Self.grey
        for index in stride(from: 0, to: colors.count, by: 3) { colors[index] += color }
        return Likeness(hash: bits == 64 ? .max : 1 << UInt64(bits) - 1, isFlat: isFlat, colors: colors)
    }

    @Test("A likeness is read again from its bytes and its text")
    func codec() throws {
        var random = SplitMix64(seed: 4)
        for number in 0..<20 {
            let colors = (0..<Likeness.colorBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
            let likeness = Likeness(hash: random.next(), isFlat: number % 3 == 0, colors: colors)
            #expect(Likeness(bytes: likeness.bytes) == likeness)
            #expect(likeness.text.count == 114 && Likeness(text: likeness.text) == likeness)
            #expect(Likeness(text: likeness.text.uppercased()) == likeness)
        }
    }

    @Test("Anything else is no likeness")
    func foreign() {
        let bytes = look(5).bytes
        #expect(Likeness(bytes: bytes.dropLast()) == nil && Likeness(bytes: bytes + [0]) == nil)
        #expect(Likeness(bytes: [0x20] + bytes.dropFirst()) == nil && Likeness(bytes: [UInt8]()) == nil)
        let text = look(5).text
        #expect(Likeness(text: "") == nil && Likeness(text: text + "00") == nil)
        #expect(Likeness(text: text.dropLast() + "g") == nil)
    }

    @Test("A picture is a duplicate, looks alike or doesn't, by its bits and its colours, at and beyond the bounds")
    func bounds() {
        // A step of lightness is 0.39 of an Oklab distance.
        for (bits, color, resemblance) in [
            (0, 0, .duplicate), (6, 20, .duplicate), (7, 0, .similar), (0, 21, .similar), (14, 41, .similar),
            (15, 0, nil), (0, 42, nil), (64, 0, nil),
        ] as [(Int, UInt8, Resemblance?)] {
            let distance = look(0).distance(to: look(bits, color: color))
            #expect(distance?.resemblance == resemblance, "\(bits) bits, colour \(color)")
            #expect(distance == look(bits, color: color).distance(to: look(0)))
        }
    }

    @Test("Duplicates are nearer than pictures that only look alike, then fewer differences are")
    func order() throws {
        let distances = try [(0, 0), (0, 9), (6, 0), (6, 20), (7, 0), (7, 9), (14, 0), (14, 41)].map { bits, color in
            let distance = look(0).distance(to: look(bits, color: UInt8(color)))
            return try #require(distance)
        }
        #expect(distances == distances.sorted() && Set(distances).count == distances.count)
        #expect(distances.allSatisfy { (0..<LikenessDistance.farthest).contains($0.value) })
    }

    @Test("Pictures without detail are compared by their colours alone, and are never duplicates")
    func flat() {
        let white = look(0, isFlat: true)
        #expect(white.distance(to: look(40, isFlat: true))?.resemblance == .similar)
        #expect(white.distance(to: look(0, color: 7, isFlat: true))?.resemblance == .similar)
        #expect(white.distance(to: look(0, color: 8, isFlat: true)) == nil)
        #expect(white.distance(to: look(0)) == nil && look(0).distance(to: white) == nil)
    }
}

@Suite("Searches by look")
struct LikeTargetTests {
    private static let calendar = LibraryCalendar(
        now: 0, today: LocalDay(year: 1970, month: 1, day: 1), start: { _ in 0 })

    private static func look(_ hash: UInt64, color: UInt8 = 128) -> Likeness {
        Likeness(hash: hash, isFlat: false, colors: [UInt8](repeating: color, count: Likeness.colorBytes))
    }

    private func artwork(_ number: Int64, _ likeness: Likeness?) throws -> Artwork {
        let digest = try #require(Digest(bytes: [UInt8](repeating: 0, count: 32)))
        return Artwork(
            number: ArtworkNumber(number), job: JobID(high: 1, low: UInt64(number)), made: 0, source: .dropped,
            name: "cat", folder: "inbox", making: ArtworkMaking(likeness: likeness),
            picture: StoredPicture(digest: digest, format: .png))
    }

    @Test("A likeness finds what looks like it, and negated what doesn't")
    func likeness() throws {
        let near = try LibraryQuery(text: "like:\(Self.look(0).text)")
        let far = try LibraryQuery(text: "-like:\(Self.look(0).text)")
        for (hash, isFound) in [(0, true), (0xFF, true), (0x7FFF, false)] as [(UInt64, Bool)] {
            let artwork = try artwork(1, Self.look(hash))
            #expect(near.matches(artwork, in: Self.calendar) == isFound)
            #expect(far.matches(artwork, in: Self.calendar) == !isFound)
        }
        let unknown = try artwork(1, nil)
        #expect(!near.matches(unknown, in: Self.calendar) && far.matches(unknown, in: Self.calendar))
    }

    @Test("An artwork's ID means nothing until it is looked up, and never finds that artwork or one told apart from it")
    func resolved() throws {
        let query = try LibraryQuery(text: "like:8YXFJW cat")
        #expect(query.text == "like:8yxfjw cat" && query.likeReferences.map(\.text) == ["8yxfjw"])
        let part = try #require(query.likeReferences.first)
        let artworks = try (1...3).map { try artwork($0, Self.look(0)) }
        #expect(artworks.allSatisfy { !query.matches($0, in: Self.calendar) })
        let known = query.resolving([part: (Self.look(1), [ArtworkNumber(1), ArtworkNumber(3)])])
        #expect(artworks.filter { known.matches($0, in: Self.calendar) }.map(\.number.value) == [2])
        #expect(known.text == query.text)
    }

    @Test("Of alternatives the nearest counts, of several conditions the one that is met least")
    func distance() throws {
        let (zero, one) = (Self.look(0), Self.look(0xF))
        let either = try LibraryQuery(text: "like:(\(zero.text)|\(one.text))")
        let both = try LibraryQuery(text: "like:\(zero.text) like:\(one.text)")
        let number = ArtworkNumber(1)
        #expect(either.distance(of: one, number)?.value == 0)
        #expect(both.distance(of: one, number) == zero.distance(to: one))
        #expect(both.distance(of: Self.look(0xFF << 20), number) == one.distance(to: Self.look(0xFF << 20)))
        #expect(both.distance(of: Self.look(0xFFF << 20), number) == nil)
        #expect(try LibraryQuery(text: "cat").distance(of: zero, number) == nil)
    }

    @Test("The nearest come first unless another order is asked for")
    func sort() throws {
        let look = Self.look(0).text
        #expect(try LibraryQuery(text: "like:\(look)").sort == .likeness)
        #expect(try LibraryQuery(text: "sort:newest like:\(look)").sort == .newest)
        #expect(try LibraryQuery(text: "-like:\(look)").sort == .newest)
        let query = try LibraryQuery(text: "like:\(look)")
        let scores = try [0, 1, 7].map { query.score(try artwork(1, Self.look($0))) }
        #expect(scores == scores.sorted(by: >) && Set(scores).count == 3)
    }
}
