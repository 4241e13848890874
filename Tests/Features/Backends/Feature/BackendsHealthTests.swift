@testable import BackendsFeature
import Domain
import MVICore
import MVITesting
import Testing

@Suite("Backends: health")
struct BackendsHealthTests {
    let a = Job.prompt(1)
    let b = Job.prompt(2)
    let c = Job.prompt(3)

    private static let ownFaults: [BackendFailure] = [
        .auth, .quota, .gone, .config(message: "x"), .transient(message: "502"), .timeout, .loading(eta: nil),
    ]

    @Test(
        "a faulty backend goes down: its job and all queued ones wait, and it is health-checked", arguments: ownFaults)
    func down(_ failure: BackendFailure) {
        let store = testStore(.studio(1))
        store.begin(a)
        store.send(.generate([b])) { $0.queue = [b] }
        let isSuspect = failure == .timeout || failure == .transient(message: "502")
        let outage = Backends.Outage.studio(failure, suspects: isSuspect ? [a.id: failure] : [:])
        store.fail(
            a, failure,
            commands: [
                .probe(after: 30), .down(failure, until: 30), .waits(a, failure, until: 30),
                .waits(b, failure, until: 30),
            ]
        ) {
            $0.queue = []
            $0.health = .down(outage)
        }
        store.stamp = .at(10)
        store.send(.generate([c]), commands: [.waits(c, failure, until: 30)])
        store.stamp = .at(31)
        store.send(.generate([c]), commands: [.waits(c, failure, until: 61)])
        store.leaveOpen([.probe("studio")])
    }

    @Test("a loading model sets the time of the next check, within limits", arguments: [(8, 8), (0, 1), (3_600, 300)])
    func loading(eta: Int64, seconds: Int64) {
        let store = testStore(.studio())
        let failure = BackendFailure.loading(eta: eta * 1_000)
        store.begin(a)
        store.fail(
            a, failure,
            commands: [.probe(after: seconds), .down(failure, until: seconds), .waits(a, failure, until: seconds)]
        ) { $0.health = .down(.studio(failure, interval: seconds, due: seconds)) }
        store.leaveOpen([.probe("studio")])
    }

    @Test("each failed health check doubles the interval up to five minutes, and records the reason")
    func doubling() {
        var state = Backends.State.studio(health: .down(.studio(.timeout)))
        var after: [Duration] = []
        for _ in 1...5 {
            let commands = Backends.reduce(&state, .probed("studio", .auth), .at(0))
            guard case .run(.probe("studio", after: let delay), as: .probe("studio"), _) = commands.first else {
                continue
            }
            after.append(delay)
        }
        #expect(after == [.seconds(60), .seconds(120), .seconds(240), .seconds(300), .seconds(300)])
        #expect(state.health == .down(.studio(.auth, interval: 300, due: 300)))
    }

    @Test("a recovered backend is tried with one job at a time, until the first success")
    func halfOpen() {
        let store = testStore(.studio(health: .fine))
        down(store)
        store.stamp = .at(30)
        store.probed(commands: [.recovered]) { $0.health = .trying(.studio(.auth)) }
        store.send(.generate([a, b, c]), commands: [.call(a, at: .at(30))]) {
            $0.calls[a.id] = Backends.RunningCall(job: a)
            $0.queue = [b, c]
        }
        store.paint(a, then: [.call(b, at: .at(30)), .call(c, at: .at(30), index: 1)]) {
            $0.health = .fine
            $0.queue = []
            $0.calls = [b.id: Backends.RunningCall(job: b), c.id: Backends.RunningCall(job: c)]
        }
        store.paint(b)
        store.paint(c)
    }

    @Test("a failure on trial doubles the down time within the same outage")
    func downAgain() {
        let store = testStore(.studio(health: .fine))
        down(store)
        store.stamp = .at(30)
        store.probed(commands: [.recovered]) { $0.health = .trying(.studio(.auth)) }
        store.begin(a)
        store.fail(
            a, .quota, commands: [.probe(after: 60), .down(.quota, until: 90), .waits(a, .quota, until: 90)]
        ) { $0.health = .down(.studio(.quota, interval: 60, due: 90)) }
        store.leaveOpen([.probe("studio")])
    }

    @Test("after it went down, another failure is the same outage, and a picture ends it")
    func stragglers() {
        let store = testStore(.studio(3))
        for job in [a, b, c] { store.begin(job) }
        store.fail(a, .auth, commands: [.probe(after: 30), .down(.auth, until: 30), .waits(a, .auth, until: 30)]) {
            $0.health = .down(.studio(.auth))
        }
        store.fail(b, .timeout, commands: [.waits(b, .timeout, until: 30)]) {
            $0.health = .down(.studio(.auth, suspects: [b.id: .timeout]))
        }
        store.paint(c, commands: [.cancel(.probe("studio")), .recovered]) {
            $0.health = .fine
            $0.tries = [b.id: Backends.Tries(count: 1, failure: .timeout)]
        }
    }

