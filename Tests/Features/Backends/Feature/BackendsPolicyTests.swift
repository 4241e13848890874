@testable import BackendsFeature
import Domain
import MVICore
import MVITesting
import Testing

@Suite("Backends: rates, fallback, budget, purchases")
struct BackendsPolicyTests {
    let a = Job.prompt(1)
    let b = Job.prompt(2)
    let c = Job.prompt(3)
    private let cap = BudgetCap(scope: .everything, period: .day, limit: .pictures(5))

    // MARK: Rates

    @Test("a rate allows a burst of the concurrency, then one call at a time when due")
    func rate() {
        let rate = RateLimit(calls: 60, per: .seconds(60))
        let rules = Backends.Rules(concurrency: 2, rate: rate)
        let store = testStore(.initial(["studio": rules]))
        store.send(.generate([a, b, c]), commands: [.call(a), .call(b, index: 1)]) {
            $0.calls = [a.id: .init(job: a), b.id: .init(job: b)]
            $0.queue = [c]
            $0.backends["studio"]?.pace.take(rate, now: .zero)
            $0.backends["studio"]?.pace.take(rate, now: .zero)
        }
        let pace = Command<Backends>.run(.pace("studio", for: .seconds(1)), as: .pace("studio"))
        store.paint(a, then: [pace]) { $0.backends["studio"]?.isPaced = true }
        store.stamp = .at(1)
        store.receive(.rateAvailable("studio"), from: .pace("studio"), commands: [.call(c, at: .at(1))]) {
            $0.calls[c.id] = .init(job: c)
            $0.queue = []
            $0.backends["studio"]?.isPaced = false
            $0.backends["studio"]?.pace.take(rate, now: .seconds(1))
        }
        store.paint(b)
        store.paint(c)
    }

    @Test("on shutdown, waits for a rate end")
    func rateAtTheEnd() {
        let rate = RateLimit(calls: 60, per: .seconds(60))
        let store = testStore(.initial(["studio": Backends.Rules(concurrency: 1, rate: rate)]))
        store.send(.generate([a, b]), commands: [.call(a)]) {
            $0.calls = [a.id: .init(job: a)]
            $0.queue = [b]
            $0.backends["studio"]?.pace.take(rate, now: .zero)
        }
        store.paint(a, then: [.run(.pace("studio", for: .seconds(1)), as: .pace("studio"))]) {
            $0.backends["studio"]?.isPaced = true
        }
        store.send(.drain, commands: [.cancel(.pace("studio"))]) {
            $0.isDraining = true
            $0.queue = []
        }
    }

    @Test("unused time refills the bucket up to its capacity")
    func bucket() {
        let rate = RateLimit(calls: 2, per: .seconds(10))
        var pace = Backends.RateLimiter()
        for _ in 1...2 {
            #expect(pace.wait(rate, burst: 2, now: .seconds(100)) == .zero)
            pace.take(rate, now: .seconds(100))
        }
        #expect(pace.wait(rate, burst: 2, now: .seconds(100)) == .seconds(5))
        #expect(pace.wait(rate, burst: 2, now: .seconds(104)) == .seconds(1))
        #expect(pace.wait(rate, burst: 1, now: .seconds(105)) == .seconds(5))
        pace.take(rate, now: .seconds(1000))
        pace.take(rate, now: .seconds(1000))
        #expect(pace.wait(rate, burst: 2, now: .seconds(1000)) == .seconds(5))
    }

    @Test("a backend whose limit is exhausted by a picture is paused as long as it says")
    func usedUp() {
        let store = testStore(.studio())
        store.begin(a)
        let made = GeneratedPicture(.sample, by: "studio", pause: 5_000)
        let until: UTCMillis = 1_005_001
        store.receive(
            .answered(a.id, .success(made)), from: .call(a.id),
            commands: [.emit(.slowedDown("studio", until: until)), .answer(a, .picture(.sample))]
        ) {
            $0.calls = [:]
            $0.made = 1
            $0.health = .paused(until: until)
        }
    }

    // MARK: Fallback

    private static func pair(_ names: [String] = ["spare"], isChain: Bool = false) -> Backends.State {
        .initial([
            "studio": Backends.Rules(concurrency: 1, fallback: isChain ? [] : names),
            "spare": Backends.Rules(concurrency: 1),
            "both": Backends.Rules(concurrency: 1, fallback: ["studio", "spare"], isChain: true),
        ])
    }

