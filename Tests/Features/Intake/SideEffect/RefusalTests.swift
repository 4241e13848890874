import Domain
import Glibc
import IntakeFeature
import IntakeSideEffect
import PlatformSystem
import TestFolders
import Testing

@Suite("Refused drops", .timeLimit(.minutes(5)))
struct RefusalTests {
    @Test("a refused drop is stored with a failed job of the same identifier and without a request") func stored()
        async throws
    {
        let inbox = try Inbox()
        let drop = try await inbox.drop("bad", "fox.txt")
        #expect(await inbox.read(drop) == .failed(.prompt(.empty)))
        #expect(await inbox.stored(drop)?.phase == .ended)
        let job = try #require(await inbox.spool.jobs.first)
        #expect(job.id.text == drop.id.text && job.drop == drop.id && job.line == 0)
        #expect(job.request == nil && job.picture == nil && job.state == .failed(.refused(.prompt(.empty))))
        #expect(job.name == FileName("fox.txt") && job.folder == "inbox" && job.created == Inbox.utc)
    }

    @Test("a refusal that can't be stored leaves the drop claimed, to be read again") func unstored() async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop([], FileName("fox.txt"))
        await inbox.spool.fail(.full)
        #expect(await inbox.read(drop) == .postponed(.repository(.full)))
        await inbox.spool.fail(nil)
        #expect(await inbox.stored(drop)?.phase == .claimed)
        #expect(await inbox.spool.jobs.isEmpty)
        #expect(await inbox.read(drop) == .failed(.empty))
    }

    @Test("a file that vanished isn't refused") func vanished() async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop("a fox", "fox.txt")
        #expect(unlink(inbox.path.appending("fox.txt").shown) == 0)
        #expect(await inbox.read(drop) == .vanished)
        #expect(await inbox.spool.jobs.isEmpty)
    }

    @Test("an invalid line of a batch fails alone, and its job has no request") func line() async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop("a fox\nbad\n", "all.jsonl")
        guard case .accepted(let jobs, _) = await inbox.read(drop) else { return #expect(Bool(false)) }
        #expect(jobs.map { $0.request == nil } == [false, true])
        #expect(jobs.map(\.state) == [.queued, .failed(.request(.empty))])
    }

    @Test("a retry reads the corrected file where it is kept, and removes its error text", arguments: [1, 2])
    func corrected(copy: Int) async throws {
        let inbox = try Inbox()
        let failed = inbox.path.appending("failed")
        for _ in 1..<copy { _ = try await refused(inbox, "bad", "fox.txt") }
        let (drop, job) = try await refused(inbox, "bad", "fox.txt")
        let kept = copy == 1 ? "fox.txt" : "fox (2).txt"
        #expect(await inbox.stored(drop)?.kept == FileName(kept))
        #expect(text(kept + ".error.txt", in: failed) != nil)
        try put(Array("a cow".utf8), FileName(kept), in: failed)
        let again = try await inbox.world.refused.readAgain(job, token: 5, at: Inbox.utc + 1).get()
        let only = try #require(again.jobs.first)
        #expect(again.jobs.count == 1 && only.id == job.id && only.request?.prompt == "a cow")
        #expect(only.state == .queued && only.name == FileName("fox.txt"), "named after the dropped file")
        #expect(only.request?.tags == ["inbox"])
        #expect(again.drop.phase == .read && again.drop.failure == nil && !again.drop.isInFolder)
        #expect(await inbox.stored(drop) == again.drop)
        #expect(text(kept + ".error.txt", in: failed) == nil && text(kept, in: failed) == "a cow")
    }

    @Test("old refused files are removed with their error texts, but nothing that was changed, replaced or linked")
    func removed() async throws {
        let inbox = try Inbox()
        let failed = inbox.path.appending("failed")
        var drops: [Drop] = []
        for name in ["a.txt", "b.txt", "c.txt"] {
            let (drop, _) = try await refused(inbox, "bad", name)
            drops.append(try #require(await inbox.stored(drop)))
        }
        try put(Array("corrected".utf8), FileName("b.txt"), in: failed)
        try put(Array("bad".utf8), FileName("mine.txt"), in: inbox.home.path)
        #expect(unlink(failed.appending("c.txt").shown) == 0)
        #expect(symlink(inbox.home.path.appending("mine.txt").shown, failed.appending("c.txt").shown) == 0)
        let files = inbox.world.refusedFiles
        let wanted = CleanUpAmount(files: 1, bytes: 3)
        #expect(await files.unchanged(of: drops) == wanted)
        #expect(text("a.txt", in: failed) == "bad")
        #expect(await files.remove(of: drops) == wanted)
        #expect(names(in: failed) == ["b.txt", "b.txt.error.txt", "c.txt", "c.txt.error.txt"])
        #expect(text("mine.txt", in: inbox.home.path) == "bad")
        #expect(await files.remove(of: drops) == CleanUpAmount())
    }

    @Test("the source of a retried drop is archived from failed/ once its job is done") func archived() async throws {
        let inbox = try Inbox()
        let (_, job) = try await refused(inbox, "bad", "fox.txt")
        let failed = inbox.path.appending("failed")
        try put(Array("a cow".utf8), FileName("fox.txt"), in: failed)
        let again = try await inbox.world.refused.readAgain(job, token: 5, at: Inbox.utc).get()
        // A crash after the transaction left the error text.
        try put(Array("old".utf8), FileName("fox.txt.error.txt"), in: failed)
        // Another file of that name is a drop of its own.
        try put(Array("a dog".utf8), FileName("fox.txt"), in: inbox.path)
        #expect(await inbox.dispose(again.drop) == .gone)
        #expect(names(in: failed) == [])
        #expect(text("fox.txt", in: inbox.path.appending("done/2026/03")) == "a cow")
        #expect(text("fox.txt", in: inbox.path) == "a dog")
    }

    @Test("the source of a retried drop whose job fails stays in failed/, with the new reason") func failedAgain()
        async throws
    {
        let inbox = try Inbox()
        let (_, job) = try await refused(inbox, "bad", "fox.txt")
        let failed = inbox.path.appending("failed")
        try put(Array("a cow".utf8), FileName("fox.txt"), in: failed)
        let again = try await inbox.world.refused.readAgain(job, token: 5, at: Inbox.utc).get()
        for _ in 1...2 {
            #expect(await inbox.dispose(again.drop, .job(.pictureLost)) == .gone)
            #expect(names(in: failed) == ["fox.txt", "fox.txt.error.txt"])
        }
    }

    @Test("a file that is still wrong, gone, or still being moved isn't read again") func refusals() async throws {
        let inbox = try Inbox()
        let (drop, job) = try await refused(inbox, "bad", "fox.txt")
        let failed = inbox.path.appending("failed")
        func again() async -> RetryRefusal? {
            if case .failure(let refusal) = await inbox.world.refused.readAgain(job, token: 5, at: Inbox.utc) {
                refusal
            } else {
                nil
            }
        }
        #expect(await again() == .refused(.prompt(.empty)))
        #expect(names(in: failed) == ["fox.txt", "fox.txt.error.txt"], "with its error text")
        #expect(await inbox.stored(drop)?.phase == .gone)
        #expect(unlink(failed.appending("fox.txt").shown) == 0)
        #expect(await again() == .sourceGone)

        let early = try await inbox.drop("bad", "cow.txt")
        _ = await inbox.read(early)
        let waiting = try #require(await inbox.spool.jobs.last)
        let answer = await inbox.world.refused.readAgain(waiting, token: 5, at: Inbox.utc)
        guard case .failure(.sourceMoving) = answer else { return #expect(Bool(false), "\(answer)") }
    }

    @Test("a picture that lacked its sidecar is read again with it, and a crash after the move is made good")
    func sidecar() async throws {
        let inbox = try Inbox(sidecar: .required)
        let drop = try await inbox.drop(pngHead, FileName("fox.png"))
        #expect(await inbox.read(drop) == .failed(.sidecarMissing(seconds: 60)))
        let failed = inbox.path.appending("failed")
        // As after a crash: moved, but neither its name nor its end is stored.
        try FileDescriptor.makeFolder(failed)
        #expect(rename(inbox.path.appending("fox.png").shown, failed.appending("fox.png").shown) == 0)
        #expect(await inbox.dispose(drop, .sidecarMissing(seconds: 60)) == .gone)
        #expect(await inbox.stored(drop)?.kept == FileName("fox.png"))
        try put(Array("a red fox".utf8), FileName("fox.png.toml"), in: failed)
        let job = try #require(await inbox.spool.jobs.first)
        let again = try await inbox.world.refused.readAgain(job, token: 5, at: Inbox.utc).get()
        #expect(again.jobs.first?.request?.prompt == "\(pngHead.count) a red fox")
        #expect(await inbox.dispose(again.drop) == .gone)
        #expect(names(in: failed) == [])
        #expect(names(in: inbox.path.appending("done/2026/03")) == ["fox.png", "fox.png.toml"])
    }

    @Test("a batch that is read again has a job per line, the first with the same identifier") func batch()
        async throws
    {
        let inbox = try Inbox()
        let (_, job) = try await refused(inbox, "\n", "all.jsonl")
        try put(Array("a fox\nbad\na cow\n".utf8), FileName("all.jsonl"), in: inbox.path.appending("failed"))
        let again = try await inbox.world.refused.readAgain(job, token: 5, at: Inbox.utc).get()
        #expect(again.jobs.map(\.line) == [1, 2, 3] && again.jobs[0].id == job.id)
        #expect(Set(again.jobs.map(\.id)).count == 3)
        #expect(again.jobs.map(\.state) == [.queued, .failed(.request(.empty)), .queued])
    }

    @Test("an observed file is read again where it is") func observed() async throws {
        let inbox = try Inbox(isObserved: true)
        let (_, job) = try await refused(inbox, "bad", "fox.txt")
        try put(Array("a cow".utf8), FileName("fox.txt"), in: inbox.path)
        let again = try await inbox.world.refused.readAgain(job, token: 5, at: Inbox.utc).get()
        #expect(again.jobs.first?.request?.prompt == "a cow" && again.drop.isInFolder)
    }

    /// Drops a file that is refused, and moves it to `failed`.
    private func refused(_ inbox: Inbox, _ text: String, _ name: String) async throws -> (Drop, Job) {
        let drop = try await inbox.drop(text, name)
        guard case .failed(let failure) = await inbox.read(drop) else { throw RepositoryFailure.busy }
        #expect(await inbox.dispose(drop, failure) == .gone)
        return (drop, try #require(await inbox.spool.jobs.last))
    }
}