    @Test("a reload puts a backend that is down on trial at once")
    func release() {
        let store = testStore(.studio())
        down(store)
        store.send(.release("studio"), commands: [.cancel(.probe("studio")), .recovered]) {
            $0.health = .trying(.studio(.auth))
        }
        store.refuse(.release("studio"))
        store.refuse(.release("stranger"))
        store.refuse(.release(""))
    }

    @Test("a rate-limited backend is paused as long as requested, without going down", arguments: [5, nil])
    func slowDown(_ seconds: Int64?) {
        let store = testStore(.studio(1))
        let failure = BackendFailure.rateLimited(after: seconds.map { $0 * 1_000 })
        var throttle = Backends.Throttle()
        let until = UTCMillis(1_000_001) + throttle.refuse(wait: seconds.map { $0 * 1_000 }, .at(0))
        #expect(seconds.map { until == 1_000_001 + $0 * 1_000 } ?? (1_001_500...1_002_501).contains(until))
        store.begin(a)
        store.send(.generate([b])) { $0.queue = [b] }
        store.fail(
            a, failure,
            commands: [
                .emit(.slowedDown("studio", until: until)),
                .answer(a, .waits(.backend("studio", failure), until: until)),
                .answer(
                    b, .waits(.backend("studio", .rateLimited(after: until.milliseconds - 1_000_000)), until: until)),
            ]
        ) {
            $0.queue = []
            $0.health = .paused(until: until)
            $0.backends["studio"]?.throttle = throttle
        }
        store.stamp = Stamp(now: .seconds(40), utc: until, seed: 7)
        store.send(.generate([b]), commands: [.call(b, at: store.stamp)]) {
            $0.health = .fine
            $0.calls[b.id] = Backends.RunningCall(job: b)
        }
        store.paint(b) { $0.backends["studio"]?.throttle.take() }
    }

    @Test("of two pauses the longer counts; a picture doesn't end it, a reload does, a fault replaces it")
    func pauses() {
        let (short, long) = (BackendFailure.rateLimited(after: 1_000), BackendFailure.rateLimited(after: 9_000))
        let until: UTCMillis = 1_009_001
        var state = Backends.State.studio(health: .paused(until: until))
        state.calls = Dictionary(uniqueKeysWithValues: [a, b, c].map { ($0.id, Backends.RunningCall(job: $0)) })
        let waits = Command<Backends>.answer(a, .waits(.backend("studio", short), until: until))
        #expect(answer(&state, a, short) == [waits])
        #expect(Backends.reduce(&state, .answered(b.id, .success(.sample)), .at(0)).count == 1)
        #expect(state.health == .paused(until: until))
        var released = state
        #expect(Backends.reduce(&released, .released("studio"), .at(0)) == [.recovered])
        #expect(released.health == .fine)
        #expect(answer(&state, c, .auth).count == 3)
        #expect(state.health == .down(.studio(.auth)))
        state.calls[a.id] = Backends.RunningCall(job: a)
        #expect(answer(&state, a, long) == [.waits(a, long, until: 30)])
    }

    @Test("a database or disk failure makes the job wait and doesn't affect the backend's health")
    func storage() {
        for failure in [JobFailure.storage(.busy), .delivery(.full)] {
            let store = testStore(.studio())
            store.begin(a)
            store.receive(
                .answered(a.id, .failure(failure)), from: .call(a.id),
                commands: [.answer(a, .waits(failure, until: 1_030_000))]
            ) { $0.calls = [:] }
        }
    }

    private static let requestFaults: [BackendFailure] = [
        .moderated(stage: "input", charged: true), .invalid(parameter: nil, message: "x"), .empty,
        .badResponse(message: "x"),
        .expired, .lost, .tooLarge(bytes: 2, limit: 1), .failed(message: "x"), .unsupported(feature: "seed"),
    ]

    @Test("a faulty request ends the job at once and doesn't affect the backend's health", arguments: requestFaults)
    func request(_ failure: BackendFailure) {
        let store = testStore(.studio())
        store.begin(a)
        store.fail(a, failure, commands: [.answer(a, .failed(.backend("studio", failure)))])
        store.begin(b)
        store.receive(
            .answered(b.id, .failure(.pictureLost)), from: .call(b.id), commands: [.answer(b, .failed(.pictureLost))]
        ) { $0.calls = [:] }
    }

    @Test("a health check of a backend that has recovered changes nothing")
    func late() {
        var state = Backends.State.studio()
        #expect(Backends.reduce(&state, .probed("studio", .auth), .at(0)).isEmpty)
        #expect(state == .studio())
    }

    private func down(_ store: TestStore<Backends>) {
        store.begin(a)
        store.fail(a, .auth, commands: [.probe(after: 30), .down(.auth, until: 30), .waits(a, .auth, until: 30)]) {
            $0.health = .down(.studio(.auth))
        }
    }

    private func answer(
        _ state: inout Backends.State, _ job: Job, _ failure: BackendFailure
    ) -> [Command<Backends>] {
        Backends.reduce(&state, .answered(job.id, .failure(.backend("studio", failure))), .at(0))
    }
}
