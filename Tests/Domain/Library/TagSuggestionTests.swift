import Domain
import Testing

@Suite("Suggestions of tags")
struct TagSuggestionTests {
    private func tag(_ text: String) throws -> Domain.Tag {
        let tag = Domain.Tag(text)
        return try #require(tag)
    }

    private func artwork(tags: [String] = [], prompt: String? = nil) throws -> Artwork {
        let digest = try #require(Digest(bytes: [UInt8](repeating: 7, count: 32)))
        return Artwork(
            number: ArtworkNumber(1), job: JobID(high: 1, low: 1), made: 1, source: .generated, name: "boat",
            folder: "inbox", prompt: prompt, picture: StoredPicture(digest: digest, format: .png),
            tags: try tags.map(tag))
    }

    private func sample(_ cue: TagCue, _ artworks: Int, _ counts: [String: Int]) throws -> TagEvidence.Sample {
        var tags: [Domain.Tag: Int] = [:]
        for (text, count) in counts { tags[try tag(text)] = count }
        return TagEvidence.Sample(cue, artworks: artworks, counts: tags)
    }

    private func ranked(
        _ artwork: Artwork, _ samples: [TagEvidence.Sample], uses: [String: Int], of artworks: Int = 1_000,
        limit: Int = 10
    ) throws -> [TagSuggestion] {
        var known: [Domain.Tag: Int] = [:]
        for (text, count) in uses { known[try tag(text)] = count }
        let evidence = TagEvidence(artworks: artworks, uses: known, samples: samples)
        return TagSuggestion.ranked(for: artwork, by: evidence, limit: limit)
    }

    @Test("The score is the damped share of the sample beyond the share of all artworks") func score() throws {
        let boat = try artwork(tags: ["boat"])
        let found = try ranked(
            boat, [try sample(.tag(try tag("boat")), 95, ["sea": 69, "boat": 95])], uses: ["sea": 200, "boat": 96])
        #expect(found.map(\.tag) == [try tag("sea")] && found.map(\.artworks) == [200])
        // 69 of 95, damped by 1 of 5, beyond 200 of 1,000.
        let score = try #require(found.first).score
        #expect(abs(score - 0.5) < 1e-9)
    }

    @Test("Votes add up, and words and folders weigh half of a tag") func votes() throws {
        let boat = try artwork(tags: ["boat"])
        let samples = [
            try sample(.tag(try tag("boat")), 95, ["sea": 69]), try sample(.word("blue"), 95, ["sea": 69, "sky": 49]),
            try sample(.folder("inbox"), 95, ["sky": 10]),
        ]
        let found = try ranked(boat, samples, uses: ["sea": 200, "sky": 200])
        #expect(found.map(\.tag.shown) == ["sea", "sky"])
        #expect(zip(found, [0.75, 0.15]).allSatisfy { abs($0.score - $1) < 1e-9 })
    }

    @Test("A tag that is common everywhere, one shared once and a weak one are left out") func leftOut() throws {
        let boat = try artwork(tags: ["boat"])
        let counts = ["everywhere": 60, "once": 1, "weak": 9]
        let found = try ranked(
            boat, [try sample(.tag(try tag("boat")), 95, counts)],
            uses: ["everywhere": 900, "once": 1, "weak": 10])
        #expect(found.isEmpty)
        #expect(try ranked(boat, [try sample(.folder("inbox"), 1, ["once": 1])], uses: ["once": 1], of: 3).isEmpty)
    }

    @Test("A frequent companion comes before a rare coincidence") func rare() throws {
        let boat = try artwork(tags: ["boat"])
        let found = try ranked(
            boat,
            [try sample(.tag(try tag("boat")), 100, ["sea": 90]), try sample(.word("of"), 2, ["rare": 2])],
            uses: ["sea": 300, "rare": 2])
        #expect(found.map(\.tag.shown) == ["sea", "rare"])
    }

    @Test("Equally good tags are ordered by name, whatever the order of the counts") func ties() throws {
        let boat = try artwork(tags: ["boat"])
        let names = ["fog", "Dawn", "ice", "gull", "Eel"]
        let counts = Dictionary(uniqueKeysWithValues: names.map { ($0, 50) })
        let samples = [try sample(.tag(try tag("boat")), 95, counts)]
        let found = try ranked(boat, samples, uses: counts, limit: 4)
        #expect(found.map(\.tag.shown) == ["Dawn", "Eel", "fog", "gull"])
    }

    @Test("Tags that the artwork has are never suggested, in any case") func known() throws {
        let boat = try artwork(tags: ["boat", "SEA"])
        #expect(
            try ranked(boat, [try sample(.folder("inbox"), 95, ["sea": 95])], uses: ["sea": 95]).isEmpty)
    }

    @Test("Cues are tags, words of the prompt and the folder; single letters are not") func cues() throws {
        let boat = try artwork(tags: ["Sea"], prompt: "A boat, a 등대")
        #expect(boat.tagCues == [.tag(try tag("sea")), .word("boat"), .word("등대"), .folder("inbox")])
        #expect(try artwork().tagCues == [.folder("inbox")])
        let words = (0..<100).map { "word\($0)" }.joined(separator: " ")
        let tags = (0..<64).map { "tag\($0)" }
        let cues = try artwork(tags: tags, prompt: words).tagCues
        #expect(cues.count == TagEvidence.mostTags + TagEvidence.mostWords + 1)
    }
}
