import Domain
import MVISimulation
import Testing

@Suite("Artworks")
struct ArtworkTests {
    @Test("A duplicate's job keeps the artwork's name until it is retried", arguments: SpoolKind.allCases)
    func duplicate(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let first = try await spool.made(1, prompt: nil)
            let digest = first.picture.digest
            #expect(try await spool.artworks.newest(of: digest, droppedInto: "inbox") == first.job)
            #expect(try await spool.artworks.newest(of: digest, droppedInto: "posters") == nil)
            let generated = try await spool.made(3)
            #expect(try await spool.artworks.newest(of: generated.picture.digest, droppedInto: "inbox") == nil)
            let drop = Samples.drop(2, name: "again.png", inode: 2)
            _ = try await spool.drops.claim([drop], at: 1)
            let job = Job(
                id: Samples.jobID(2), drop: drop.id, line: 0, folder: "inbox", name: drop.identity.name,
                outbox: Samples.outbox, request: Request(source: .picture(digest, .png)), state: .cancelled,
                picture: first.picture, created: 1, duplicateOf: first.job)
            _ = try await spool.drops.accept(drop.id, content: nil, jobs: [job], at: 1)
            #expect(try await spool.drops.tally(drop.id) == .ended(nil))
            #expect(try await spool.jobs.job(job.id)?.duplicateOf == first.job)
            _ = try await spool.jobs.reopen(job.id, mayPayTwice: false, token: 0, at: 5)
            let retried = try await spool.jobs.job(job.id)
            #expect(retried?.state == .queued && retried?.duplicateOf == nil)
            _ = try await spool.artworks.change([first.job], .trash(9))
            #expect(try await spool.artworks.newest(of: digest, droppedInto: "inbox") == nil)
        }
    }

    @Test("A job that is done has an artwork, which tells how it was made", arguments: SpoolKind.allCases)
    func recorded(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let making = ArtworkMaking(
                backend: "studio", model: "m-2", seed: 7, cost: Money(micros: 20_000, currency: "USD"),
                art: ArtworkGrid(columns: 80, rows: 30, charset: .sextant))
            let artwork = try await spool.made(1, prompt: "고양이 a cat", tags: ["sea", "Sea", "night"], making: making)
            #expect(artwork.number == ArtworkNumber(1))
            #expect(artwork.made == 1 && artwork.source == .generated && artwork.name == "cat")
            #expect(artwork.prompt == "고양이 a cat" && artwork.folder == "inbox")
            #expect(artwork.making == making && artwork.art == ArtOptions())
            #expect(artwork.tags.map(\.shown) == ["night", "sea"])
            #expect(!artwork.isFavourite && artwork.trashed == nil)
        }
    }

    @Test("A converted picture has an artwork without a prompt", arguments: SpoolKind.allCases)
    func dropped(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await spool.made(1, prompt: nil, name: "cat.png")
            #expect(artwork.source == .dropped && artwork.prompt == nil && artwork.making.backend == nil)
        }
    }

    @Test("Numbers follow the order of completion, not of creation", arguments: SpoolKind.allCases)
    func order(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let late = try await spool.made(9)
            let early = try await spool.made(3)
            #expect(late.number < early.number)
        }
    }

    @Test("A failed job has no artwork", arguments: SpoolKind.allCases)
    func failed(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let job = try await spool.accepted(1)
            #expect(try await spool.jobs.move(job.id, to: .failed(.pictureLost), picture: nil, token: 0, at: 2))
            #expect(try await spool.artworks.artwork(of: job.id) == nil)
        }
    }

    @Test("A job that is delivered again keeps its artwork's number, tags and marks", arguments: SpoolKind.allCases)
    func redelivered(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let first = try await spool.made(1, tags: ["sea"])
            _ = try await spool.artworks.change([first.job], .favourite(true))
            _ = try await spool.artworks.change(
                [first.job], .tags(added: [try Samples.tag("new")], removed: first.tags))
            let again = try #require(try await spool.jobs.redeliver(first.job, token: 0, at: 5))
            let making = ArtworkMaking(art: ArtworkGrid(columns: 40, rows: 15, charset: .ascii, look: .tone))
            try await spool.deliver(again, stem: "cat (2)", making: making, at: 6)
            let now = try #require(try await spool.artworks.artwork(of: first.job))
            #expect(now.number == first.number && now.made == first.made && now.isFavourite)
            #expect(now.tags.map(\.shown) == ["new"])
            #expect(now.name == "cat (2)" && now.making == making)
        }
    }

    @Test("An artwork is found by the beginning or ending of its job's ID", arguments: SpoolKind.allCases)
    func fragment(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await spool.made(1)
            for part in [String(artwork.job.text.suffix(4)), String(artwork.job.text.prefix(12)), artwork.job.text] {
                let fragment = try #require(JobIDFragment(text: part))
                #expect(try await spool.artworks.find(fragment, limit: 3) == [artwork.job])
            }
        }
    }

    @Test("A mark or a move to the trash tells which artworks it changed", arguments: SpoolKind.allCases)
    func marks(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let one = try await spool.made(1)
            let two = try await spool.made(2)
            let stranger = Samples.jobID(7)
            let marked = try await spool.artworks.change([one.job, stranger], .favourite(true))
            #expect(marked.map(\.after.job) == [one.job] && marked.allSatisfy(\.after.isFavourite))
            #expect(marked.allSatisfy { $0.before == one })
            let again = try await spool.artworks.change([one.job, two.job], .favourite(true))
            #expect(again.map(\.after.job) == [two.job])
            let trashed = try await spool.artworks.change([one.job], .trash(50))
            #expect(trashed.map(\.after.trashed) == [50])
            // It stays as long as it was to stay.
            #expect(try await spool.artworks.change([one.job], .trash(90)).isEmpty)
            #expect(try await spool.artworks.change([one.job], .trash(nil)).map(\.after.trashed) == [nil])
        }
    }

    @Test("Artworks made elsewhere are added once, under new numbers", arguments: SpoolKind.allCases)
    func added(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let own = try await spool.made(1, tags: ["Sea"])
            let others = try [5, 6].map { number in
                Artwork(
                    number: ArtworkNumber(77), job: Samples.jobID(number), made: 3, source: .dropped,
                    name: "n\(number)",
                    folder: "inbox", picture: StoredPicture(digest: try Samples.digest(4), format: .png),
                    tags: [try Samples.tag("sea")], isFavourite: true)
            }
            #expect(try await spool.artworks.add(others + [own]) == 2)
            #expect(try await spool.artworks.add(others) == 0)
            let found = try #require(try await spool.artworks.artwork(of: others[1].job))
            #expect(found.number == ArtworkNumber(3) && found.isFavourite && found.name == "n6")
            #expect(found.tags.map(\.shown) == ["Sea"])
            #expect(try await spool.tags.tags(beginning: "sea", limit: 9).map(\.artworks) == [3])
        }
    }

    @Test(
        "The newest artwork with a picture is found, but not the job's own or one in the trash",
        arguments: SpoolKind.allCases)
    func samePicture(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            // Pictures are told apart by the lowest byte of the number.
            var jobs: [JobID] = []
            for number in [1, 257, 513, 2] { jobs.append(try await spool.made(number).job) }
            let picture = try Samples.digest(1)
            #expect(try await spool.artworks.newest(of: picture, except: jobs[3]) == jobs[2])
            #expect(try await spool.artworks.newest(of: picture, except: jobs[2]) == jobs[1])
            _ = try await spool.artworks.change([jobs[2]], .trash(9))
            #expect(try await spool.artworks.newest(of: picture, except: jobs[3]) == jobs[1])
            #expect(try await spool.artworks.newest(of: try Samples.digest(9), except: jobs[0]) == nil)
        }
    }

    @Test(
        "A copy in another size is found by its look: the nearest one, but not the job's own or one in the trash",
        arguments: SpoolKind.allCases)
    func nearestDuplicate(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            func look(_ bits: UInt64) -> Likeness {
                Likeness(hash: bits, isFlat: false, colors: Array(repeating: 90, count: Likeness.colorBytes))
            }
            func nearest(_ likeness: Likeness, except job: JobID) async throws -> JobID? {
                try await spool.artworks.nearestDuplicate(of: likeness, except: job)
            }
            var jobs: [JobID] = []
            // The last one looks alike, but is no duplicate: 10 bits differ.
            for (number, bits) in [0b111, 0b1, 0b1, 0b11_1111_1111].enumerated() {
                let making = ArtworkMaking(likeness: look(UInt64(bits)))
                jobs.append(try await spool.made(number + 1, making: making).job)
            }
            #expect(try await nearest(look(0), except: Samples.jobID(9)) == jobs[2])
            #expect(try await nearest(look(0), except: jobs[2]) == jobs[1])
            _ = try await spool.artworks.change([jobs[1], jobs[2]], .trash(9))
            #expect(try await nearest(look(0), except: Samples.jobID(9)) == jobs[0])
            #expect(try await nearest(look(0), except: jobs[0]) == nil)
            let flat = Likeness(hash: 0, isFlat: true, colors: look(0).colors)
            #expect(try await nearest(flat, except: Samples.jobID(9)) == nil)
        }
    }

    @Test("A forgotten job's artwork and its tags are gone", arguments: SpoolKind.allCases)
    func forgotten(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let one = try await spool.made(1, tags: ["sea", "secret"])
            try await spool.made(2, tags: ["sea"])
            guard case .success = try await spool.erasure.forget(one.job, at: 9) else {
                Issue.record("not forgotten")
                return
            }
            #expect(try await spool.artworks.artwork(of: one.job) == nil)
            #expect(try await spool.tags.tags(beginning: "", limit: 9).map(\.tag.shown) == ["sea"])
        }
    }
}
