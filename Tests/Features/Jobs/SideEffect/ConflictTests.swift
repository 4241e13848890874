import Domain
import MVISimulation
import JobsSideEffect
import PlatformDigest
import PlatformSystem
import Synchronization
import TestFolders
import Testing

@Suite("Conflicts of output names")
struct ConflictTests {
    private static func naming(_ conflict: NameConflict) -> OutputNaming {
        OutputNaming(parts: ["cat"], onConflict: conflict)
    }

    /// A job whose outputs are named `cat`, and which is delivered.
    private func deliver(_ number: Int, _ conflict: NameConflict, _ spooler: JobFixture) async throws -> Job {
        let job = try await spooler.staged(
            try await spooler.picture(number, outputs: [.txt], named: Self.naming(conflict)))
        #expect(await spooler.world().deliver(job) == .success(true))
        return job
    }

    private func provenance(_ spooler: JobFixture, _ name: String = "cat.json", of job: Job) throws -> Bool {
        try spooler.text(name).contains(job.id.text)
    }

    @Test("replace: a later result takes the place of an earlier one, and no temporary file stays")
    func replaced() async throws {
        let spooler = try await JobFixture()
        let first = try await deliver(1, .number, spooler)
        #expect(try provenance(spooler, of: first))
        for number in 2...3 {
            let next = try await deliver(number, .replace, spooler)
            #expect(try provenance(spooler, of: next))
            #expect(try await spooler.names() == ["cat.json", "cat.txt"])
        }
        await spooler.close()
    }

    @Test("replace: a file that we did not deliver, or that was changed since, stays; the result is numbered")
    func stranger() async throws {
        let spooler = try await JobFixture()
        try await spooler.put("mine", "cat.txt")
        let first = try await deliver(1, .replace, spooler)
        #expect(try await spooler.names() == ["cat (2).json", "cat (2).txt", "cat.txt"])
        let second = try await deliver(2, .replace, spooler)
        #expect(try provenance(spooler, "cat (2).json", of: second))
        try await spooler.put("edited", "cat (2).txt")
        let third = try await deliver(3, .replace, spooler)
        #expect(try provenance(spooler, "cat (3).json", of: third))
        #expect(try spooler.text("cat.txt") == "mine" && spooler.text("cat (2).txt") == "edited")
        #expect(first.outputs.allSatisfy { $0.replaced == nil })
        await spooler.close()
    }

    @Test("replace: a file that appears where our own was is not replaced")
    func late() async throws {
        let spooler = try await JobFixture()
        _ = try await deliver(1, .replace, spooler)
        let second = try await spooler.staged(
            try await spooler.picture(2, outputs: [.txt], named: Self.naming(.replace)))
        #expect(second.outputs.allSatisfy { $0.replaced != nil })
        try await spooler.put("theirs", "cat.txt")
        try await spooler.take("cat.json")
        #expect(await spooler.world().deliver(second) == .success(true))
        #expect(try spooler.text("cat.txt") == "theirs" && provenance(spooler, of: second))
        #expect(try await spooler.names() == ["cat (2).txt", "cat.json", "cat.txt"])
        await spooler.close()
    }

    @Test("replace: whatever rename a crash comes before, each name has a whole file, and the restart ends the work")
    func crash() async throws {
        for reached in 0...2 {
            let first = try await JobFixture()
            let old = try await deliver(1, .replace, first)
            let new = try await first.staged(
                try await first.picture(2, outputs: [.txt], named: Self.naming(.replace)))
            let world = first.world(files: DyingFileSystem(first.files, renames: reached))
            #expect(await world.deliver(new) == .failure(.delivery(.failed(code: .io))))
            #expect(try first.text("cat.txt") == "txt -")
            #expect(try provenance(first, of: reached > 1 ? new : old))

            let second = try await first.restarted()
            let left = try await second.world().claimUnfinished(limit: 10, after: nil, token: 7, utc: 1).get()
            #expect(await second.world().deliver(try #require(left.first)) == .success(true))
            #expect(try await second.names() == ["cat.json", "cat.txt"])
            #expect(try provenance(second, of: new))
            await second.close()
        }
    }

