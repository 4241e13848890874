import Domain
import FoundationEssentials
import JobsSideEffect
import TestFolders
import Testing

@Suite("Delivery")
struct DeliveryTests {
    @Test("every output gets its name, and the job is done")
    func delivered() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.staged(try await spooler.picture())
        #expect(await spooler.world().deliver(job) == .success(true))
        #expect(try await spooler.names() == ["cat.html", "cat.json", "cat.txt"])
        #expect(try await spooler.spool.jobs.job(job.id)?.state == .done)
        await spooler.close()
    }

    @Test("the picture's look is in the library, also if the service was restarted before the delivery")
    func likeness() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.staged(try await spooler.picture())
        let later = try await spooler.restarted()
        #expect(await later.world().deliver(job) == .success(true))
        let artwork = try await later.spool.artworks.artwork(of: job.id)
        #expect(artwork?.making.likeness == PlainRenderer.likeness)
        await later.close()
    }

    @Test("the provenance comes last, after every other file has its name")
    func order() async throws {
        let spooler = try await JobFixture()
        let diary = RecordingFileSystem(spooler.files)
        let job = try await spooler.staged(try await spooler.prompt())
        let world = JobsSideEffectImpl(
            spool: spooler.spool, blobs: spooler.blobs, files: diary, renderer: PlainRenderer(files: diary),
            clock: ContinuousClock(), credits: [:], version: "1", utc: { 1 })
        #expect(await world.deliver(job) == .success(true))
        #expect(diary.lines == ["cat.txt", "cat.picture.png", "cat.json", "sync"])
        await spooler.close()
    }

    @Test("the newest outputs are also under `latest`, replacing earlier ones and no other file")
    func latest() async throws {
        let spooler = try await JobFixture()
        let world = spooler.world(latest: ["inbox"])
        let first = try await spooler.staged(try await spooler.picture(outputs: [.txt]))
        #expect(await world.deliver(first) == .success(true))
        #expect(try spooler.text("latest.txt") == spooler.text("cat.txt"))
        try await spooler.take("latest.json")
        let second = try await spooler.staged(
            try await spooler.picture(2, name: "latest.png", outputs: [.txt], art: ArtOptions(columns: 9)))
        #expect(await world.deliver(second) == .success(true))
        let names = ["cat.json", "cat.txt", "latest (2).json", "latest (2).txt", "latest.json", "latest.txt"]
        #expect(try await spooler.names() == names)
        #expect(try spooler.text("latest.json") == spooler.text("latest (2).json"))
        await spooler.close()
    }

    @Test("temporary files of `latest` left by a crash are removed once the job is done", arguments: [true, false])
    func latestLeft(isNamed: Bool) async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.staged(try await spooler.picture(outputs: [.txt]))
        let half = FileName(".\(job.id).latest.txt.part")
        try await spooler.files.write([46], to: half, in: spooler.outbox)
        if isNamed {
            for output in job.outputs {
                try await spooler.files.move(output.part, from: spooler.outbox, to: output.name, in: spooler.outbox)
            }
        }
        #expect(await spooler.world(latest: ["inbox"]).deliver(job) == .success(true))
        let names = try await spooler.files.list(spooler.outbox).map(\.name)
        #expect(names.allSatisfy { $0.bytes.first != 46 }, "\(names)")
        await spooler.close()
    }

    @Test("texts are known by their content once they are staged, pictures are not")
    func authors() async throws {
        let spooler = try await JobFixture()
        let content = try #require(Digest(bytes: [UInt8](repeating: 5, count: 32)))
        let job = try await spooler.picture(outputs: [.artPNG])
        _ = await spooler.world(digest: content).stage(job)
        #expect(try await spooler.spool.contents.author(of: content) == nil)
        let text = try await spooler.picture(2, outputs: [.txt])
        _ = await spooler.world(digest: content).stage(text)
        #expect(try await spooler.spool.contents.author(of: content) == text.id)
        await spooler.close()
    }

    @Test("after a crash the rest is delivered once, and outputs taken by a consumer aren't delivered again")
    func restart() async throws {
        let first = try await JobFixture()
        let job = try await first.staged(try await first.picture())
        let half = try #require(job.outputs.first)
        try await first.files.move(half.part, from: first.outbox, to: half.name, in: first.outbox)
        try await first.take("cat.txt")

        let second = try await first.restarted()
        let taken = try await second.world().claimUnfinished(limit: 10, after: nil, token: 7, utc: 1).get()
        #expect(taken.map(\.state) == [.staged])
        let again = try #require(taken.first)
        #expect(await second.world().deliver(again) == .success(true))
        #expect(try await second.names() == ["cat.html", "cat.json"])
        #expect(try await second.spool.jobs.job(job.id)?.state == .done)
        #expect(try await second.world().claimUnfinished(limit: 10, after: nil, token: 8, utc: 1).get().isEmpty)
        await second.close()
    }

    @Test("a cancellation that can't be recorded removes no staged files: a restart delivers everything")
    func cancelledInVain() async throws {
        let first = try await JobFixture()
        let job = try await first.staged(try await first.picture())
        await first.close()
        let answer = await first.world().move(job, to: .cancelled)
        #expect(throws: RepositoryFailure.self) { try answer.get() }

        let second = try await first.restarted()
        let taken = try await second.world().claimUnfinished(limit: 10, after: nil, token: 7, utc: 1).get()
        #expect(await second.world().deliver(try #require(taken.first)) == .success(true))
        #expect(try await second.names() == ["cat.html", "cat.json", "cat.txt"])
        await second.close()
    }

    @Test("a file that appears after staging is never overwritten: the output takes the next number")
    func foreign() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.staged(try await spooler.picture(outputs: [.txt, .artPNG]))
        try await spooler.put("mine", "cat.txt")
        try await spooler.put("mine", "cat.art.png")
        try await spooler.put("mine too", "cat (2).art.png")
        #expect(await spooler.world().deliver(job) == .success(true))
        #expect(try spooler.text("cat.txt") == "mine" && spooler.text("cat.art.png") == "mine")
        #expect(try spooler.text("cat (2).art.png") == "mine too")
        #expect(try spooler.text("cat (2).txt") == "txt -" && spooler.text("cat (3).art.png") == "art.png -")
        #expect(try await spooler.names().filter { $0.hasPrefix(".") }.isEmpty)
        await spooler.close()
    }

    @Test("a consumer that takes results away gets the plain name for the next drop")
    func plainAgain() async throws {
        let spooler = try await JobFixture()
        let first = try await spooler.staged(try await spooler.picture(1))
        #expect(await spooler.world().deliver(first) == .success(true))
        for name in try await spooler.names() { try await spooler.take(name) }
        let second = try await spooler.staged(try await spooler.picture(2))
        #expect(second.outputs.map(\.name.shown) == ["cat.txt", "cat.html", "cat.json"])
        await spooler.close()
    }

    @Test("a missing outbox makes the delivery wait, and nothing is lost")
    func outboxMissing() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.staged(try await spooler.picture())
        let aside = spooler.home.path.appending("aside")
        let manager = FileManager.default
        try manager.moveItem(atPath: spooler.outbox.shown, toPath: aside.shown)
        #expect(await spooler.world().deliver(job) == .failure(.delivery(.missing)))
        #expect(try await spooler.spool.jobs.job(job.id)?.state == .staged)
        try manager.moveItem(atPath: aside.shown, toPath: spooler.outbox.shown)
        #expect(await spooler.world().deliver(job) == .success(true))
        #expect(try await spooler.names() == ["cat.html", "cat.json", "cat.txt"])
        await spooler.close()
    }

    @Test("a job resumed by another start isn't marked done")
    func otherOwner() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.staged(try await spooler.picture())
        _ = try await spooler.world().claimUnfinished(limit: 10, after: nil, token: 5, utc: 1).get()
        #expect(await spooler.world().deliver(job) == .success(false))
        #expect(try await spooler.spool.jobs.job(job.id)?.state == .staged)
        await spooler.close()
    }
}
