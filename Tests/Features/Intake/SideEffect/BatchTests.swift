import Domain
import IntakeFeature
import IntakeSideEffect
import TestFolders
import Testing

@Suite("Batches", .timeLimit(.minutes(5)))
struct BatchTests {
    private let words = "one\nbad\n\nthree\nbad\n"

    private func read(_ inbox: Inbox, _ drop: Drop) async throws -> [Job] {
        guard case .accepted(let jobs, _) = await inbox.read(drop) else {
            Issue.record("not accepted")
            return []
        }
        return jobs
    }

    @Test("each line is a numbered job; an invalid one has failed before it began")
    func lines() async throws {
        let inbox = try Inbox()
        let jobs = try await read(inbox, try await inbox.drop(words, "many.jsonl"))
        #expect(jobs.map(\.line) == [1, 2, 4, 5])
        #expect(jobs.map(\.name.shown) == ["many-0001.jsonl", "many-0002.jsonl", "many-0004.jsonl", "many-0005.jsonl"])
        #expect(jobs.map(\.state) == [.queued, .failed(.request(.empty)), .queued, .failed(.request(.empty))])
        #expect(Set(jobs.map(\.id)).count == 4)
        #expect(jobs.map(\.request?.prompt) == ["one", nil, "three", nil])
    }

    @Test("only the invalid lines are kept in failed, each with its error; the rest is archived")
    func failed() async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop(words, "many.jsonl")
        _ = try await read(inbox, drop)
        #expect(await inbox.dispose(drop, .job(.request(.empty))) == .gone)
        let failed = inbox.path.appending("failed")
        #expect(text("many.jsonl", in: failed) == "bad\nbad\n")
        #expect(
            text("many.jsonl.error.txt", in: failed)
                == "many-0002.jsonl is not right.\nmany-0005.jsonl is not right.\n")
        #expect(text("many.jsonl", in: inbox.path.appending("done/2026/03")) == words)
    }

    @Test("after a crash before archiving, lines are kept once, and another batch keeps its own")
    func again() async throws {
        let inbox = try Inbox()
        let failed = try inbox.home.folder("inbox/failed")
        try put(Array("bad\nbad\n".utf8), FileName("many.jsonl"), in: failed)
        for words in [words, "bad\n"] {
            let drop = try await inbox.drop(words, "many.jsonl")
            _ = try await read(inbox, drop)
            #expect(await inbox.dispose(drop, .job(.request(.empty))) == .gone)
        }
        #expect(
            names(in: failed) == [
                "many (2).jsonl", "many (2).jsonl.error.txt", "many.jsonl", "many.jsonl.error.txt",
            ])
        #expect(text("many (2).jsonl", in: failed) == "bad\n")
    }

    @Test("a batch whose failed lines were retried successfully before a crash is archived like a good one")
    func retried() async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop("one\nthree\n", "many.jsonl")
        _ = try await read(inbox, drop)
        #expect(await inbox.dispose(drop, .job(.request(.empty))) == .gone)
        #expect(text("many.jsonl", in: inbox.path.appending("done/2026/03")) == "one\nthree\n")
        #expect(names(in: inbox.path.appending("failed")) == [])
    }

    @Test("an unreadable batch fails as a whole")
    func whole() async throws {
        let inbox = try Inbox(limits: IntakeLimits(promptBytes: 1, batchBytes: 8))
        #expect(await inbox.read(try await inbox.drop("\n\n", "none.jsonl")) == .failed(.prompt(.emptyBatch)))
        let large = try await inbox.drop("123456789", "large.jsonl")
        #expect(await inbox.read(large) == .failed(.tooLarge(bytes: 9, limit: 8)))
    }

    @Test("a text is a batch if its folder says so, with a batch's limits")
    func linesOfText() async throws {
        let inbox = try Inbox(limits: IntakeLimits(promptBytes: 1), hasPromptLines: true)
        let jobs = try await read(inbox, try await inbox.drop("one\ntwo\n", "lines.txt"))
        #expect(jobs.map(\.name.shown) == ["lines-0001.txt", "lines-0002.txt"])
        let request = try await inbox.drop("{}", "lines.json")
        #expect(await inbox.read(request) == .failed(.tooLarge(bytes: 2, limit: 1)))
    }

    @Test("disposal is postponed if the database can't report the failed lines")
    func repository() async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop(words, "many.jsonl")
        _ = try await read(inbox, drop)
        await inbox.spool.fail(.busy)
        #expect(await inbox.dispose(drop, .job(.request(.empty))) == .postponed(.repository(.busy)))
    }
}