    @Test("while a backend is down its fallback is used, and the job doesn't wait")
    func fallback() {
        let store = testStore(Self.pair())
        store.begin(a)
        store.fail(
            a, .auth,
            commands: [.probe(after: 30), .down(.auth, until: 30), call(a, on: "spare")]
        ) {
            $0.health = .down(.studio(.auth))
            $0.calls[a.id] = .init(job: a, backend: "spare")
        }
        store.receive(
            .answered(a.id, .success(GeneratedPicture(.sample, by: "spare"))), from: .call(a.id),
            commands: [.answer(a, .picture(.sample))]
        ) {
            $0.calls = [:]
            $0.made = 1
        }
        store.leaveOpen([.probe("studio")])
    }

    @Test("if both are down the job waits for the one that is checked first")
    func bothDown() {
        var state = Self.pair()
        state.health = .down(.studio(.auth, due: 60))
        _ = Backends.reduce(&state, .requested([a]), .at(0))
        let commands = Backends.reduce(&state, .answered(a.id, .failure(.backend("spare", .quota))), .at(0))
        #expect(commands.last == .answer(a, .waits(.backend("spare", .quota), until: 1_030_000)))
        #expect(state.calls.isEmpty && state.queue.isEmpty)
        #expect(Backends.reduce(&state, .requested([a]), .at(10)).last?.isWait("spare") == true)
    }

    @Test("when a fallback recovers, the jobs of the backends it serves may retry at once")
    func freed() {
        let recovered: [Command<Backends>] = [
            .emit(.recovered("spare")), .emit(.freed("both")), .emit(.freed("studio")),
        ]
        var state = Self.pair()
        for name in ["studio", "spare"] { state.backends[name]?.health = .down(.studio(.auth, due: 60)) }
        _ = Backends.reduce(&state, .requested([a]), .at(0))
        var reloaded = state
        #expect(Backends.reduce(&state, .probed("spare", nil), .at(30)) == recovered)
        #expect(Backends.reduce(&reloaded, .released("spare"), .at(30)) == [.cancel(.probe("spare"))] + recovered)
        // No jobs wait for the chain itself.
        #expect(state.served(by: "studio") == ["both"] && state.served(by: "both") == [])
        let asked = Backends.reduce(&state, .requested([a]), .at(30))
        #expect(asked.count == 1 && state.calls[a.id]?.backend == "spare")
    }

    @Test(
        "moderated, invalid and unknown calls are never tried elsewhere",
        arguments: [.moderated(stage: "input", charged: nil), .invalid(parameter: nil, message: ""), .unknown]
            as [BackendFailure])
    func noFallback(_ failure: BackendFailure) {
        var state = Self.pair()
        _ = Backends.reduce(&state, .requested([a]), .at(0))
        _ = Backends.reduce(&state, .answered(a.id, .failure(.backend("studio", failure))), .at(0))
        #expect(state.calls.isEmpty && state.queue.isEmpty)
    }

    @Test("work submitted to another backend stays there: the job waits for that one")
    func handedOver() {
        var state = Self.pair()
        state.health = .down(.studio(.timeout))
        _ = Backends.reduce(&state, .requested([a]), .at(0))
        #expect(state.calls[a.id]?.backend == "spare")
        let commands = Backends.reduce(&state, .answered(a.id, .failure(.backend("studio", .timeout))), .at(0))
        #expect(commands.last?.isWait("studio") == true)
        #expect(state.calls.isEmpty && state.queue.isEmpty)
    }

    @Test("a cancelled job isn't tried elsewhere")
    func cancelled() {
        var state = Self.pair()
        _ = Backends.reduce(&state, .requested([a]), .at(0))
        _ = Backends.reduce(&state, .cancelRequested(a.id), .at(0))
        let commands = Backends.reduce(&state, .answered(a.id, .failure(.backend("studio", .auth))), .at(0))
        #expect(commands.last == .answer(a, .cancelled))
    }

    @Test(
        "a chain delegates to its first available member, and repeats only what all members may repeat"
    )
    func chain() {
        let job = Job.prompt(1, backend: "both")
        var state = Self.pair()
        #expect(Backends.reduce(&state, .requested([job]), .at(0)) == [call(job, on: "studio")])
        #expect(state.calls[job.id]?.backend == "studio")
        var empty = Backends.State.initial(["both": Backends.Rules(concurrency: 1, fallback: ["gone"], isChain: true)])
        #expect(Backends.reduce(&empty, .requested([job]), .at(0)).isEmpty && empty.queue == [job])
    }

