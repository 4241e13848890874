import Domain
import Repositories
import Testing

@Suite("Artworks between libraries")
struct PortableArtworkTests {
    /// Lends two libraries, the first with three artworks.
    private func withLibraries(
        _ body: (SpoolDatabase, SpoolDatabase, [Artwork]) async throws -> Void
    ) async throws {
        try await withDatabases { one, other in
            let spool = one.repositories
            let making = ArtworkMaking(
                backend: "studio", model: "m-2", seed: 7, cost: Money(micros: 20_000, currency: "USD"),
                art: ArtworkGrid(columns: 80, rows: 30, charset: .sextant), pictureSize: 900,
                likeness: Likeness(hash: 5, isFlat: false, colors: [UInt8](repeating: 9, count: Likeness.colorBytes)))
            for number in [3, 1] {
                try await spool.made(number, prompt: "고양이 a cat", tags: ["sea", "바다"], making: making)
            }
            try await spool.made(2, prompt: nil, name: "sub/cat.png")
            let jobs = [3, 1, 2].map { Samples.jobID($0) }
            _ = try await spool.artworks.change([jobs[0]], .favourite(true))
            _ = try await spool.artworks.change([jobs[1]], .trash(77))
            _ = try await spool.artworks.tellApart([jobs[0], jobs[2]], true)
            var artworks: [Artwork] = []
            for job in jobs { artworks.append(try #require(try await spool.artworks.artwork(of: job))) }
            try await body(one, other, artworks)
        }
    }

    private func withDatabases(_ body: (SpoolDatabase, SpoolDatabase) async throws -> Void) async throws {
        try await withFolder { one in
            try await withFolder { other in
                let databases = try [one, other].map { try SpoolDatabase(folder: $0) }
                try await body(databases[0], databases[1])
                for database in databases { await database.close() }
            }
        }
    }

    private let outbox = FolderPath("/srv/other")
    private static let calendar = LibraryCalendar(now: 0, today: LocalDay(year: 1970, month: 1, day: 1)) { _ in 0 }

    @Test("Another library has the artworks in their order, with everything that was known of them")
    func whole() async throws {
        try await withLibraries { one, other, artworks in
            let portable = try await one.portableArtworks.portable(artworks)
            #expect(portable.map(\.artwork) == artworks)
            #expect(portable[0].apart == [artworks[2].job] && portable[1].apart == [])
            for artwork in portable {
                let hasPicture = artwork.artwork.making.pictureSize != nil
                #expect(
                    try await other.portableArtworks.add(artwork, outbox: outbox, hasPicture: hasPicture, at: 100)
                        == .added)
            }
            var there: [Artwork] = []
            for artwork in artworks {
                there.append(try #require(try await other.repositories.artworks.artwork(of: artwork.job)))
            }
            #expect(there.map(\.number) == there.map(\.number).sorted())
            #expect(try await other.portableArtworks.portable(there).map { $0.numbered(like: artworks) } == portable)
            let words = try LibraryQuery(text: "고양이 tag:바다")
            let page = try await other.repositories.artworks.page(words, ArtworkRange(), in: Self.calendar)
            #expect(page.artworks.map(\.job) == [artworks[0].job])
        }
    }

    @Test("An artwork has a finished job, which can be shown, delivered again and forgotten")
    func job() async throws {
        try await withLibraries { one, other, artworks in
            for artwork in try await one.portableArtworks.portable(artworks) {
                _ = try await other.portableArtworks.add(artwork, outbox: outbox, hasPicture: true, at: 100)
            }
            let spool = other.repositories
            let job = try #require(try await spool.jobList.timeline(artworks[0].job)).job
            #expect(job.state == .done && job.outbox == outbox && job.folder == "inbox" && job.outputs == [])
            #expect(job.request?.prompt == "고양이 a cat" && job.picture == artworks[0].picture)
            let counts = try await spool.jobList.counts().filter { $0.value > 0 }
            #expect(counts == ["done": 3])
            let again = try await spool.jobs.redeliver(artworks[0].job, token: 0, at: 200)
            #expect(again?.state == .queued || again?.state == .generated, "\(String(describing: again?.state))")
            guard case .success = try await spool.erasure.forget(artworks[2].job, at: 300) else {
                Issue.record("not forgotten")
                return
            }
            let forgotten = try await one.portableArtworks.portable([artworks[2]])
            #expect(
                try await other.portableArtworks.add(forgotten[0], outbox: outbox, hasPicture: true, at: 400)
                    == .forgotten)
        }
    }

    @Test("Repeating an import changes nothing; what is missing is added, and nothing is taken away")
    func merged() async throws {
        try await withLibraries { one, other, artworks in
            let portable = try await one.portableArtworks.portable(artworks)
            for _ in 1...2 {
                for artwork in portable {
                    _ = try await other.portableArtworks.add(artwork, outbox: outbox, hasPicture: false, at: 100)
                }
            }
            let first = artworks[0].job
            #expect(
                try await other.portableArtworks.add(portable[0], outbox: outbox, hasPicture: false, at: 100)
                    == .unchanged)
            let there = other.repositories.artworks
            _ = try await there.change(
                [first], .tags(added: [try Samples.tag("mine")], removed: [try Samples.tag("sea")]))
            _ = try await there.change([first], .favourite(false))
            #expect(
                try await other.portableArtworks.add(portable[0], outbox: outbox, hasPicture: false, at: 100) == .merged
            )
            let now = try #require(try await there.artwork(of: first))
            #expect(now.tags.map(\.shown) == ["mine", "sea", "바다"] && now.isFavourite)
            // The picture comes later.
            #expect(now.making.pictureSize == nil)
            #expect(
                try await other.portableArtworks.add(portable[0], outbox: outbox, hasPicture: true, at: 100) == .merged)
            #expect(try await there.artwork(of: first)?.making.pictureSize == 900)
            let needed = try await other.repositories.contents.neededPictures(among: [artworks[0].picture.digest])
            #expect(needed == [artworks[0].picture.digest])
        }
    }

    @Test("A picture that was removed there stays a removed one, unless it is kept here")
    func removed() async throws {
        try await withLibraries { one, other, artworks in
            let bounds = RetentionBounds(days: 0, bytes: 0)
            _ = try await one.repositories.retention.giveUpPictures(.generated, beyond: bounds, limit: 10, at: 500)
            let spool = one.repositories.artworks
            let trashed = try #require(try await spool.artwork(of: artworks[1].job))
            #expect(trashed.pictureRemoved == 500)
            let portable = try await one.portableArtworks.portable([trashed])
            _ = try await other.portableArtworks.add(portable[0], outbox: outbox, hasPicture: false, at: 600)
            #expect(try await other.repositories.artworks.artwork(of: trashed.job)?.pictureRemoved == 500)
        }
    }

    @Test("The job of an unfinished order is left alone")
    func unfinished() async throws {
        try await withLibraries { one, other, artworks in
            _ = try await other.repositories.accepted(3)
            let portable = try await one.portableArtworks.portable([artworks[0]])
            #expect(
                try await other.portableArtworks.add(portable[0], outbox: outbox, hasPicture: false, at: 600)
                    == .unfinished)
        }
    }
}

extension PortableArtwork {
    /// The same artwork with the number that it has in another library.
    fileprivate func numbered(like artworks: [Artwork]) -> PortableArtwork {
        guard let number = artworks.first(where: { $0.job == artwork.job })?.number else { return self }
        var same = self
        same.artwork = artwork.numbered(number)
        return same
    }
}
