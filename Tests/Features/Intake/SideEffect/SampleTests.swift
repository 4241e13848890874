import Domain
import IntakeFeature
import IntakeSideEffect
import TestFolders
import Testing

@Suite("Several samples of a prompt", .timeLimit(.minutes(5)))
struct SampleTests {
    private func read(_ inbox: Inbox, _ drop: Drop) async throws -> [Job] {
        guard case .accepted(let jobs, _) = await inbox.read(drop) else {
            Issue.record("not accepted")
            return []
        }
        return jobs
    }

    @Test("a prompt with samples becomes a numbered job for each; samples of a line follow its number")
    func names() async throws {
        let inbox = try Inbox()
        let jobs = try await read(inbox, try await inbox.drop("a cat x3", "cat.txt"))
        #expect(jobs.map(\.name.shown) == ["cat-1.txt", "cat-2.txt", "cat-3.txt"])
        #expect(jobs.map(\.sample) == (1...3).map { Sample($0, of: 3) } && Set(jobs.map(\.id)).count == 3)
        #expect(jobs.allSatisfy { $0.request?.prompt == "a cat" && $0.state == .queued })
        let lines = try await read(inbox, try await inbox.drop("one\ntwo x2\nbad\n", "many.jsonl"))
        #expect(
            lines.map(\.name.shown) == [
                "many-0001.jsonl", "many-0002-1.jsonl", "many-0002-2.jsonl", "many-0003.jsonl",
            ])
        #expect(Set(lines.map(\.id)).count == 4 && lines.map(\.id) == lines.map(\.id).sorted())
    }

    @Test("a picture with a prompt beside it is edited once for each sample")
    func edit() async throws {
        let inbox = try Inbox()
        try put(Array("at night x2".utf8), FileName("cat.png.toml"), in: inbox.path)
        let jobs = try await read(inbox, try await inbox.drop(pngHead, FileName("cat.png")))
        #expect(jobs.map(\.name.shown) == ["cat-1.png", "cat-2.png"])
        #expect(jobs.allSatisfy { $0.request?.source.task == .imageToImage && $0.picture == nil })
    }

    @Test("the samples that the budget doesn't cover are stored as held")
    func held() async throws {
        let cap = BudgetCap(scope: .everything, period: .day, limit: .pictures(1))
        let stop = BudgetExceeded(cap: cap, resetsAt: 9, samples: FittingSamples(1, of: 2))
        let inbox = try Inbox(fit: { jobs in
            jobs.map { job in
                var job = job
                if job.sample.number > 1 { job.state = .held(.budget(stop, until: 9)) }
                return job
            }
        })
        let jobs = try await read(inbox, try await inbox.drop("a cat x2", "cat.txt"))
        #expect(jobs.map(\.state) == [.queued, .held(.budget(stop, until: 9))])
    }

    @Test("the prompt is kept in failed if a sample failed, with a sentence for each and what to do")
    func failed() async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop("a cat x3", "cat.txt")
        _ = try await read(inbox, drop)
        let failure = JobFailure.backend("sketch", .empty)
        await inbox.spool.end([.done, .failed(failure), .failed(failure)])
        #expect(await inbox.dispose(drop, .sample(failure)) == .gone)
        let failed = inbox.path.appending("failed")
        #expect(text("cat.txt", in: failed) == "a cat x3")
        #expect(
            text("cat.txt.error.txt", in: failed)
                == "cat-2.txt is not right.\ncat-3.txt is not right.\nRetry [2, 3].\n")
    }

    @Test("a line of a batch is kept once, however many of its samples failed")
    func failedLine() async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop("one\ntwo x2\n", "many.jsonl")
        _ = try await read(inbox, drop)
        let failure = JobFailure.backend("sketch", .empty)
        await inbox.spool.end([.done, .failed(failure), .failed(failure)])
        #expect(await inbox.dispose(drop, .sample(failure)) == .gone)
        let failed = inbox.path.appending("failed")
        #expect(text("many.jsonl", in: failed) == "two x2\n")
        #expect(
            text("many.jsonl.error.txt", in: failed)
                == "many-0002-1.jsonl is not right.\nmany-0002-2.jsonl is not right.\nRetry [1, 2].\n")
        #expect(text("many.jsonl", in: inbox.path.appending("done/2026/03")) == "one\ntwo x2\n")
    }

    @Test("samples that were retried before the file was moved don't count as failed")
    func retried() async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop("a cat x2", "cat.txt")
        _ = try await read(inbox, drop)
        await inbox.spool.end([.done, .queued])
        #expect(await inbox.dispose(drop, .sample(.backend("sketch", .empty))) == .gone)
        #expect(text("cat.txt", in: inbox.path.appending("done/2026/03")) == "a cat x2")
    }
}
