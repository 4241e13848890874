import BackendKit
import BackendsFeature
import BackendsSideEffect
import Domain
import MVIEffects
import MVISimulation
import Synchronization
import Testing

@Suite("Calls decided by a person, and health checks", .timeLimit(.minutes(5)))
struct HealthTests {
    @Test("automatic retries keep key and seed; a person's retry has a new key, which its own retries keep")
    func keys() async throws {
        try await Studio.lend { studio in
            let failing = Result<Submission, BackendFailure>.failure(.transient(said: "502"))
            let moderated = Result<Submission, BackendFailure>.failure(.moderated(stage: "input", charged: false))
            let backend = studio.backend(
                .init(submissions: [failing, moderated, failing, .success(Studio.finished)]))
            _ = await studio.generate(backend, 1)
            _ = await studio.generate(backend, 2)
            let failed = JobState.failed(.backend("studio", .moderated(stage: "input", charged: false)))
            #expect(try await studio.spool.jobs.move(studio.job.id, to: failed, picture: nil, token: 0, at: 1))
            let again = try await studio.spool.jobs.reopen(studio.job.id, mayPayTwice: false, token: 3, at: 2).get()
            _ = await studio.generate(backend, 3, for: again)
            #expect(await studio.generate(backend, 4, for: again) == .success(Studio.picture))
            let id = studio.job.id.text
            #expect(backend.keys == [id, id, "\(id)-1", "\(id)-1"])
            #expect(backend.asked == ["submit a cat 1", "submit a cat 1", "submit a cat 3", "submit a cat 3"])
        }
    }

    @Test("an unknown call is only bought again by a person with permission to pay twice")
    func payTwice() async throws {
        try await Studio.lend { studio in
            let backend = studio.backend(.init(submissions: [.failure(.unknown), .success(Studio.finished)]))
            #expect(await studio.generate(backend) == .failure(.backend("studio", .unknown)))
            #expect(try await studio.spool.jobs.move(studio.job.id, to: .unknown, picture: nil, token: 0, at: 1))
            let refusal = try await studio.spool.jobs.reopen(studio.job.id, mayPayTwice: false, token: 3, at: 2)
            #expect(refusal == .failure(.mayPayTwice))
            let again = try await studio.spool.jobs.reopen(studio.job.id, mayPayTwice: true, token: 3, at: 2).get()
            #expect(await studio.generate(backend, 2, for: again) == .success(Studio.picture))
            #expect(backend.keys == [studio.job.id.text, studio.job.id.text + "-1"])
        }
    }

    @Test("a repeatable call is first settled as unknown")
    func repeated() async throws {
        try await Studio.lend { studio in
            try await studio.left(.submitting)
            let backend = studio.backend(.init(submissions: [.failure(.timeout)]))
            let answer = await studio.world(backend).generate(
                studio.job, on: "studio", call: CallID(utc: 4, seed: 5), seed: 1, mayRepeat: true, utc: 9,
                tell: { _ in })
            #expect(answer == .failure(.backend("studio", .timeout)))
            #expect(backend.asked == ["submit a cat 77"] && backend.keys == ["first"])
        }
    }

    @Test("submitted work is cancelled by its handle, and reported as submitted once stored")
    func cancel() async throws {
        try await Studio.lend { studio in
            let backend = studio.backend(
                .init(submissions: [.success(try Studio.pending("h1"))], polls: [.failure(.cancelled)]))
            let world = studio.world(backend)
            await world.cancel(studio.job.id)
            let answer = await world.generate(
                studio.job, on: "studio", call: CallID(utc: 4, seed: 5), seed: 1, mayRepeat: false, utc: 9
            ) { news in
                if news != .begun { await world.cancel(studio.job.id) }
            }
            #expect(answer == .failure(.backend("studio", .cancelled)))
            #expect(backend.asked == ["submit a cat 1", "cancel h1", "poll h1"])
            #expect(await studio.phase == .settled)
            await world.cancel(studio.job.id)
            #expect(backend.asked.count == 3)
        }
    }

