import BackendKit
import Domain
import MVISimulation
import Testing

@Suite("Calls", .timeLimit(.minutes(5)))
struct CallTests {
    @Test("a call is recorded before it is sent, and its picture is stored before it counts")
    func finished() async throws {
        try await Studio.lend { studio in
            let backend = studio.backend(.init(submissions: [.success(Studio.finished)]))
            #expect(await studio.generate(backend) == .success(Studio.picture))
            #expect(backend.seen?.phase == .submitting && backend.seen?.seed == 1)
            #expect(backend.seen?.idempotencyKey == studio.job.id.text)
            #expect(await studio.phase == .fetched)
            let stored = try await studio.blobs.read(Studio.picture.digest, limit: 100)
            #expect(stored == Studio.png)
            let job = try await studio.spool.jobs.job(studio.job.id)
            #expect(job?.state == .submitting)
        }
    }

    @Test("a handle is stored before polling, at the backend's interval")
    func polled() async throws {
        try await Studio.lend { studio in
            let backend = studio.backend(
                .init(
                    submissions: [.success(try Studio.pending("h1"))],
                    polls: [
                        .success(.running(fraction: nil, eta: 4_000)),
                        .success(.finished([.bytes(Studio.png)], Studio.receipt)),
                    ]))
            async let answer = studio.generate(backend)
            await studio.clock.sleepers()
            let call = try await studio.spool.calls.lastCall(of: studio.job.id)
            #expect(call?.handle == "h1")
            #expect(await studio.phase == .submitted)
            #expect(studio.clock.nextDeadline == ManualClock.Instant(offset: .seconds(4)))
            studio.clock.advanceToNext()
            #expect(await answer == .success(Studio.picture))
            #expect(backend.asked == ["submit a cat 1", "poll h1", "poll h1"])
        }
    }

    @Test("the seed reported by the backend is recorded with the call, whenever it is reported")
    func seeds() async throws {
        let told = Receipt(charged: .yes, seed: 99)
        let answers: [(BackendKit.Submission, [PollAnswer], UInt64)] = [
            (.finished([.bytes(Studio.png)], told), [], 99),
            (Studio.finished, [], 1),
            (try Studio.pending("h1"), [.finished([.bytes(Studio.png)], told)], 99),
            (.pending(try #require(JobHandle("h1")), told), [.finished([.bytes(Studio.png)], Studio.receipt)], 99),
        ]
        for (submission, polls, seed) in answers {
            try await Studio.lend { studio in
                let script = ScriptedBackend.Script(
                    submissions: [.success(submission)], polls: polls.map { .success($0) })
                #expect(await studio.generate(studio.backend(script)) == .success(Studio.picture))
                let call = try await studio.spool.calls.lastCall(of: studio.job.id)
                #expect(call?.seed == seed)
            }
        }
    }

    @Test("a restart polls submitted work and doesn't resubmit it")
    func submitted() async throws {
        try await Studio.lend { studio in
            try await studio.left(.submitted, handle: "h9")
            let backend = studio.backend(.init(polls: [.success(.finished([.bytes(Studio.png)], Studio.receipt))]))
            #expect(await studio.generate(backend) == .success(Studio.picture))
            #expect(backend.asked == ["poll h9"])
        }
    }

    @Test("a possibly sent call is repeated if free, with the same seed and key")
    func free() async throws {
        try await Studio.lend { studio in
            try await studio.left(.submitting)
            let backend = studio.backend(isFree: true, .init(submissions: [.success(Studio.finished)]))
            #expect(await studio.generate(backend) == .success(Studio.picture))
            #expect(backend.asked == ["submit a cat 77"] && backend.seen?.idempotencyKey == "first")
        }
    }

    @Test("a possibly sent call is never repeated if paid")
    func paid() async throws {
        try await Studio.lend { studio in
            try await studio.left(.submitting)
            let backend = studio.backend(.init(submissions: [.success(Studio.finished)]))
            #expect(await studio.generate(backend) == .failure(.backend("studio", .unknown)))
            #expect(backend.asked.isEmpty)
            #expect(await studio.phase == .submitting)
        }
    }

    @Test("a possibly sent call is looked up by its key if the client names the work, and not repeated")
    func found() async throws {
        try await Studio.lend { studio in
            try await studio.left(.submitting)
            let done = Result<PollAnswer, BackendFailure>.success(.finished([.bytes(Studio.png)], Studio.receipt))
            let backend = studio.backend(.init(polls: [done, done], namesByKey: true))
            #expect(await studio.generate(backend) == .success(Studio.picture))
            #expect(backend.asked == ["poll of first", "poll of first"])
            let call = try await studio.spool.calls.lastCall(of: studio.job.id)
            #expect(call?.phase == .fetched && call?.idempotencyKey == "first")
        }
    }

    @Test("a call not found by the lookup is sent once, with the same seed and key")
    func nowhere() async throws {
        try await Studio.lend { studio in
            try await studio.left(.submitting)
            let backend = studio.backend(
                isFree: true,
                .init(submissions: [.success(Studio.finished)], polls: [.failure(.lost)], namesByKey: true))
            #expect(await studio.generate(backend) == .success(Studio.picture))
            #expect(backend.asked == ["poll of first", "submit a cat 77"] && backend.keys == ["first"])
        }
    }

    @Test("paid work unknown to the server may have been charged: nothing is sent")
    func forgotten() async throws {
        try await Studio.lend { studio in
            try await studio.left(.submitting)
            let backend = studio.backend(
                .init(submissions: [.success(Studio.finished)], polls: [.failure(.lost)], namesByKey: true))
            #expect(await studio.generate(backend) == .failure(.backend("studio", .unknown)))
            #expect(backend.asked == ["poll of first"])
        }
    }

    @Test("while the server is unreachable, a call with a lost response remains to be looked up")
    func unreachable() async throws {
        try await Studio.lend { studio in
            try await studio.left(.submitting)
            let fault = BackendFailure.transient(said: "down")
            let backend = studio.backend(isFree: true, .init(polls: [.failure(fault)], namesByKey: true))
            #expect(await studio.generate(backend) == .failure(.backend("studio", fault)))
            #expect(backend.asked == ["poll of first"])
            #expect(await studio.phase == .submitting)
        }
    }

    @Test("a fetched picture is available again without a call")
    func fetched() async throws {
        try await Studio.lend { studio in
            try await studio.left(.fetched, picture: Studio.picture)
            let backend = studio.backend(.init())
            #expect(await studio.generate(backend) == .success(Studio.picture))
            #expect(backend.asked.isEmpty)
        }
    }

    @Test("a job resumed by another start isn't paid for")
    func lost() async throws {
        try await Studio.lend { studio in
            _ = try await studio.spool.jobs.takeUp(limit: 9, after: nil, token: 8, at: 1)
            let backend = studio.backend(.init(submissions: [.success(Studio.finished)]))
            #expect(await studio.generate(backend) == .failure(.backend("studio", .cancelled)))
            #expect(backend.asked.isEmpty)
        }
    }
}
