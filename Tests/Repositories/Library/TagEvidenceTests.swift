import Domain
import Testing

@Suite("Tags that occur together")
struct TagEvidenceTests {
    @Test("Artworks that share a tag, a word or the folder are counted", arguments: SpoolKind.allCases)
    func counts(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            try await spool.made(1, prompt: "a red boat", tags: ["boat", "sea"])
            try await spool.made(2, prompt: "a blue boat", folder: "posters", tags: ["boat", "sea", "night"])
            let trashed = try await spool.made(3, prompt: "등대와 바다", tags: ["boat", "Fog"])
            _ = try await spool.artworks.change([trashed.job], .trash(9))
            try await spool.made(4, prompt: "등대", tags: ["night"])
            let artwork = try await spool.made(5, prompt: "the boat, 등대", tags: ["boat"])
            let (boat, sea, night) = (try Samples.tag("boat"), try Samples.tag("sea"), try Samples.tag("night"))
            let cues = artwork.tagCues + [.word("nothing"), .tag(try Samples.tag("unknown"))]
            let evidence = try await spool.tags.evidence(cues, except: artwork.number, sample: 10)
            #expect(
                evidence.samples == [
                    TagEvidence.Sample(.tag(boat), artworks: 2, counts: [boat: 2, sea: 2, night: 1]),
                    TagEvidence.Sample(.word("the"), artworks: 0, counts: [:]),
                    // The index has the words of tags too.
                    TagEvidence.Sample(.word("boat"), artworks: 2, counts: [boat: 2, sea: 2, night: 1]),
                    TagEvidence.Sample(.word("등대"), artworks: 1, counts: [night: 1]),
                    TagEvidence.Sample(.folder("inbox"), artworks: 2, counts: [boat: 1, sea: 1, night: 1]),
                    TagEvidence.Sample(.word("nothing"), artworks: 0, counts: [:]),
                    TagEvidence.Sample(.tag(try Samples.tag("unknown")), artworks: 0, counts: [:]),
                ])
            #expect(evidence.artworks == 5 && evidence.uses == [boat: 3, sea: 2, night: 2])
        }
    }

    @Test("A sample is the newest artworks; those in the trash use its places", arguments: SpoolKind.allCases)
    func bounded(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            for number in 1...4 { try await spool.made(number, tags: ["boat", "n\(number)"]) }
            let trashed = try await spool.made(5, tags: ["boat", "gone"])
            _ = try await spool.artworks.change([trashed.job], .trash(9))
            let cue = TagCue.tag(try Samples.tag("boat"))
            let evidence = try await spool.tags.evidence([cue], except: ArtworkNumber(4), sample: 3)
            let counts = try ["boat": 2, "n3": 1, "n2": 1].map { (try Samples.tag($0), $1) }
            let expected = Dictionary(uniqueKeysWithValues: counts)
            #expect(evidence.samples == [TagEvidence.Sample(cue, artworks: 2, counts: expected)])
            #expect(try await spool.tags.evidence([], except: ArtworkNumber(4), sample: 3).samples.isEmpty)
        }
    }

    @Test("A library without artworks", arguments: SpoolKind.allCases)
    func empty(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let evidence = try await spool.tags.evidence(
                [.folder("inbox")], except: ArtworkNumber(1), sample: 3)
            let sample = TagEvidence.Sample(.folder("inbox"), artworks: 0, counts: [:])
            #expect(evidence == TagEvidence(artworks: 0, uses: [:], samples: [sample]))
        }
    }
}
