import BackendKit
import Domain
import MVISimulation
import Testing

@Suite("Fetching bought pictures", .timeLimit(.minutes(5)))
struct FetchTests {
    private static let fetch = "fetch " + BackendsFixture.address

    private static func polled() throws -> ScriptedBackend.Script {
        .init(
            submissions: [.success(try BackendsFixture.pending("h1"))],
            polls: [.success(.finished([.url(BackendsFixture.address)], BackendsFixture.receipt))])
    }

    private static var answered: ScriptedBackend.Script {
        .init(submissions: [.success(.finished([.url(BackendsFixture.address)], BackendsFixture.receipt))])
    }

    @Test("an unreachable host causes no second purchase, whether the URL came with the response or a poll")
    func away() async throws {
        for script in [Self.answered, try Self.polled()] {
            try await BackendsFixture.lend { fixture in
                let work = script.polls.isEmpty ? nil : "h1"
                var script = script
                script.fetches = [
                    .failure(.timeout), .failure(.transient(message: "gone")), .success(BackendsFixture.png),
                ]
                let backend = fixture.backend(script)
                let first = BackendsFixture.fetch(.timeout, work: work)
                #expect(await fixture.generate(backend) == .failure(.unfetched(first)))
                // Everything that a start needs is stored: after a kill here the fetch continues.
                let call = try #require(try await fixture.spool.calls.lastCall(of: fixture.job.id))
                #expect(call.phase == .finished && call.handle == BackendsFixture.address && call.fetch == first)
                let job = try #require(try await fixture.spool.jobs.job(fixture.job.id))
                #expect(job.state == .waiting(until: 9, .unfetched(first)) && job.state.word == "submitted")
                let second = BackendsFixture.fetch(.timeout, .transient(message: "gone"), work: work)
                #expect(try await fixture.fetch(backend) == .failure(.unfetched(second)))
                #expect(try await fixture.fetch(backend) == .success(BackendsFixture.picture))
                #expect(backend.asked.count { $0.hasPrefix("submit") } == 1)
                #expect(backend.asked.suffix(3) == [Self.fetch, Self.fetch, Self.fetch])
                #expect(await fixture.phase == .fetched)
            }
        }
    }

    @Test("a kill between the URL and the first attempt leaves a fetch, not a purchase")
    func killed() async throws {
        try await BackendsFixture.lend { fixture in
            try await fixture.left(.submitting)
            var call = try #require(try await fixture.spool.calls.lastCall(of: fixture.job.id))
            call.phase = .finished
            call.handle = BackendsFixture.address
            call.fetch = BackendsFixture.fetch()
            try await fixture.spool.calls.keep(call, settling: Settlement(.spent), at: 5)
            let job = try #require(try await fixture.spool.jobs.job(fixture.job.id))
            #expect(job.state == .waiting(until: 5, .unfetched(BackendsFixture.fetch())))
            let steps = try await fixture.spool.jobList.timeline(fixture.job.id)?.steps.map(\.state.word)
            #expect(steps == ["queued", "submitting", "submitted"])
            let backend = fixture.backend(.init(fetches: [.success(BackendsFixture.png)]))
            #expect(try await fixture.fetch(backend) == .success(BackendsFixture.picture))
            #expect(backend.asked == [Self.fetch])
        }
    }

    @Test("after the deadline the job fails but keeps the URL: a retry fetches, and buys only with permission")
    func expired() async throws {
        try await BackendsFixture.lend { fixture in
            var script = Self.answered
            script.submissions.append(.success(BackendsFixture.finished))
            script.fetches = Array(repeating: .failure(.timeout), count: 9)
            let backend = fixture.backend(script)
            #expect(await fixture.generate(backend) == .failure(.unfetched(BackendsFixture.fetch(.timeout))))
            let end = UTCMillis(9) + ResultFetch.defaultLifetime
            let expired = JobFailure.backend("studio", .expired)
            #expect(try await fixture.fetch(backend, at: end) == .failure(expired))
            let kept = try await fixture.spool.calls.lastCall(of: fixture.job.id)
            #expect(kept?.phase == .finished && kept?.handle == BackendsFixture.address && kept?.failure == .expired)
            // A start before the job's row is updated comes to the same end without an attempt.
            #expect(try await fixture.fetch(backend, at: end) == .failure(expired))
            #expect(backend.asked == ["submit a cat 1", Self.fetch, Self.fetch])

            #expect(
                try await fixture.spool.jobs.move(fixture.job.id, to: .failed(expired), picture: nil, token: 0, at: 20))
            let again = try await fixture.spool.jobs.reopen(fixture.job.id, mayPayTwice: false, token: 0, at: end + 5)
                .get()
            let renewed = BackendsFixture.fetch(since: end + 5)
            #expect(again.state == .waiting(until: end + 5, .unfetched(renewed)) && again.retries == 1)
            #expect(
                try await fixture.fetch(backend, at: end + 6)
                    == .failure(.unfetched(renewed.failed(.timeout, at: end + 6))))
            #expect(backend.asked.count { $0.hasPrefix("submit") } == 1)

