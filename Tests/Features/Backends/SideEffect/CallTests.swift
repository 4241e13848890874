import BackendKit
import BackendsFeature
import BackendsSideEffect
import Domain
import MVISimulation
import PlatformConcurrency
import Testing

@Suite("Calls", .timeLimit(.minutes(5)))
struct CallTests {
    @Test("a call is recorded before it is sent, and its picture is stored before it counts")
    func finished() async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(.init(submissions: [.success(BackendsFixture.finished)]))
            #expect(await fixture.generate(backend) == .success(BackendsFixture.picture))
            #expect(backend.seen?.phase == .submitting && backend.seen?.seed == 1)
            #expect(backend.seen?.idempotencyKey == fixture.job.id.text)
            #expect(await fixture.phase == .fetched)
            let stored = try await fixture.blobs.read(BackendsFixture.picture.digest, limit: 100)
            #expect(stored == BackendsFixture.png)
            let job = try await fixture.spool.jobs.job(fixture.job.id)
            #expect(job?.state == .submitting)
        }
    }

    @Test("a call that the database stored without an answer was never sent, so the job buys once, and is not unknown")
    func lostBegin() async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(.init(submissions: [.success(BackendsFixture.finished)]))
            let run = fixture.world(backend, calls: DeafCalls(calls: fixture.spool.calls))
            func attempt(_ number: Int64) async -> Result<StoredPicture, JobFailure> {
                await run.generate(
                    fixture.job, on: "studio", call: CallID(utc: UTCMillis(number), seed: 5), seed: 1, mayRepeat: false,
                    report: { _ in }
                ).answer.map(\.picture)
            }
            #expect(await attempt(1) == .failure(.storage(.unreachable("the answer was lost"))))
            #expect(await fixture.phase == .submitting && backend.asked.isEmpty)
            #expect(await attempt(2) == .success(BackendsFixture.picture))
            #expect(backend.asked == ["submit a cat 1"])
            let cost = try await fixture.spool.calls.cost(of: fixture.job.id)
            #expect(cost.lostCalls == 0)
        }
    }

    @Test("a handle is stored before polling, at the backend's interval")
    func polled() async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(
                .init(
                    submissions: [.success(try BackendsFixture.pending("h1"))],
                    polls: [
                        .success(.running(nil, next: 4_000)),
                        .success(.finished([.bytes(BackendsFixture.png)], BackendsFixture.receipt)),
                    ]))
            async let answer = fixture.generate(backend)
            await fixture.clock.sleepers()
            let call = try await fixture.spool.calls.lastCall(of: fixture.job.id)
            #expect(call?.handle == "h1")
            #expect(await fixture.phase == .submitted)
            #expect(fixture.clock.nextDeadline == ManualClock.Instant(offset: .seconds(4)))
            fixture.clock.advanceToNext()
            #expect(await answer == .success(BackendsFixture.picture))
            #expect(backend.asked == ["submit a cat 1", "poll h1", "poll h1"])
        }
    }

    @Test("the progress in a poll's answer is reported")
    func progress() async throws {
        let progress = try #require(GenerationProgress(queuePosition: 3))
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(
                .init(
                    submissions: [.success(try BackendsFixture.pending("h1"))],
                    polls: [
                        .success(.running(progress, next: nil)), .success(.running(nil, next: nil)),
                        .success(.finished([.bytes(BackendsFixture.png)], BackendsFixture.receipt)),
                    ]))
            let reports = AsyncValue<[Backends.CallProgress]>([])
            async let answer = fixture.world(backend).generate(
                fixture.job, on: "studio", call: CallID(utc: 1, seed: 5), seed: 1, mayRepeat: false
            ) { report in reports.update { $0.append(report) } }
            for _ in 0..<2 {
                await fixture.clock.sleepers()
                fixture.clock.advanceToNext()
            }
            #expect(await answer.answer.map(\.picture) == .success(BackendsFixture.picture))
            #expect(reports.value == [.begun, .submitted(to: "studio"), .generating(progress)])
        }
    }

    @Test("a backend that waits for its picture is asked for the progress once a second until then")
    func askedForProgress() async throws {
        let progress = try #require(GenerationProgress(step: 1, steps: 4))
        let finished = Latch()
        try await BackendsFixture.lend { fixture in
            let backend = SlowBackend(progress: progress, finished: finished)
            let reports = AsyncValue<[Backends.CallProgress]>([])
            async let answer = fixture.world(backend).generate(
                fixture.job, on: "studio", call: CallID(utc: 1, seed: 5), seed: 1, mayRepeat: false
            ) { report in reports.update { $0.append(report) } }
            for count in 1...2 {
                await fixture.clock.sleepers()
                #expect(fixture.clock.nextDeadline == ManualClock.Instant(offset: .seconds(count)))
                fixture.clock.advanceToNext()
                _ = await reports.first { $0.count > count ? true : nil }
            }
            finished.open()
            #expect(await answer.answer.map(\.picture) == .success(BackendsFixture.picture))
            #expect(reports.value == [.begun, .generating(progress), .generating(progress)])
        }
    }

    /// Returns its picture when `finished` is opened, and has to be asked for its progress.
    private struct SlowBackend: SynchronousBackend {
        let progress: GenerationProgress
        let finished: Latch
        let descriptor = BackendDescriptor(
            name: "studio", kind: "slow", credit: "studio", isFree: false, isDeterministic: false, sides: 1...4096,
            concurrency: 1, reportsProgress: true)

        func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
            await finished.wait()
            return BackendsFixture.finished
        }

        func progress(of key: String) async -> GenerationProgress? { progress }

        func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] { BackendsFixture.png }

        func probe() async -> BackendHealth { .ready }
    }

    @Test("the seed reported by the backend is recorded with the call, whenever it is reported")
    func seeds() async throws {
        let told = Receipt(charged: .yes, seed: 99)
        let answers: [(BackendKit.Submission, [PollAnswer], UInt64)] = [
            (.finished([.bytes(BackendsFixture.png)], told), [], 99),
            (BackendsFixture.finished, [], 1),
            (try BackendsFixture.pending("h1"), [.finished([.bytes(BackendsFixture.png)], told)], 99),
            (
                .pending(try #require(JobHandle("h1")), told),
                [.finished([.bytes(BackendsFixture.png)], BackendsFixture.receipt)], 99
            ),
        ]
        for (submission, polls, seed) in answers {
            try await BackendsFixture.lend { fixture in
                let script = ScriptedBackend.Script(
                    submissions: [.success(submission)], polls: polls.map { .success($0) })
                #expect(await fixture.generate(fixture.backend(script)) == .success(BackendsFixture.picture))
                let call = try await fixture.spool.calls.lastCall(of: fixture.job.id)
                #expect(call?.seed == seed)
            }
        }
    }

    @Test("a restart polls submitted work and doesn't resubmit it")
    func submitted() async throws {
        try await BackendsFixture.lend { fixture in
            try await fixture.left(.submitted, handle: "h9")
            let backend = fixture.backend(
                .init(polls: [.success(.finished([.bytes(BackendsFixture.png)], BackendsFixture.receipt))]))
            #expect(await fixture.generate(backend) == .success(BackendsFixture.picture))
            #expect(backend.asked == ["poll h9"])
        }
    }

    @Test("a possibly sent call is repeated if free, with the same seed and key")
    func free() async throws {
        try await BackendsFixture.lend { fixture in
            try await fixture.left(.submitting)
            let backend = fixture.backend(isFree: true, .init(submissions: [.success(BackendsFixture.finished)]))
            #expect(await fixture.generate(backend) == .success(BackendsFixture.picture))
            #expect(backend.asked == ["submit a cat 77"] && backend.seen?.idempotencyKey == "first")
        }
    }

    @Test("a possibly sent call is never repeated if paid")
    func paid() async throws {
        try await BackendsFixture.lend { fixture in
            try await fixture.left(.submitting)
            let backend = fixture.backend(.init(submissions: [.success(BackendsFixture.finished)]))
            #expect(await fixture.generate(backend) == .failure(.backend("studio", .unknown)))
            #expect(backend.asked.isEmpty)
            #expect(await fixture.phase == .submitting)
        }
    }

    @Test("a possibly sent call is looked up by its key if the client names the work, and not repeated")
    func found() async throws {
        try await BackendsFixture.lend { fixture in
            try await fixture.left(.submitting)
            let done = Result<PollAnswer, BackendFailure>.success(
                .finished([.bytes(BackendsFixture.png)], BackendsFixture.receipt))
            let backend = fixture.backend(.init(polls: [done, done], namesByKey: true))
            #expect(await fixture.generate(backend) == .success(BackendsFixture.picture))
            #expect(backend.asked == ["poll of first", "poll of first"])
            let call = try await fixture.spool.calls.lastCall(of: fixture.job.id)
            #expect(call?.phase == .fetched && call?.idempotencyKey == "first")
        }
    }

    @Test("a call not found by the lookup is sent once, with the same seed and key")
    func nowhere() async throws {
        try await BackendsFixture.lend { fixture in
            try await fixture.left(.submitting)
            let backend = fixture.backend(
                isFree: true,
                .init(submissions: [.success(BackendsFixture.finished)], polls: [.failure(.lost)], namesByKey: true))
            #expect(await fixture.generate(backend) == .success(BackendsFixture.picture))
            #expect(backend.asked == ["poll of first", "submit a cat 77"] && backend.keys == ["first"])
        }
    }

    @Test("paid work unknown to the server may have been charged: nothing is sent")
    func forgotten() async throws {
        try await BackendsFixture.lend { fixture in
            try await fixture.left(.submitting)
            let backend = fixture.backend(
                .init(submissions: [.success(BackendsFixture.finished)], polls: [.failure(.lost)], namesByKey: true))
            #expect(await fixture.generate(backend) == .failure(.backend("studio", .unknown)))
            #expect(backend.asked == ["poll of first"])
        }
    }

    @Test("while the server is unreachable, a call with a lost response remains to be looked up")
    func unreachable() async throws {
        try await BackendsFixture.lend { fixture in
            try await fixture.left(.submitting)
            let fault = BackendFailure.transient(message: "down")
            let backend = fixture.backend(isFree: true, .init(polls: [.failure(fault)], namesByKey: true))
            #expect(await fixture.generate(backend) == .failure(.backend("studio", fault)))
            #expect(backend.asked == ["poll of first"])
            #expect(await fixture.phase == .submitting)
        }
    }

    @Test("a fetched picture is available again without a call")
    func fetched() async throws {
        try await BackendsFixture.lend { fixture in
            try await fixture.left(.fetched, picture: BackendsFixture.picture)
            let backend = fixture.backend(.init())
            #expect(await fixture.generate(backend) == .success(BackendsFixture.picture))
            #expect(backend.asked.isEmpty)
        }
    }

    @Test("a job resumed by another start isn't paid for")
    func lost() async throws {
        try await BackendsFixture.lend { fixture in
            _ = try await fixture.spool.jobs.claimUnfinished(limit: 9, after: nil, token: 8, at: 1)
            let backend = fixture.backend(.init(submissions: [.success(BackendsFixture.finished)]))
            #expect(await fixture.generate(backend) == .failure(.backend("studio", .cancelled)))
            #expect(backend.asked.isEmpty)
        }
    }
}

/// Calls in a database whose answer to the first `begin` is lost after the call was stored.
private final class DeafCalls: CallRepository {
    private let calls: any CallRepository
    private let hasBegun = AsyncValue(false)

    init(calls: any CallRepository) { self.calls = calls }

    func begin(
        _ call: Call, reserving: BudgetReservation, within limits: SharedLimits?, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> CallStart {
        let start = try await calls.begin(call, reserving: reserving, within: limits, token: token, at: utc)
        if hasBegun.value { return start }
        hasBegun.update { $0 = true }
        throw .unreachable("the answer was lost")
    }

    func adopt(_ call: Call, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Bool {
        try await calls.adopt(call, token: token, at: utc)
    }

    func purchase(_ key: Digest) async throws(RepositoryFailure) -> Call? { try await calls.purchase(key) }

    func keep(_ call: Call, settling: Settlement?, at utc: UTCMillis) async throws(RepositoryFailure) {
        try await calls.keep(call, settling: settling, at: utc)
    }

    func lastCall(of job: JobID) async throws(RepositoryFailure) -> Call? { try await calls.lastCall(of: job) }

    func cost(of job: JobID) async throws(RepositoryFailure) -> JobCost { try await calls.cost(of: job) }
}
