import Domain
import FoundationEssentials
import JobsSideEffect
import Rendering
import Testing

@Suite("Staging")
struct StagingTests {
    @Test("every output is in the outbox under a temporary name, and one stem is reserved for all")
    func parts() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.staged(try await spooler.picture(outputs: [.txt, .artPNG, .picture]))
        let id = job.id.text
        #expect(
            try await spooler.names() == [
                ".\(id).art.png.part", ".\(id).json.part", ".\(id).picture.png.part", ".\(id).txt.part",
            ])
        #expect(job.outputs.map(\.name.shown) == ["cat.txt", "cat.art.png", "cat.picture.png", "cat.json"])
        #expect(job.outputs.map(\.kind) == [.txt, .artPNG, .picture, .json])
        #expect(try spooler.text(".\(id).picture.png.part") == String(decoding: JobFixture.pixels, as: UTF8.self))
        await spooler.close()
    }

    @Test("a dropped picture is output only on request, a generated one always, with its credit")
    func passedOn() async throws {
        let spooler = try await JobFixture()
        let dropped = try await spooler.staged(try await spooler.picture(1))
        #expect(dropped.outputs.map(\.kind) == [.txt, .html, .json])
        #expect(try spooler.text(".\(dropped.id.text).txt.part") == "txt -")
        let generated = try await spooler.staged(try await spooler.prompt(2))
        #expect(generated.outputs.map(\.kind) == [.txt, .picture, .json])
        #expect(try spooler.text(".\(generated.id.text).txt.part") == "txt sketch, no AI")
        await spooler.close()
    }

    @Test("names in the outbox and names of other jobs are both skipped")
    func numbered() async throws {
        let spooler = try await JobFixture()
        try await spooler.put("mine", "cat.html")
        let first = try await spooler.staged(try await spooler.picture(1))
        let second = try await spooler.staged(try await spooler.picture(2))
        #expect(first.outputs.map(\.name.shown) == ["cat (2).txt", "cat (2).html", "cat (2).json"])
        #expect(second.outputs.map(\.name.shown) == ["cat (3).txt", "cat (3).html", "cat (3).json"])
        await spooler.close()
    }

    @Test("staging again replaces the parts and keeps the names")
    func again() async throws {
        let spooler = try await JobFixture()
        let once = try await spooler.staged(try await spooler.picture())
        let before = try await spooler.names()
        let twice = try await spooler.staged(once)
        #expect(twice.outputs == once.outputs)
        #expect(try await spooler.names() == before)
        await spooler.close()
    }

    @Test("a picture without its blob is lost, before and after rendering")
    func lost() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.picture(outputs: [.picture])
        guard case .picture(let digest, _) = job.request?.source else { return }
        await spooler.blobs.release(digest)
        try await spooler.blobs.remove([digest], .unneeded) { _ in [] }
        #expect(await spooler.world().stage(job) == .failure(.pictureLost))
        let prompt = Job(
            id: job.id, drop: job.drop, line: 0, folder: "inbox", name: job.name, outbox: job.outbox,
            request: Request(source: .prompt("a cat")), created: 0)
        #expect(await spooler.world().stage(prompt) == .failure(.pictureLost))
        #expect(try await spooler.names().isEmpty)
        await spooler.close()
    }

    @Test("a picture with a flipped bit is never delivered, dropped or generated, until it is restored")
    func flipped() async throws {
        let spooler = try await JobFixture()
        for job in [try await spooler.picture(1, outputs: [.picture]), try await spooler.prompt(2)] {
            let digest = try #require(try await spooler.blobs.all().first)
            let place = try await spooler.blobs.place(of: digest)
            let path = place.folder.appending(place.name).shown
            let whole = try #require(FileManager.default.contents(atPath: path))
            var bytes = whole
            bytes[bytes.count / 2] ^= 1
            #expect(FileManager.default.createFile(atPath: path, contents: bytes))
            #expect(await spooler.world().stage(job) == .failure(.pictureLost))
            #expect(try await spooler.names().isEmpty)
            #expect(FileManager.default.createFile(atPath: path, contents: whole))
        }
        await spooler.close()
    }

    @Test("a generated picture that needs gigabytes is delivered without art, with the reason")
    func starved() async throws {
        let spooler = try await JobFixture()
        let failure = PictureFailure.tooMuchMemory(bytes: 2 << 30, limit: 512 << 20)
        let job = try await spooler.prompt()
        let outputs = try #require(try await spooler.world(failing: failure).stage(job).get())
        #expect(outputs.map(\.kind) == [.picture, .json])
        let staged = try #require(try await spooler.spool.jobs.job(job.id))
        #expect(staged.state == .staged && staged.missingArt == failure)
        let told = try spooler.text(".\(job.id.text).json.part")
        #expect(told.contains("\"missing_art\"") && told.contains("2147483648") && told.contains("limits.memory"))
        #expect(try await spooler.world(failing: failure).deliver(staged).get())
        let done = try #require(try await spooler.spool.jobs.job(job.id))
        #expect(done.state == .done && done.missingArt == failure)
        await spooler.close()
    }

    @Test("a dropped picture that needs gigabytes fails, since nothing was paid for it")
    func starvedDrop() async throws {
        let spooler = try await JobFixture()
        let failure = PictureFailure.tooMuchMemory(bytes: 2 << 30, limit: 512 << 20)
        let job = try await spooler.picture()
        #expect(await spooler.world(failing: failure).stage(job) == .failure(.picture(failure)))
        #expect(try await spooler.names().isEmpty)
        await spooler.close()
    }

    @Test("a dropped picture without its blob is staged once the blob is restored, or keeps its failure")
    func restored() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.picture()
        guard case .picture(let digest, _) = job.request?.source else { return }
        await spooler.blobs.release(digest)
        try await spooler.blobs.remove([digest], .unneeded) { _ in [] }
        let away = spooler.world { _, _ throws(JobFailure) in throw .delivery(.denied) }
        #expect(await away.stage(job) == .failure(.delivery(.denied)))
        let blobs = spooler.blobs
        let world = spooler.world { asked, drop throws(JobFailure) in
            guard asked == digest, drop == job.drop else { return false }
            do throws(FileFailure) { return try await blobs.store(JobFixture.pixels) == digest } catch {
                throw .delivery(error)
            }
        }
        let outputs = try #require(try await world.stage(job).get())
        #expect(outputs.map(\.kind) == [.txt, .html, .json])
        await spooler.close()
    }

    @Test("a corrupt picture fails with its own name")
    func damaged() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.picture()
        let damage = PictureFailure.truncated(rows: 3, height: 9)
        #expect(await spooler.world(failing: damage).stage(job) == .failure(.picture(damage)))
        await spooler.close()
    }

    @Test("without its outbox a job waits, and continues once the folder exists")
    func outboxMissing() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.picture()
        try FileManager.default.removeItem(atPath: spooler.outbox.shown)
        #expect(await spooler.world().stage(job) == .failure(.delivery(.missing)))
        #expect(try await spooler.spool.jobs.job(job.id)?.state == .queued)
        try await spooler.files.makeFolder(spooler.outbox)
        _ = try await spooler.staged(job)
        await spooler.close()
    }

    @Test("an outbox with space for only half of the outputs is left unchanged")
    func half() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.picture()
        let wall = ".\(job.id.text).json.part"
        try await spooler.files.makeFolder(spooler.outbox.appending(wall))
        let answer = await spooler.world().stage(job)
        guard case .failure(.delivery) = answer else { return #expect(Bool(false), "\(answer)") }
        #expect(try await spooler.names() == [wall])
        await spooler.close()
    }

    @Test("a failed job leaves no temporary files and touches no other job's")
    func failed() async throws {
        let spooler = try await JobFixture()
        let other = try await spooler.staged(try await spooler.picture(1))
        let job = try await spooler.staged(try await spooler.picture(2))
        #expect(await spooler.world().move(job, to: .failed(.pictureLost)) == .success(true))
        let left = try await spooler.names()
        #expect(left.count == 3 && left.allSatisfy { $0.hasPrefix(".\(other.id.text).") })
        #expect(try await spooler.spool.jobs.job(job.id)?.state == .failed(.pictureLost))
        await spooler.close()
    }

    @Test("a job resumed by another start isn't staged")
    func otherOwner() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.picture()
        let taken = try await spooler.world().claimUnfinished(limit: 10, after: nil, token: 5, utc: 1).get()
        #expect(taken.map(\.id) == [job.id] && taken.map(\.token) == [5])
        #expect(await spooler.world().stage(job) == .success(nil))
        #expect(await spooler.world().move(job, to: .cancelled) == .success(false))
        #expect(await spooler.world().tally(job.drop) == .success(.open))
        await spooler.close()
    }
}
