import Domain
import Testing

@Suite("Tags that a model gave")
struct MachineTagTests {
    private func suggested(_ spool: SpoolRepositories, _ number: Int, _ tags: [String]) async throws -> Artwork {
        let artwork = try await spool.made(number, tags: ["mine"])
        let change = ArtworkChange.tags(added: [], removed: [], machine: try tags.map(Samples.tag))
        return try #require(try await spool.artworks.change([artwork.job], change).first?.after)
    }

    private func marked(_ artwork: Artwork?) -> [String] {
        (artwork?.machineTags ?? []).map(\.shown).sorted()
    }

    @Test("They are marked, and found; a tag that a person gave stays a person's", arguments: SpoolKind.allCases)
    func marks(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await suggested(spool, 1, ["sea", "MINE"])
            try await spool.made(2, tags: ["sea"])
            #expect(artwork.tags.map(\.shown) == ["mine", "sea"] && marked(artwork) == ["sea"])
            let query = try LibraryQuery(text: "is:autotagged")
            let calendar = LibraryCalendar(now: 9, today: LocalDay(year: 1970, month: 1, day: 1)) { _ in 0 }
            let page = try await spool.artworks.page(query, ArtworkRange(), in: calendar)
            #expect(page.artworks == [artwork])
            #expect(try await spool.tags.tags(beginning: "sea", limit: 1).map(\.artworks) == [2])
        }
    }

    @Test("One change takes all back, and can itself be taken back", arguments: SpoolKind.allCases)
    func off(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await suggested(spool, 1, ["sea", "fox"])
            let changed = try #require(try await spool.artworks.change([artwork.job], .withoutMachineTags).first)
            #expect(changed.after.tags.map(\.shown) == ["mine"] && changed.after.machineTags.isEmpty)
            #expect(try await spool.artworks.change([artwork.job], .withoutMachineTags).isEmpty)
            let difference = changed.difference(by: .withoutMachineTags)
            #expect(try await spool.artworks.takeBack(difference, of: [artwork.job]) == [artwork.job])
            #expect(try await spool.artworks.artwork(of: artwork.job) == artwork)
        }
    }

    @Test("A person who adds the tag makes it a person's, until that is taken back", arguments: SpoolKind.allCases)
    func kept(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await suggested(spool, 1, ["sea", "fox"])
            let change = ArtworkChange.tags(added: [try Samples.tag("SEA")], removed: [])
            let changed = try #require(try await spool.artworks.change([artwork.job], change).first)
            #expect(changed.after.tags == artwork.tags && marked(changed.after) == ["fox"])
            #expect(try await spool.artworks.change([artwork.job], change).isEmpty)
            _ = try await spool.artworks.takeBack(changed.difference(by: change), of: [artwork.job])
            #expect(try await spool.artworks.artwork(of: artwork.job) == artwork)
        }
    }

    @Test("The mark goes with a renamed tag, and ends where a person had the other one", arguments: SpoolKind.allCases)
    func renamed(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await suggested(spool, 1, ["see", "fox"])
            _ = try await spool.tags.rename(try Samples.tag("see"), to: try Samples.tag("sea"), merging: false)
            #expect(marked(try await spool.artworks.artwork(of: artwork.job)) == ["fox", "sea"])
            _ = try await spool.tags.rename(try Samples.tag("fox"), to: try Samples.tag("mine"), merging: true)
            let merged = try await spool.artworks.artwork(of: artwork.job)
            #expect(marked(merged) == ["sea"] && merged?.tags.map(\.shown) == ["mine", "sea"])
        }
    }

    @Test("A deleted tag comes back as it was", arguments: SpoolKind.allCases)
    func deleted(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await suggested(spool, 1, ["sea"])
            let other = try await spool.made(2, tags: ["sea"])
            let deleted = try #require(try await spool.tags.delete(try Samples.tag("sea")))
            #expect(deleted.machineJobs == [artwork.job] && deleted.parts.count == 2)
            for part in deleted.parts { _ = try await spool.artworks.takeBack(part.difference, of: part.jobs) }
            #expect(try await spool.artworks.artwork(of: artwork.job) == artwork)
            #expect(marked(try await spool.artworks.artwork(of: other.job)) == [])
        }
    }
}
