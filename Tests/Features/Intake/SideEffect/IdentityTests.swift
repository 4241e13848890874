import Domain
import IntakeFeature
import IntakeSideEffect
import TestFolders
import Testing

@Suite("Recognised files", .timeLimit(.minutes(5)))
struct IdentityTests {
    /// Restores the file as from a backup: the same bytes, another inode.
    private func restore(_ name: String, as words: String, in inbox: Inbox) async throws -> FileIdentity {
        try put(Array(words.utf8), FileName("other"), in: inbox.home.path)
        try await inbox.files.remove(FileName(name), in: inbox.path)
        try await inbox.files.move(FileName("other"), from: inbox.home.path, to: FileName(name), in: inbox.path)
        return try #require(try await inbox.files.entry(FileName(name), in: inbox.path)).identity
    }

    private func readDrop(_ inbox: Inbox) async throws -> Drop {
        var drop = try await inbox.drop("a fox", "a.txt")
        guard case .accepted(_, let content) = await inbox.read(drop) else {
            Issue.record("not accepted")
            return drop
        }
        drop.phase = .read
        drop.content = content
        return drop
    }

    @Test("the same bytes are the drop's, which is disposed of by its new identity")
    func same() async throws {
        let inbox = try Inbox()
        var drop = try await readDrop(inbox)
        #expect(await inbox.stored(drop)?.content != nil)
        let identity = try await restore("a.txt", as: "a fox", in: inbox)
        #expect(await inbox.world.compare(drop, with: identity) == .same(identity, sidecar: nil))
        #expect(await inbox.stored(drop)?.identity == identity)
        drop.identity = identity
        #expect(await inbox.dispose(drop) == .gone)
        #expect(text("a.txt", in: inbox.path.appending("done/2026/03")) == "a fox")
    }

    @Test("other bytes are another drop; unreadable or unstorable files are undecided")
    func other() async throws {
        let inbox = try Inbox()
        let drop = try await readDrop(inbox)
        let identity = try await restore("a.txt", as: "a cat", in: inbox)
        #expect(await inbox.world.compare(drop, with: identity) == .other)
        #expect(await inbox.world.compare(drop, with: drop.identity) == .unclear)
        let again = try await restore("a.txt", as: "a fox", in: inbox)
        await inbox.spool.fail(.busy)
        #expect(await inbox.world.compare(drop, with: again) == .unclear)
        #expect(await inbox.world.compare(Drop(id: drop.id, folder: "no", identity: again), with: again) == .other)
    }

    @Test("a sidecar is recognised with its picture")
    func pair() async throws {
        let inbox = try Inbox()
        try put(Array("a fox".utf8), FileName("a.png.toml"), in: inbox.path)
        var drop = try await inbox.drop(pngHead, FileName("a.png"))
        guard case .accepted(_, let content) = await inbox.read(drop) else {
            Issue.record("not accepted")
            return
        }
        drop.content = content
        let beside = try await restore("a.png.toml", as: "a fox", in: inbox)
        let identity = try #require(try await inbox.files.entry(FileName("a.png"), in: inbox.path)).identity
        #expect(await inbox.world.compare(drop, with: identity) == .same(identity, sidecar: beside))
    }

    @Test("a pre-existing prompt is held only if its backend has a price")
    func held() async throws {
        for (priced, state) in [(Set(["sketch"]), JobState.held(.approval)), ([], .queued)] {
            let inbox = try Inbox(priced: priced)
            try put(Array("a fox".utf8), FileName("a.txt"), in: inbox.path)
            let drop = try await inbox.claim(FileName("a.txt"), isHeld: true)
            guard case .accepted(let jobs, _) = await inbox.read(drop) else {
                Issue.record("not accepted")
                return
            }
            #expect(jobs.map(\.state) == [state])
            guard case .accepted(let free, _) = await inbox.read(try await inbox.drop("an owl", "b.txt")) else {
                Issue.record("not accepted")
                return
            }
            #expect(free.map(\.state) == [.queued])
        }
    }
}
