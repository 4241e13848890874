import Domain
import Testing

@Suite("Tags")
struct TagTests {
    @Test("Tags that differ in case or composition are one, shown as typed first", arguments: SpoolKind.allCases)
    func same(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            try await spool.made(1, tags: ["Caf\u{E9}", "Straße"])
            let second = try await spool.made(2, tags: ["CAFE\u{301}", "strasse"])
            #expect(second.tags.map(\.shown) == ["Café", "Straße"])
            let counts = try await spool.tags.tags(beginning: "", limit: 9)
            #expect(counts.map(\.artworks) == [2, 2])
        }
    }

    @Test("Tags are listed by use, those that begin as asked", arguments: SpoolKind.allCases)
    func list(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            try await spool.made(1, tags: ["sea", "seal", "🦊"])
            try await spool.made(2, tags: ["sea", "night"])
            let last = try await spool.made(3, tags: ["seal", "sea"])
            let tags = try await spool.tags.tags(beginning: "SE", limit: 9)
            #expect(
                tags == [
                    TagCount(tag: try Samples.tag("sea"), artworks: 3),
                    TagCount(tag: try Samples.tag("seal"), artworks: 2),
                ])
            #expect(try await spool.tags.tags(beginning: "🦊", limit: 9).count == 1)
            #expect(try await spool.tags.tags(beginning: "", limit: 1).map(\.tag.shown) == ["sea"])
            _ = try await spool.artworks.change([last.job], .trash(9))
            #expect(try await spool.tags.tags(beginning: "se", limit: 9).map(\.artworks) == [2, 1])
            _ = try await spool.artworks.change([last.job], .trash(nil))
            #expect(try await spool.tags.tags(beginning: "se", limit: 9).map(\.artworks) == [3, 2])
        }
    }

    @Test("Tags are added and removed; one that nothing has any more is gone", arguments: SpoolKind.allCases)
    func changed(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await spool.made(1, tags: ["draft"])
            let change = ArtworkChange.tags(
                added: [try Samples.tag("sea"), try Samples.tag("등대")], removed: [try Samples.tag("DRAFT")])
            #expect(
                try await spool.artworks.change([artwork.job], change).map { $0.after.tags.map(\.shown) } == [
                    ["sea", "등대"]
                ])
            #expect(try await spool.artworks.change([artwork.job], change).isEmpty)
            #expect(try await spool.tags.tags(beginning: "d", limit: 9).isEmpty)
        }
    }

    @Test("Renaming onto another tag merges only if that is wanted", arguments: SpoolKind.allCases)
    func rename(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let one = try await spool.made(1, tags: ["see", "night"])
            let two = try await spool.made(2, tags: ["sea", "see"])
            try await spool.made(3, tags: ["sea"])
            let (see, sea) = (try Samples.tag("see"), try Samples.tag("sea"))
            #expect(try await spool.tags.rename(see, to: sea, merging: false) == .exists(artworks: 2))
            #expect(try await spool.artworks.artwork(of: one.job)?.tags.contains(see) == true)
            #expect(try await spool.tags.rename(see, to: sea, merging: true) == .renamed(artworks: 3, earlier: nil))
            #expect(try await spool.artworks.artwork(of: two.job)?.tags == [sea])
            #expect(try await spool.tags.rename(see, to: sea, merging: true) == .noSuchTag)
            let renamed = try await spool.tags.rename(sea, to: try Samples.tag("SEA"), merging: false)
            #expect(renamed == .renamed(artworks: 3, earlier: sea))
            #expect(try await spool.tags.tags(beginning: "sea", limit: 9).map(\.tag.shown) == ["SEA"])
        }
    }

    @Test("A deleted tag leaves its artworks", arguments: SpoolKind.allCases)
    func delete(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await spool.made(1, tags: ["sea", "night"])
            let deleted = try #require(try await spool.tags.delete(try Samples.tag("Night")))
            #expect(deleted.tag.shown == "night" && deleted.jobs == [artwork.job])
            #expect(try await spool.tags.delete(try Samples.tag("night")) == nil)
            #expect(try await spool.artworks.artwork(of: artwork.job)?.tags.map(\.shown) == ["sea"])
        }
    }
}