            #expect(try await fixture.fetch(backend, at: end + 2 * ResultFetch.defaultLifetime) == .failure(expired))
            #expect(
                try await fixture.spool.jobs.move(fixture.job.id, to: .failed(expired), picture: nil, token: 0, at: 21))
            let bought = try await fixture.spool.jobs.reopen(fixture.job.id, mayPayTwice: true, token: 0, at: 22).get()
            #expect(bought.state == .queued)
            #expect(await fixture.generate(backend, 2, for: bought) == .success(BackendsFixture.picture))
            #expect(backend.asked.count { $0.hasPrefix("submit") } == 2)
        }
    }

    @Test("a host that rejects the fetch or returns no picture ends the job, and the URL is kept for a retry")
    func refused() async throws {
        let answers: [Result<[UInt8], BackendFailure>] = [
            .failure(.expired), .failure(.tooLarge(bytes: 2, limit: 1)), .success([60, 104]),
        ]
        for answer in answers {
            try await BackendsFixture.lend { fixture in
                var script = Self.answered
                script.fetches = [answer, .success(BackendsFixture.png)]
                let backend = fixture.backend(script)
                let ending = await fixture.generate(backend)
                guard case .failure(let ended) = ending, case .backend("studio", let failure) = ended else {
                    Issue.record("\(ending)")
                    return
                }
                #expect(!failure.isBackendFault)
                #expect(
                    try await fixture.spool.jobs.move(
                        fixture.job.id, to: .failed(ended), picture: nil, token: 0, at: 20))
                _ = try await fixture.spool.jobs.reopen(fixture.job.id, mayPayTwice: false, token: 0, at: 21).get()
                #expect(try await fixture.fetch(backend) == .success(BackendsFixture.picture))
                #expect(backend.asked == ["submit a cat 1", Self.fetch, Self.fetch])
            }
        }
    }

    @Test("a fetch without a URL buys nothing")
    func nothing() async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(.init(submissions: [.success(BackendsFixture.finished)]))
            #expect(try await fixture.fetch(backend) == .failure(.backend("studio", .lost)))
            try await fixture.left(.submitting)
            #expect(try await fixture.fetch(backend) == .failure(.backend("studio", .unknown)))
            #expect(backend.asked.isEmpty)
        }
    }

    @Test("an expired signed URL is renewed once per attempt, without a purchase")
    func signed() async throws {
        try await BackendsFixture.lend { fixture in
            let other = "https://pictures.example/2"
            var script = try Self.polled()
            script.polls += [
                .failure(.transient(message: "502")),
                .success(.finished([.url(BackendsFixture.address)], BackendsFixture.receipt)),
                .success(.finished([.url(other)], BackendsFixture.receipt)),
            ]
            script.fetches = [
                .failure(.timeout), .failure(.expired), .failure(.expired), .failure(.expired),
                .success(BackendsFixture.png),
            ]
            let backend = fixture.backend(script)
            _ = await fixture.generate(backend)
            // The service can't answer now: the fetch waits and doesn't end.
            let waiting = BackendsFixture.fetch(.timeout, .transient(message: "502"), work: "h1")
            #expect(try await fixture.fetch(backend) == .failure(.unfetched(waiting)))
            // There is no other URL: the job ends until a person retries it.
            #expect(try await fixture.fetch(backend) == .failure(.backend("studio", .expired)))
            let expired = JobState.failed(.backend("studio", .expired))
            #expect(try await fixture.spool.jobs.move(fixture.job.id, to: expired, picture: nil, token: 0, at: 20))
            _ = try await fixture.spool.jobs.reopen(fixture.job.id, mayPayTwice: false, token: 0, at: 9).get()
            #expect(try await fixture.fetch(backend) == .success(BackendsFixture.picture))
            #expect(backend.asked.suffix(3) == [Self.fetch, "poll h1", "fetch " + other])
            #expect(backend.asked.count { $0.hasPrefix("submit") } == 1)
        }
    }

    @Test("a clock set back doesn't extend a fetch beyond its full duration")
    func setBack() {
        let fetch = BackendsFixture.fetch(since: 1_000_000).failed(.timeout, at: 500)
        #expect(fetch.since == 500 && fetch.until == 500 + ResultFetch.defaultLifetime && fetch.tries == 1)
    }
}