    @Test("replace: two results at once are delivered one after the other")
    func together() async throws {
        let spooler = try await JobFixture()
        let first = try await spooler.staged(
            try await spooler.picture(1, outputs: [.txt], named: Self.naming(.replace)))
        let second = try await spooler.picture(2, outputs: [.txt], named: Self.naming(.replace))
        // The first is stuck: the second waits instead of taking another name.
        #expect(await impatient(spooler).stage(second) == .failure(.delivery(.exists)))
        #expect(await spooler.world().deliver(first) == .success(true))
        let staged = try await spooler.staged(second)
        #expect(await spooler.world().deliver(staged) == .success(true))
        #expect(try await spooler.names() == ["cat.json", "cat.txt"])
        #expect(try provenance(spooler, of: second))
        await spooler.close()
    }

    /// Side effects whose pauses take no time.
    private func impatient(_ spooler: JobFixture) -> JobsSideEffectImpl<EagerClock> {
        JobsSideEffectImpl(
            spool: spooler.spool, blobs: spooler.blobs, files: spooler.files,
            renderer: PlainRenderer(files: spooler.files), clock: EagerClock(), credits: [:], version: "1",
            utc: { JobFixture.utc }, digest: sha256)
    }

    @Test("id: the job's short identifier is added when the name is taken")
    func identifier() async throws {
        let spooler = try await JobFixture()
        _ = try await deliver(1, .id, spooler)
        let second = try await deliver(2, .id, spooler)
        let short = "cat-" + second.id.text.suffix(8)
        #expect(try await spooler.names() == [short + ".json", short + ".txt", "cat.json", "cat.txt"].sorted())
        await spooler.close()
    }

    @Test("fail: the job fails with the name that is taken, and nothing of it stays in the outbox")
    func failed() async throws {
        let spooler = try await JobFixture()
        try await spooler.put("mine", "cat.json")
        let job = try await spooler.picture(1, outputs: [.txt], named: Self.naming(.fail))
        #expect(await spooler.world().stage(job) == .failure(.nameTaken(FileName("cat.json"))))
        #expect(try await spooler.files.list(spooler.outbox).map(\.name) == [FileName("cat.json")])
        try await spooler.take("cat.json")
        #expect(await spooler.world().deliver(try await spooler.staged(job)) == .success(true))
        await spooler.close()
    }

    @Test("{seed} is the seed of the generated picture, and of pictures without one the word none")
    func seed() async throws {
        let spooler = try await JobFixture()
        let naming = OutputNaming(parts: ["cat-", ""])
        let dropped = try await spooler.staged(try await spooler.picture(1, outputs: [.txt], named: naming))
        #expect(dropped.outputs.map(\.name.shown) == ["cat-none.txt", "cat-none.json"])
        let generated = try await spooler.staged(try await spooler.prompt(2, named: naming))
        #expect(generated.outputs.last?.name == FileName("cat-\(UInt64.max).json"))
        // A picture of an earlier purchase has no call.
        let edit = try await spooler.edit(3, seed: 9, named: naming)
        let picture = StoredPicture(digest: try await spooler.blobs.store(JobFixture.pixels), format: .png)
        #expect(try await spooler.spool.jobs.move(edit.id, to: .generated, picture: picture, token: 0, at: 1))
        let reused = try await spooler.staged(try #require(try await spooler.spool.jobs.job(edit.id)))
        #expect(reused.outputs.last?.name == FileName("cat-9.json"))
        await spooler.close()
    }
}

/// A clock on which every moment has come.
private struct EagerClock: Clock {
    typealias Instant = ContinuousClock.Instant
    var now: Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

/// A file system whose renames end with an error after some, as those of a service that dies.
private final class DyingFileSystem: FileSystemDecorator {
    let base: any FileSystem
    private let left: Mutex<Int>

    init(_ base: any FileSystem, renames: Int) {
        self.base = base
        left = Mutex(renames)
    }

    func rename(_ name: FileName, over newName: FileName, in folder: FolderPath) async throws(FileFailure) {
        guard left.withLock({ $0 > 0 }) else { throw .failed(code: .io) }
        left.withLock { $0 -= 1 }
        try await base.rename(name, over: newName, in: folder)
    }

    func sync(_ folder: FolderPath) async throws(FileFailure) {
        guard left.withLock({ $0 > 0 }) else { throw .failed(code: .io) }
        try await base.sync(folder)
    }
}
