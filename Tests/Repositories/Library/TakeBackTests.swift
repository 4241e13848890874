import Domain
import Testing

@Suite("Taking changes of artworks back")
struct TakeBackTests {
    @Test("Tags come back as they were shown, unless they were changed since", arguments: SpoolKind.allCases)
    func tags(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let one = try await spool.made(1, tags: ["Draft"])
            let two = try await spool.made(2, tags: ["Draft"])
            let (sea, draft, night) = (try Samples.tag("sea"), try Samples.tag("draft"), try Samples.tag("night"))
            let change = ArtworkChange.tags(added: [sea], removed: [draft])
            let changed = try await spool.artworks.change([one.job, two.job], change)
            let differences = Set(changed.map { $0.difference(by: change) })
            let difference = try #require(differences.first)
            #expect(differences.count == 1)
            _ = try await spool.artworks.change([one.job], .tags(added: [night], removed: []))
            _ = try await spool.artworks.change([two.job], .tags(added: [], removed: [sea]))
            let stranger = Samples.jobID(7)
            #expect(try await spool.artworks.takeBack(difference, of: [one.job, two.job, stranger]) == [one.job])
            #expect(try await spool.artworks.artwork(of: one.job)?.tags.map(\.shown) == ["Draft", "night"])
            #expect(try await spool.artworks.artwork(of: two.job)?.tags == [])
            #expect(try await spool.artworks.takeBack(difference, of: [one.job]) == [])
            // The index of words follows.
            let calendar = LibraryCalendar(now: 1, today: LocalDay(year: 1970, month: 1, day: 1)) { _ in 0 }
            let found = try await spool.artworks.page(
                try LibraryQuery(text: "draft tag:draft"), ArtworkRange(), in: calendar)
            #expect(found.artworks.map(\.job) == [one.job])
        }
    }

    @Test("Marks and the trash come back with their times", arguments: SpoolKind.allCases)
    func marks(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let one = try await spool.made(1)
            let two = try await spool.made(2)
            _ = try await spool.artworks.change([one.job, two.job], .favourite(true))
            _ = try await spool.artworks.change([two.job], .favourite(false))
            #expect(try await spool.artworks.takeBack(.favourite(true), of: [one.job, two.job]) == [one.job])
            #expect(try await spool.artworks.artwork(of: one.job)?.isFavourite == false)

            _ = try await spool.artworks.change([one.job], .trash(50))
            let changed = try await spool.artworks.change([one.job], .trash(nil))
            let difference = try #require(changed.first).difference(by: .trash(nil))
            #expect(try await spool.artworks.takeBack(difference, of: [one.job]) == [one.job])
            #expect(try await spool.artworks.artwork(of: one.job)?.trashed == 50)
            // It was moved to the trash at another time since.
            #expect(try await spool.artworks.takeBack(.trash(from: nil, to: 40), of: [one.job]) == [])
        }
    }
}