    @Test("work that is being submitted is cancelled by its key")
    func stop() async throws {
        try await Studio.lend { studio in
            try await studio.left(.submitting)
            let backend = studio.backend(.init())
            await studio.world(backend).cancel(studio.job.id)
            #expect(backend.asked == ["stop first"])
        }
    }

    @Test("submitted work resumed after a restart can be cancelled too")
    func cancelResumed() async throws {
        try await Studio.lend { studio in
            try await studio.left(.submitted, handle: "h9")
            let backend = studio.backend(.init(polls: [.failure(.cancelled)]))
            let world = studio.world(backend)
            _ = await world.generate(
                studio.job, on: "studio", call: CallID(utc: 4, seed: 5), seed: 1, mayRepeat: false, utc: 9
            ) { _ in await world.cancel(studio.job.id) }
            #expect(backend.asked == ["cancel h9", "poll h9"])
        }
    }

    @Test(
        "work found by its key is reported for submitting jobs only",
        arguments: [
            (JobState.submitting, [Backends.CallProgress.submitted(to: "studio")]),
            (.waiting(until: 5, .backend("studio", .auth)), [.handedOver]),
        ])
    func found(state: JobState, news: [Backends.CallProgress]) async throws {
        try await Studio.lend { studio in
            try await studio.left(.submitting)
            if state != .submitting {
                #expect(try await studio.spool.jobs.move(studio.job.id, to: state, picture: nil, token: 0, at: 2))
            }
            let done = Result<PollAnswer, BackendFailure>.success(.finished([.bytes(Studio.png)], Studio.receipt))
            let world = studio.world(studio.backend(.init(polls: [done, done], namesByKey: true)))
            let job = try #require(try await studio.spool.jobs.job(studio.job.id))
            let heard = Mutex<[Backends.CallProgress]>([])
            _ = await world.generate(
                job, on: "studio", call: CallID(utc: 4, seed: 5), seed: 1, mayRepeat: false, utc: 9
            ) { news in heard.withLock { $0.append(news) } }
            #expect(heard.withLock { $0 } == news)
            let stands = try await studio.spool.jobs.job(job.id)?.state
            #expect(stands == (state == .submitting ? .submitted : state))
        }
    }

    @Test("a health check tells whether a backend accepts work; a missing one doesn't")
    func probe() async throws {
        try await Studio.lend { studio in
            #expect(await studio.world(studio.backend(.init())).probe("studio") == nil)
            #expect(await studio.world(studio.backend(.init(probe: .down(.auth)))).probe("studio") == .auth)
            let stranger = await studio.world(studio.backend(.init())).probe("studoi")
            #expect(stranger == .config(said: "the backend is not configured"))
        }
    }

    @Test("each effect calls its method, and a cancelled health check isn't made")
    func performer() async throws {
        try await Studio.lend { studio in
            let backend = studio.backend(
                .init(
                    submissions: [.success(try Studio.pending("h1"))],
                    polls: [.success(.finished([.bytes(Studio.png)], Studio.receipt))]))
            let perform = Backends.performer(studio.world(backend))
            let heard = Mutex<[Backends.InternalAction]>([])
            let report = Report<Backends> { fact in
                heard.withLock { $0.append(fact) }
                return true
            }
            let call = CallID(utc: 4, seed: 5)
            let made = await perform(
                .generate(studio.job, on: "studio", call: call, seed: 1, mayRepeat: false, utc: 9), report)
            #expect(made == .answered(studio.job.id, .success(Backends.Made(Studio.picture, by: "studio"))))
            #expect(
                heard.withLock { $0 } == [
                    .news(studio.job.id, .begun), .news(studio.job.id, .submitted(to: "studio")),
                ])
            #expect(await perform(.cancel(studio.job.id), report) == nil)

            async let look = perform(.probe("studio", after: .seconds(30)), report)
            await studio.clock.sleepers()
            studio.clock.advance(by: .seconds(30))
            #expect(await look == .probed("studio", nil))
            let late = Task { await perform(.probe("studio", after: .seconds(30)), report) }
            late.cancel()
            #expect(await late.value == nil)
        }
    }
}
