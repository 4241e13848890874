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
        try await BackendsFixture.lend { fixture in
            let failing = Result<Submission, BackendFailure>.failure(.transient(message: "502"))
            let moderated = Result<Submission, BackendFailure>.failure(.moderated(stage: "input", charged: false))
            let backend = fixture.backend(
                .init(submissions: [failing, moderated, failing, .success(BackendsFixture.finished)]))
            _ = await fixture.generate(backend, 1)
            _ = await fixture.generate(backend, 2)
            let failed = JobState.failed(.backend("studio", .moderated(stage: "input", charged: false)))
            #expect(try await fixture.spool.jobs.move(fixture.job.id, to: failed, picture: nil, token: 0, at: 1))
            let again = try await fixture.spool.jobs.reopen(fixture.job.id, mayPayTwice: false, token: 3, at: 2).get()
            _ = await fixture.generate(backend, 3, for: again)
            #expect(await fixture.generate(backend, 4, for: again) == .success(BackendsFixture.picture))
            let id = fixture.job.id.text
            #expect(backend.keys == [id, id, "\(id)-1", "\(id)-1"])
            #expect(backend.asked == ["submit a cat 1", "submit a cat 1", "submit a cat 3", "submit a cat 3"])
        }
    }

    @Test("an unknown call is only bought again by a person with permission to pay twice")
    func payTwice() async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(.init(submissions: [.failure(.unknown), .success(BackendsFixture.finished)]))
            #expect(await fixture.generate(backend) == .failure(.backend("studio", .unknown)))
            #expect(try await fixture.spool.jobs.move(fixture.job.id, to: .unknown, picture: nil, token: 0, at: 1))
            let refusal = try await fixture.spool.jobs.reopen(fixture.job.id, mayPayTwice: false, token: 3, at: 2)
            #expect(refusal == .failure(.mayPayTwice))
            let again = try await fixture.spool.jobs.reopen(fixture.job.id, mayPayTwice: true, token: 3, at: 2).get()
            #expect(await fixture.generate(backend, 2, for: again) == .success(BackendsFixture.picture))
            #expect(backend.keys == [fixture.job.id.text, fixture.job.id.text + "-1"])
        }
    }

    @Test("a repeatable call is first settled as unknown")
    func repeated() async throws {
        try await BackendsFixture.lend { fixture in
            try await fixture.left(.submitting)
            let backend = fixture.backend(.init(submissions: [.failure(.timeout)]))
            let answer = await fixture.world(backend).generate(
                fixture.job, on: "studio", call: CallID(utc: 4, seed: 5), seed: 1, mayRepeat: true, report: { _ in })
            #expect(answer == .ended(.failure(.backend("studio", .timeout))))
            #expect(backend.asked == ["submit a cat 77"] && backend.keys == ["first"])
        }
    }

    @Test("submitted work is cancelled by its handle, and reported as submitted once stored")
    func cancel() async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(
                .init(submissions: [.success(try BackendsFixture.pending("h1"))], polls: [.failure(.cancelled)]))
            let world = fixture.world(backend)
            await world.cancel(fixture.job.id)
            let answer = await world.generate(
                fixture.job, on: "studio", call: CallID(utc: 4, seed: 5), seed: 1, mayRepeat: false
            ) { news in
                if news != .begun { await world.cancel(fixture.job.id) }
            }
            #expect(answer == .ended(.failure(.backend("studio", .cancelled))))
            #expect(backend.asked == ["submit a cat 1", "cancel h1", "poll h1"])
            #expect(await fixture.phase == .settled)
            await world.cancel(fixture.job.id)
            #expect(backend.asked.count == 3)
        }
    }

    @Test("work that is being submitted is cancelled by its key")
    func stop() async throws {
        try await BackendsFixture.lend { fixture in
            try await fixture.left(.submitting)
            let backend = fixture.backend(.init())
            await fixture.world(backend).cancel(fixture.job.id)
            #expect(backend.asked == ["stop first"])
        }
    }

    @Test("submitted work resumed after a restart can be cancelled too")
    func cancelResumed() async throws {
        try await BackendsFixture.lend { fixture in
            try await fixture.left(.submitted, handle: "h9")
            let backend = fixture.backend(.init(polls: [.failure(.cancelled)]))
            let world = fixture.world(backend)
            _ = await world.generate(
                fixture.job, on: "studio", call: CallID(utc: 4, seed: 5), seed: 1, mayRepeat: false
            ) { _ in await world.cancel(fixture.job.id) }
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
        try await BackendsFixture.lend { fixture in
            try await fixture.left(.submitting)
            if state != .submitting {
                #expect(try await fixture.spool.jobs.move(fixture.job.id, to: state, picture: nil, token: 0, at: 2))
            }
            let done = Result<PollAnswer, BackendFailure>.success(
                .finished([.bytes(BackendsFixture.png)], BackendsFixture.receipt))
            let world = fixture.world(fixture.backend(.init(polls: [done, done], namesByKey: true)))
            let job = try #require(try await fixture.spool.jobs.job(fixture.job.id))
            let heard = Mutex<[Backends.CallProgress]>([])
            _ = await world.generate(
                job, on: "studio", call: CallID(utc: 4, seed: 5), seed: 1, mayRepeat: false
            ) { news in heard.withLock { $0.append(news) } }
            #expect(heard.withLock { $0 } == news)
            let stands = try await fixture.spool.jobs.job(job.id)?.state
            #expect(stands == (state == .submitting ? .submitted : state))
        }
    }

    @Test("a health check tells whether a backend accepts work; a missing one doesn't")
    func probe() async throws {
        try await BackendsFixture.lend { fixture in
            #expect(await fixture.world(fixture.backend(.init())).probe("studio") == nil)
            #expect(await fixture.world(fixture.backend(.init(probe: .down(.auth)))).probe("studio") == .auth)
            let stranger = await fixture.world(fixture.backend(.init())).probe("studoi")
            #expect(stranger == .config(message: "the backend is not configured"))
        }
    }

    @Test("each effect calls its method, and a cancelled health check isn't made")
    func performer() async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(
                .init(
                    submissions: [.success(try BackendsFixture.pending("h1"))],
                    polls: [.success(.finished([.bytes(BackendsFixture.png)], BackendsFixture.receipt))]))
            let perform = Backends.performer(fixture.world(backend))
            let heard = Mutex<[Backends.InternalAction]>([])
            let report = Report<Backends> { fact in
                heard.withLock { $0.append(fact) }
                return true
            }
            let call = CallID(utc: 4, seed: 5)
            let made = await perform(
                .generate(fixture.job, on: "studio", call: call, seed: 1, mayRepeat: false), report)
            #expect(
                made == .answered(fixture.job.id, .success(GeneratedPicture(BackendsFixture.picture, by: "studio"))))
            #expect(
                heard.withLock { $0 } == [
                    .progressed(fixture.job.id, .begun), .progressed(fixture.job.id, .submitted(to: "studio")),
                ])
            #expect(await perform(.cancel(fixture.job.id), report) == nil)

            async let look = perform(.probe("studio", after: .seconds(30)), report)
            await fixture.clock.sleepers()
            fixture.clock.advance(by: .seconds(30))
            #expect(await look == .probed("studio", nil))
            let late = Task { await perform(.probe("studio", after: .seconds(30)), report) }
            late.cancel()
            #expect(await late.value == nil)
        }
    }
}
