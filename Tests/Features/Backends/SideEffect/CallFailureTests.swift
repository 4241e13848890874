import BackendKit
import BackendsFeature
import BackendsSideEffect
import Domain
import MVISimulation
import PlatformSystem
import Synchronization
import Testing

@Suite("Failing calls", .timeLimit(.minutes(5)))
struct CallFailureTests {
    private static let final: [BackendFailure] = [
        .moderated(stage: "input", charged: false), .invalid(parameter: "size", message: "no"), .empty,
        .badResponse(message: "x"), .expired, .lost, .tooLarge(bytes: 2, limit: 1), .failed(message: "x"),
        .unsupported(feature: "seed"),
    ]
    private static let passing: [BackendFailure] = [
        .auth, .quota, .rateLimited(after: 5_000), .gone, .loading(eta: nil), .transient(message: "502"), .timeout,
        .config(message: "x"),
    ]

    @Test(
        "a rejected call is settled with its reason, and a later attempt sends a new one",
        arguments: passing + [.cancelled])
    func settled(_ failure: BackendFailure) async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(.init(submissions: [.failure(failure), .success(BackendsFixture.finished)]))
            #expect(await fixture.generate(backend) == .failure(.backend("studio", failure)))
            let call = try await fixture.spool.calls.lastCall(of: fixture.job.id)
            #expect(call?.phase == .settled && call?.failure == failure)
            #expect(await fixture.generate(backend, 2) == .success(BackendsFixture.picture))
            #expect(backend.asked == ["submit a cat 1", "submit a cat 1"])
        }
    }

    @Test("a failed call stays failed after a crash: only a person's retry buys again", arguments: final)
    func ended(_ failure: BackendFailure) async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(.init(submissions: [.failure(failure), .success(BackendsFixture.finished)]))
            #expect(await fixture.generate(backend) == .failure(.backend("studio", failure)))
            #expect(await fixture.generate(backend, 2) == .failure(.backend("studio", failure)))
            #expect(backend.asked == ["submit a cat 1"])
            var job = fixture.job
            job.retries = 1
            #expect(await fixture.generate(backend, 3, for: job) == .success(BackendsFixture.picture))
            #expect(backend.asked.count == 2)
        }
    }

    @Test("a free backend is called again after any outcome")
    func free() async throws {
        try await BackendsFixture.lend { fixture in
            let script = ScriptedBackend.Script(submissions: [.failure(.lost), .success(BackendsFixture.finished)])
            let backend = fixture.backend(isFree: true, script)
            #expect(await fixture.generate(backend) == .failure(.backend("studio", .lost)))
            #expect(await fixture.generate(backend, 2) == .success(BackendsFixture.picture))
        }
    }

    @Test("a purchase while the disk is full is kept in memory until it can be written")
    func unsaved() async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(.init(submissions: [.success(BackendsFixture.finished)]))
            let root = try FileDescriptor.folder(fixture.folder)
            try root.rename(FileName("blobs"), to: FileName("away"), in: root)
            let heard = Mutex<[Backends.CallProgress]>([])
            let (blobs, spool, clock) = (fixture.blobs, fixture.spool, fixture.clock)
            async let made = fixture.world(backend).generate(
                fixture.job, on: "studio", call: CallID(utc: 1, seed: 5), seed: 1, mayRepeat: false
            ) { news in heard.withLock { $0.append(news) } }
            for pause in [1, 2, 4, 8, 16, 30] {
                await clock.sleepers()
                #expect(try await spool.calls.lastCall(of: fixture.job.id)?.phase == .submitting)
                if pause == 30 { try root.rename(FileName("away"), to: FileName("blobs"), in: root) }
                clock.advance(by: .seconds(pause))
            }
            let picture = try await made.answer.get().picture
            #expect(try await blobs.read(picture.digest, limit: 100) == BackendsFixture.png)
            #expect(try await spool.calls.lastCall(of: fixture.job.id)?.phase == .fetched)
            #expect(heard.withLock { $0 } == [.begun, .unsaved(.delivery(.missing)), .saved])
            #expect(backend.asked == ["submit a cat 1"])
        }
    }

    @Test("an unknown backend is reported with a suggestion, and nothing is sent")
    func stranger() async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(.init(submissions: [.success(BackendsFixture.finished)]))
            let request = Request(source: .prompt("a cat"), generation: GenerationOptions(backend: "studoi"))
            let job = Job(
                id: fixture.job.id, drop: fixture.job.drop, line: 0, folder: "inbox", name: fixture.job.name,
                outbox: fixture.folder, request: request, created: 1)
            let answer = await fixture.generate(backend, for: job)
            #expect(answer == .failure(.noSuchBackend("studoi", nearest: "studio")))
            #expect(backend.asked.isEmpty)
        }
    }

    @Test("a lost response leaves the call open: nothing is bought twice")
    func unknown() async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(.init(submissions: [.failure(.unknown), .success(BackendsFixture.finished)]))
            #expect(await fixture.generate(backend) == .failure(.backend("studio", .unknown)))
            #expect(await fixture.generate(backend, 2) == .failure(.backend("studio", .unknown)))
            #expect(backend.asked == ["submit a cat 1"])
        }
    }

    @Test("submitted work is polled again after a temporary failure, not bought again", arguments: passing)
    func pollAgain(_ failure: BackendFailure) async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(
                .init(
                    submissions: [.success(try BackendsFixture.pending("h1"))],
                    polls: [
                        .failure(failure), .success(.finished([.bytes(BackendsFixture.png)], BackendsFixture.receipt)),
                    ]))
            #expect(await fixture.generate(backend) == .failure(.backend("studio", failure)))
            let call = try await fixture.spool.calls.lastCall(of: fixture.job.id)
            #expect(call?.phase == .submitted && call?.failure == failure)
            #expect(await fixture.generate(backend, 2) == .success(BackendsFixture.picture))
            #expect(backend.asked == ["submit a cat 1", "poll h1", "poll h1"])
        }
    }

    @Test("a finished picture that can't be fetched is fetched later, not bought again")
    func fetchAgain() async throws {
        try await BackendsFixture.lend { fixture in
            let submission = BackendKit.Submission.finished(
                [.url("https://pictures.example/1")], BackendsFixture.receipt)
            let backend = fixture.backend(
                .init(
                    submissions: [.success(submission)], fetches: [.failure(.timeout), .success(BackendsFixture.png)]))
            #expect(await fixture.generate(backend) == .failure(.unfetched(BackendsFixture.fetch(.timeout))))
            #expect(await fixture.generate(backend, 2) == .success(BackendsFixture.picture))
            let fetch = "fetch https://pictures.example/1"
            #expect(backend.asked == ["submit a cat 1", fetch, fetch])
        }
    }

    @Test(
        "a picture at a disallowed address waits; once allowed it is fetched, and nothing is bought again"
    )
    func allowed() async throws {
        try await BackendsFixture.lend { fixture in
            let address = "http://10.0.0.5:9000/1.png"
            let submission = BackendKit.Submission.finished([.url(address)], BackendsFixture.receipt)
            let refusal = BackendFailure.config(message: "not allowed")
            let before = fixture.backend(.init(submissions: [.success(submission)], fetches: [.failure(refusal)]))
            let waiting = ResultFetch(backend: "studio", host: "http://10.0.0.5:9000", since: 9)
            #expect(await fixture.generate(before) == .failure(.unfetched(waiting.failed(refusal, at: 9))))
            let call = try await fixture.spool.calls.lastCall(of: fixture.job.id)
            #expect(call?.phase == .finished && call?.handle == address && call?.failure == refusal)
            // A reload creates a new backend.
            let after = fixture.backend(.init(fetches: [.success(BackendsFixture.png)]))
            #expect(await fixture.generate(after, 2) == .success(BackendsFixture.picture))
            #expect(before.asked == ["submit a cat 1", "fetch " + address] && after.asked == ["fetch " + address])
            #expect(await fixture.generate(after, 3) == .success(BackendsFixture.picture))
            #expect(after.asked.count == 1)
        }
    }

    @Test("work lost by the backend is settled")
    func lost() async throws {
        try await BackendsFixture.lend { fixture in
            try await fixture.left(.submitted, handle: "h1")
            let backend = fixture.backend(.init(polls: [.failure(.lost)]))
            #expect(await fixture.generate(backend) == .failure(.backend("studio", .lost)))
            #expect(await fixture.phase == .settled)
        }
    }

    @Test("a call without a usable picture is settled", arguments: [[], [ImageSource.bytes([60, 104])]])
    func wrong(_ sources: [ImageSource]) async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(.init(submissions: [.success(.finished(sources, BackendsFixture.receipt))]))
            let said = BackendFailure.badResponse(message: "the response is not a readable picture")
            let failure = sources.isEmpty ? .empty : said
            #expect(await fixture.generate(backend) == .failure(.backend("studio", failure)))
            #expect(await fixture.phase == .settled)
        }
    }
}
