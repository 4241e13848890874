import Domain
import Testing

/// The database and the model give up the same.
@Suite("Retention")
struct RetentionTests {
    private let day: Int64 = 24 * 60 * 60 * 1_000

    private func picture(_ number: UInt8) throws -> Digest { try Samples.digest(number) }

    private func made(
        _ spool: SpoolRepositories, _ number: Int, size: Int64 = 100, prompt: String? = "a cat", tags: [String] = []
    ) async throws -> Artwork {
        try await spool.made(number, prompt: prompt, tags: tags, making: ArtworkMaking(pictureSize: size))
    }

    private func isNeeded(_ spool: SpoolRepositories, _ number: UInt8) async throws -> Bool {
        try await !spool.contents.neededPictures(among: [picture(number)]).isEmpty
    }

    @Test("A generated picture is kept, and its artwork knows the size", arguments: SpoolKind.allCases)
    func kept(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await made(spool, 1, size: 250)
            #expect(artwork.making.pictureSize == 250 && artwork.pictureRemoved == nil)
            #expect(try await isNeeded(spool, 1))
        }
    }

    @Test(
        "The oldest pictures beyond the bounds are given up, but not those of favourites", arguments: SpoolKind.allCases
    )
    func bytes(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artworks = [try await made(spool, 1), try await made(spool, 2), try await made(spool, 3)]
            _ = try await spool.artworks.change([artworks[0].job], .favourite(true))
            let bounds = RetentionBounds(bytes: 200)
            let preview = try await spool.retention.pictures(.generated, beyond: bounds, at: 10)
            #expect(preview == CleanUpAmount(pictures: 1, bytes: 100))
            let given = try await spool.retention.giveUpPictures(.generated, beyond: bounds, limit: 10, at: 10)
            #expect(given == GivenUp(pictures: [KeptPicture(digest: try picture(2), size: 100)]))
            #expect(try await spool.contents.removal(of: picture(2)) == 10)
            let second = try #require(try await spool.artworks.artwork(of: artworks[1].job))
            #expect(second.pictureRemoved == 10 && second.making.pictureSize == nil)
            #expect(try await isNeeded(spool, 1))
            let again = try await spool.retention.giveUpPictures(.generated, beyond: bounds, limit: 10, at: 11)
            #expect(again == GivenUp())
        }
    }

    @Test("Pictures are given up by age, in parts", arguments: SpoolKind.allCases)
    func age(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            for number in 1...3 { _ = try await made(spool, number) }
            let bounds = RetentionBounds(days: 1)
            let now = UTCMillis(day + 2)
            let first = try await spool.retention.giveUpPictures(.generated, beyond: bounds, limit: 1, at: now)
            #expect(first == GivenUp(pictures: [KeptPicture(digest: try picture(1), size: 100)], isPartial: true))
            let rest = try await spool.retention.giveUpPictures(.generated, beyond: bounds, limit: 5, at: now)
            #expect(rest.pictures.map(\.digest) == [try picture(2)] && !rest.isPartial)
            #expect(try await spool.contents.removal(of: picture(3)) == nil)
        }
    }

    @Test("What was delivered again is kept again, and no longer counts as removed", arguments: SpoolKind.allCases)
    func again(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await made(spool, 1)
            let none = RetentionBounds(days: 0)
            #expect(
                try await spool.retention.giveUpPictures(.generated, beyond: none, limit: 5, at: 5).pictures.count == 1)
            let job = try #require(try await spool.jobs.redeliver(artwork.job, token: 0, at: 6))
            try await spool.deliver(job, making: ArtworkMaking(pictureSize: 100), at: 7)
            let now = try #require(try await spool.artworks.artwork(of: artwork.job))
            #expect(now.pictureRemoved == nil && now.making.pictureSize == 100)
        }
    }

    @Test("The picture of an unfinished job is not given up", arguments: SpoolKind.allCases)
    func inUse(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await made(spool, 1)
            _ = try await spool.jobs.redeliver(artwork.job, token: 0, at: 2)
            let given = try await spool.retention.giveUpPictures(
                .generated, beyond: RetentionBounds(days: 0), limit: 5, at: 5)
            #expect(given == GivenUp())
        }
    }

    @Test("The trash is emptied of what has been there long enough, with its pictures", arguments: SpoolKind.allCases)
    func trash(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let first = try await made(spool, 1, prompt: "a lighthouse", tags: ["sea"])
            let second = try await made(spool, 2)
            let third = try await made(spool, 3)
            _ = try await spool.artworks.change([first.job], .trash(20))
            _ = try await spool.artworks.change([second.job], .trash(30))
            #expect(
                try await spool.retention.trashed(to: 20) == CleanUpAmount(artworks: 1, pictures: 1, bytes: 100))
            let given = try await spool.retention.emptyTrash(to: 20, limit: 10, at: 50)
            #expect(given == GivenUp(artworks: 1, pictures: [KeptPicture(digest: try picture(1), size: 100)]))
            #expect(try await spool.artworks.artwork(of: first.job) == nil)
            #expect(try await spool.artworks.artwork(of: second.job) != nil)
            #expect(try await spool.tags.tags(beginning: "", limit: 5).isEmpty)
            #expect(try await spool.artworks.artwork(of: third.job)?.trashed == nil)
            #expect(try await spool.jobs.job(first.job)?.state == .done)
            let words = try LibraryQuery(text: "lighthouse")
            let calendar = LibraryCalendar(now: 60, today: LocalDay(year: 1970, month: 1, day: 1)) { _ in 0 }
            #expect(try await spool.artworks.count(words, upTo: 5, in: calendar).artworks == 0)
        }
    }

    @Test("A picture that another artwork shows stays when one is erased", arguments: SpoolKind.allCases)
    func shared(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            // The samples' digests repeat after 256.
            let first = try await made(spool, 1)
            let second = try await made(spool, 257)
            #expect(first.picture.digest == second.picture.digest)
            _ = try await spool.artworks.change([first.job], .trash(20))
            #expect(try await spool.retention.trashed(to: 20) == CleanUpAmount(artworks: 1))
            let given = try await spool.retention.emptyTrash(to: 20, limit: 10, at: 50)
            #expect(given == GivenUp(artworks: 1, shared: [first.picture.digest]))
            #expect(try await isNeeded(spool, 1))
        }
    }

    @Test("Forgetting a job erases the trace of its removed picture", arguments: SpoolKind.allCases)
    func forgotten(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await made(spool, 1)
            _ = try await spool.retention.giveUpPictures(.generated, beyond: RetentionBounds(days: 0), limit: 5, at: 5)
            _ = try await spool.erasure.forget(artwork.job, at: 6)
            #expect(try await spool.contents.removal(of: picture(1)) == nil)
        }
    }

    @Test("Parts of the search index are merged until nothing is left to merge")
    func merged() async throws {
        try await withSpool { spool in
            for number in 1...40 { _ = try await made(spool, number, prompt: "word\(number) lighthouse") }
            var steps = 0
            while try await spool.retention.mergeIndex(), steps < 100 { steps += 1 }
            #expect(steps < 100)
            let calendar = LibraryCalendar(now: 60, today: LocalDay(year: 1970, month: 1, day: 1)) { _ in 0 }
            let query = try LibraryQuery(text: "lighthouse")
            #expect(try await spool.artworks.count(query, upTo: 100, in: calendar).artworks == 40)
        }
    }
}