    // MARK: Budget

    @Test("a job over budget is held until the cap resets, then released at an hourly rate")
    func overBudget() {
        var state = Backends.State.initial(["studio": Backends.Rules(concurrency: 9)], maxRelease: 2)
        let stop = BudgetExceeded(cap: cap, resetsAt: 2_000_000)
        let answers = [a, b, c].map { job -> [Command<Backends>] in
            _ = Backends.reduce(&state, .requested([job]), .at(0))
            return Backends.reduce(&state, .answered(job.id, .failure(.overBudget(stop))), .at(0))
        }
        let times: [UTCMillis] = [2_000_000, 3_800_000, 5_600_000]
        for (job, (answer, time)) in zip([a, b, c], zip(answers, times)) {
            let news: [Command<Backends>] = job == a ? [.emit(.usedUp(stop))] : []
            #expect(answer == news + [.answer(job, .held(.budget(stop, until: time)))])
        }
        #expect(state.health == .fine)
        // A job held for another day forgets the past one.
        let later = BudgetExceeded(cap: cap, resetsAt: 9_000_000)
        let stamp = Stamp(now: .seconds(5_000), utc: 6_000_000, seed: 7)
        _ = Backends.reduce(&state, .requested([a]), stamp)
        let answer = Backends.reduce(&state, .answered(a.id, .failure(.overBudget(later))), stamp)
        #expect(answer == [.emit(.usedUp(later)), .answer(a, .held(.budget(later, until: 9_000_000)))])
        #expect(state.releases == [9_000_000: 1] && state.usedUp == [later])
    }

    @Test("a picture that brings a cap near its limit gives a warning")
    func nears() {
        let store = testStore(.studio())
        store.begin(a)
        store.receive(
            .answered(a.id, .success(GeneratedPicture(.sample, by: "studio", warnings: [cap]))), from: .call(a.id),
            commands: [.emit(.nearCaps([cap])), .answer(a, .picture(.sample))]
        ) {
            $0.calls = [:]
            $0.made = 1
        }
    }

    // MARK: Purchases

    @Test("concurrent equal purchases are made once: the second waits for the first one's picture")
    func twins() {
        let twin = Job.twin(of: a, 4)
        let store = testStore(.studio())
        store.send(.generate([a, twin]), commands: [.call(a)]) {
            $0.calls[a.id] = .init(job: a)
            $0.queue = [twin]
        }
        store.paint(a, then: [.call(twin)]) {
            $0.queue = []
            $0.calls[twin.id] = .init(job: twin)
        }
        store.receive(
            .answered(twin.id, .success(GeneratedPicture(.sample, by: "studio", isReused: true))), from: .call(twin.id),
            commands: [.answer(twin, .picture(.sample))]
        ) {
            $0.calls = [:]
            $0.reused = 1
        }
    }

    @Test(
        "without a seed the same prompt gives another picture, unless the request says otherwise",
        arguments: [(ReusePolicy.never, UInt64?.some(5), 2), (.seeded, nil, 2), (.always, nil, 1), (.seeded, 5, 1)])
    func reuse(_ policy: ReusePolicy, _ seed: UInt64?, _ calls: Int) {
        let first = Job.prompt(1, seed: seed, reuse: policy)
        var state = Backends.State.studio()
        let commands = Backends.reduce(&state, .requested([first, .twin(of: first, 4)]), .at(0))
        #expect(commands.count == calls)
    }

    private func call(_ job: Job, on name: String) -> Command<Backends> {
        .run(
            .generate(
                job, on: name, call: CallID(utc: 1_000_000, seed: 7, index: 0), seed: 5, mayRepeat: false),
            as: .call(job.id), ifRunning: .keep)
    }
}

extension Command<Backends> {
    fileprivate func isWait(_ name: String) -> Bool {
        guard case .emit(.answered(_, .waits(.backend(name, _), until: _))) = self else { return false }
        return true
    }
}

extension Job {
    /// Another job for the same purchase.
    fileprivate static func twin(of job: Job, _ number: UInt64) -> Job {
        Job(
            id: JobID(high: 1, low: number), drop: DropID(high: 2, low: number), line: 0, folder: job.folder,
            name: job.name, outbox: job.outbox, request: job.request, created: 0)
    }
}
