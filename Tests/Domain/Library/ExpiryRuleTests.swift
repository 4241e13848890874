import Domain
import Testing

@Suite("Rules of expiry")
struct ExpiryRuleTests {
    private let day: Int64 = 24 * 60 * 60 * 1_000

    private func artwork(
        made: Int64, size: Int64? = 10, isFavourite: Bool = false, trashed: UTCMillis? = nil
    ) throws -> Artwork {
        let digest = try #require(Digest(bytes: [UInt8](repeating: 1, count: 32)))
        return Artwork(
            number: ArtworkNumber(1), job: JobID(high: 1, low: 1), made: UTCMillis(made), source: .dropped, name: "a",
            folder: "inbox", making: ArtworkMaking(pictureSize: size),
            picture: StoredPicture(digest: digest, format: .png), isFavourite: isFavourite, trashed: trashed)
    }

    @Test("An artwork expires at its age, and favourites never do")
    func age() throws {
        let rule = ExpiryRule(query: LibraryQuery(), days: 2)
        let now = UTCMillis(3 * day)
        let nothing = CleanUpAmount()
        #expect(rule.expires(try artwork(made: day), after: nothing, at: now))
        #expect(!rule.expires(try artwork(made: day + 1), after: nothing, at: now))
        #expect(!rule.expires(try artwork(made: day, isFavourite: true), after: nothing, at: now))
        #expect(!rule.expires(try artwork(made: day, trashed: 5), after: nothing, at: now), "it is in the trash")
    }

    @Test("The newest stay: as many as the rule says, and as many as fit into its bytes")
    func newest() throws {
        let count = ExpiryRule(query: LibraryQuery(), count: 2)
        #expect(!count.expires(try artwork(made: 1), after: CleanUpAmount(artworks: 1), at: 9))
        #expect(count.expires(try artwork(made: 1), after: CleanUpAmount(artworks: 2), at: 9))
        let bytes = ExpiryRule(query: LibraryQuery(), bytes: 30)
        #expect(!bytes.expires(try artwork(made: 1), after: CleanUpAmount(bytes: 20), at: 9))
        #expect(bytes.expires(try artwork(made: 1), after: CleanUpAmount(bytes: 21), at: 9))
        // A picture that was removed takes no room.
        #expect(!bytes.expires(try artwork(made: 1, size: nil), after: CleanUpAmount(bytes: 30), at: 9))
    }

    @Test("What expires goes to the trash before the trash is emptied and pictures are removed")
    func tasks() {
        var retention = Retention()
        retention.expiry = [ExpiryRule(query: LibraryQuery(), days: 1), ExpiryRule(query: LibraryQuery(), count: 1)]
        let pictures: [CleanUpTask] = [.pictures(.generated), .pictures(.dropped), .index]
        #expect(retention.tasks == [.expiry(0), .expiry(1), .trash, .jobs] + pictures)
        // A refused file is found by its job.
        retention.failedDays = 7
        #expect(retention.tasks == [.expiry(0), .expiry(1), .trash, .refusedFiles, .jobs] + pictures)
    }
}
