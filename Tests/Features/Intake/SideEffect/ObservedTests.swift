import Domain
import FoundationEssentials
import Glibc
import IntakeFeature
import IntakeSideEffect
import TestFolders
import Testing

@Suite("Observed folders")
struct ObservedTests {
    private let inbox: Inbox

    init() throws {
        inbox = try Inbox(isObserved: true)
    }

    private var listed: [String] {
        get async throws { try await inbox.world.list("inbox", most: 4096).get().entries.map(\.name.shown).sorted() }
    }

    /// Lists, claims, reads and completes one file.
    private func workOff(_ name: String, _ failure: DropFailure? = nil) async throws -> ReadOutcome {
        let drop = try await inbox.claim(FileName(name))
        let outcome = await inbox.read(drop)
        switch outcome {
        case .accepted: #expect(await inbox.dispose(drop, failure) == .gone)
        case .failed(let why): #expect(await inbox.dispose(drop, why) == .gone)
        default: break
        }
        return outcome
    }

    @Test("a processed file and its sidecar stay and aren't listed again")
    func stays() async throws {
        for name in ["a.png", "a.png.toml", "b.png"] { try put(pngHead + [1], FileName(name), in: inbox.path) }
        guard case .accepted = try await workOff("a.png") else {
            Issue.record("not accepted")
            return
        }
        #expect(try await listed == ["b.png"])
        #expect(names(in: inbox.path) == ["a.png", "a.png.toml", "b.png"])
    }

    @Test("the same content isn't processed again: as another file, under another name, touched or copied")
    func once() async throws {
        try put(pngHead, FileName("a.png"), in: inbox.path)
        guard case .accepted = try await workOff("a.png") else {
            Issue.record("not accepted")
            return
        }
        try put(pngHead, FileName("b.png"), in: inbox.path)
        #expect(try await workOff("b.png") == .known)
        #expect(rename(inbox.path.shown + "/a.png", inbox.path.shown + "/c.png") == 0)
        #expect(try await listed == ["c.png"])
        #expect(try await workOff("c.png") == .known)
        #expect(try await listed == [])
    }

    @Test("changed content is a new drop, and the old error text is removed")
    func changed() async throws {
        try put(Array("bad".utf8), FileName("a.png"), in: inbox.path)
        guard case .failed = try await workOff("a.png") else {
            Issue.record("not failed")
            return
        }
        let outbox = inbox.home.path.appending("outbox")
        #expect(text("failed/a.png.error.txt", in: outbox) == "a.png is not right.\n")
        #expect(try await listed == [] && names(in: inbox.path) == ["a.png"])
        try put(pngHead, FileName("a.png"), in: inbox.path)
        #expect(try await listed == ["a.png"])
        guard case .accepted = try await workOff("a.png") else {
            Issue.record("not accepted")
            return
        }
        #expect(names(in: outbox) == ["failed"])
    }

    @Test("a batch's failed lines are reported, and the batch stays complete")
    func batch() async throws {
        try put(Array("one\nbad\n".utf8), FileName("a.jsonl"), in: inbox.path)
        guard case .accepted = try await workOff("a.jsonl", .job(.request(.empty))) else {
            Issue.record("not accepted")
            return
        }
        let outbox = inbox.home.path.appending("outbox")
        #expect(text("failed/a.jsonl.error.txt", in: outbox) == "a-0002.jsonl is not right.\n")
        #expect(names(in: inbox.path) == ["a.jsonl"])
    }

    @Test("the folder isn't listed if the database can't report the processed files")
    func database() async throws {
        await inbox.spool.fail(.busy)
        #expect(await inbox.world.list("inbox", most: 4096) == .failure(.failed(code: 5)))
        await inbox.spool.fail(nil)
        try put(pngHead, FileName("a.png"), in: inbox.path)
        let drop = try await inbox.claim(FileName("a.png"))
        await inbox.spool.fail(.busy)
        #expect(await inbox.read(drop) == .postponed(.repository(.busy)))
    }
}
