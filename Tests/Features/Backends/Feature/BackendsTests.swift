@testable import BackendsFeature
import Domain
import MVICore
import MVITesting
import Testing

@Suite("Backends: scheduling")
struct BackendsTests {
    let a = Job.prompt(1)
    let b = Job.prompt(2)
    let c = Job.prompt(3)

    @Test("a backend gets calls up to its concurrency, and the next one when one ends")
    func turns() {
        let store = testStore(.studio())
        store.send(.generate([a, b, c]), commands: [.call(a), .call(b, index: 1)]) {
            $0.calls = [a.id: Backends.RunningCall(job: a), b.id: Backends.RunningCall(job: b)]
            $0.queue = [c]
        }
        store.refuse(.generate([a, c]))
        store.paint(a, then: [.call(c)]) {
            $0.queue = []
            $0.calls[c.id] = Backends.RunningCall(job: c)
        }
        store.paint(b)
        store.paint(c)
    }

    @Test("the most urgent job is next, whenever it came; but a job that made the backend fail comes last")
    func urgent() {
        func job(_ number: UInt64, _ priority: JobPriority) -> Job {
            let job = Job.prompt(number)
            var request = job.activeRequest
            request.priority = priority
            return Job(
                id: job.id, drop: job.drop, line: 0, folder: "inbox", name: job.name, outbox: job.outbox,
                request: request, created: 0)
        }
        var state = Backends.State.studio(1)
        let jobs = [job(1, .normal), job(2, .low), job(3, .normal), job(4, .high)]
        _ = Backends.reduce(&state, .requested(jobs), .at(0))
        #expect(state.calls.keys.map(\.self) == [jobs[3].id])
        _ = Backends.reduce(&state, .answered(jobs[3].id, .success(.sample)), .at(1))
        #expect(state.calls.keys.map(\.self) == [jobs[0].id])
        #expect(state.queue.map(\.id) == [jobs[1].id, jobs[2].id])
    }

    @Test("each backend has its own queue")
    func apart() {
        let other = Job.prompt(4, backend: "sketch")
        let store = testStore(
            .initial(["studio": Backends.Rules(concurrency: 1), "sketch": Backends.Rules(concurrency: 1, isFree: true)])
        )
        store.send(
            .generate([a, b, other]), commands: [.call(a), .call(other, index: 1, mayRepeat: true)]
        ) {
            $0.calls = [a.id: Backends.RunningCall(job: a), other.id: Backends.RunningCall(job: other)]
            $0.queue = [b]
        }
        store.leaveOpen([.call(a.id), .call(other.id)])
    }

    @Test("an unknown backend is reported at once, with a suggestion")
    func stranger() {
        let lost = Job.prompt(1, backend: "stduio")
        testStore(.studio()).send(
            .generate([lost]), commands: [.answer(lost, .failed(.noSuchBackend("stduio", nearest: "studio")))])
    }

    @Test("a missing seed is derived from the stamp and fits 32 bits")
    func seeds() {
        var state = Backends.State.studio()
        let commands = Backends.reduce(&state, .requested([.prompt(1, seed: nil)]), .at(0))
        guard case .run(.generate(_, on: _, call: _, let seed, _), _, _) = commands.first else {
            Issue.record("no call was made")
            return
        }
        #expect(seed > 0 && seed <= UInt64(UInt32.max))
    }

    @Test("while paused nothing begins and running calls end; waiting jobs begin after the pause")
    func pause() {
        let store = testStore(.studio(1))
        store.begin(a)
        store.send(.pause) { $0.isPaused = true }
        store.refuse(.pause)
        store.send(.generate([b])) { $0.queue = [b] }
        store.paint(a)
        store.send(.resume, commands: [.call(b)]) {
            $0.isPaused = false
            $0.queue = []
            $0.calls[b.id] = Backends.RunningCall(job: b)
        }
        store.refuse(.resume)
        store.paint(b)
    }

    @Test("draining finishes running calls, begins nothing, and stops health checks")
    func drain() {
        let store = testStore(.studio(2, health: .fine))
        store.begin(a)
        store.begin(b)
        store.fail(a, .auth, commands: [.probe(after: 30), .down(.auth, until: 30), .waits(a, .auth, until: 30)]) {
            $0.health = .down(.studio(.auth))
        }
        store.send(.drain, commands: [.cancel(.probe("studio"))]) { $0.isDraining = true }
        store.refuse(.drain)
        store.refuse(.release("studio"))
        store.send(.generate([c])) { $0.queue = [c] }
        store.paint(b, commands: [.recovered]) { $0.health = .fine }
    }

    @Test("a backend that fails during a drain isn't health-checked")
    func failsDraining() {
        let store = testStore(.studio())
        store.begin(a)
        store.send(.generate([b]), commands: [.call(b)]) { $0.calls[b.id] = Backends.RunningCall(job: b) }
        store.send(.drain) { $0.isDraining = true }
        store.fail(a, .auth, commands: [.down(.auth, until: 30), .waits(a, .auth, until: 30)]) {
            $0.health = .down(.studio(.auth))
        }
        store.leaveOpen([.call(b.id)])
    }
}

@Suite("Backends: cancelling")
struct BackendsCancelTests {
    let a = Job.prompt(1)
    let b = Job.prompt(2)

    @Test("a cancelled job that is still queued leaves the queue")
    func queued() {
        let store = testStore(.studio(1))
        store.begin(a)
        store.send(.generate([b])) { $0.queue = [b] }
        store.send(.cancel(b.id), commands: [.answer(b, .cancelled)]) { $0.queue = [] }
        store.refuse(.cancel(b.id))
        store.paint(a)
    }

    @Test("a recalled job leaves the queue, unless its call has begun")
    func recalled() {
        let store = testStore(.studio(1))
        store.begin(a)
        store.send(.generate([b])) { $0.queue = [b] }
        store.send(.recall(b.id), commands: [.answer(b, .unstarted)]) { $0.queue = [] }
        store.refuse(.recall(a.id))
        store.paint(a)
    }

    @Test("others pass nothing on to a closed backend; what a closed one was given itself may have been paid for")
    func closed() {
        var state = Backends.State.initial([
            "either": Backends.Rules(concurrency: 1, fallback: ["studio", "press"], isChain: true),
            "studio": Backends.Rules(concurrency: 2), "press": Backends.Rules(concurrency: 2),
        ])
        func closed(_ names: String..., isStopping: Bool = false) -> GateClosures {
            let scope = GateScope(backends: names)
            return GateClosures([(GateClosure(gate: "night", until: nil), scope)], stopping: isStopping ? [scope] : [])
        }
        _ = Backends.reduce(&state, .gatesChanged(closed("studio")), .at(0))
        let (chained, own) = (Job.prompt(1, backend: "either"), Job.prompt(2, backend: "studio"))
        _ = Backends.reduce(&state, .requested([chained, own]), .at(0))
        #expect(state.calls[chained.id]?.backend == "press" && state.calls[own.id]?.backend == "studio")
        #expect(Backends.admit(.gatesChanged(closed("studio")), state) == nil)
        let last = Job.prompt(3, backend: "either")
        _ = Backends.reduce(&state, .gatesChanged(closed("studio", "press")), .at(0))
        _ = Backends.reduce(&state, .requested([last]), .at(0))
        #expect(state.calls[last.id]?.backend == "studio")
    }

    @Test("a gate that requeues stops calls that are free and local, and no others")
    func stopped() {
        var state = Backends.State.initial([
            "press": Backends.Rules(concurrency: 1, isFree: true, isLocal: true),
            "studio": Backends.Rules(concurrency: 1, isLocal: true),
            "far": Backends.Rules(concurrency: 1, isFree: true),
        ])
        let jobs = [Job.prompt(1, backend: "press"), Job.prompt(2, backend: "studio"), Job.prompt(3, backend: "far")]
        _ = Backends.reduce(&state, .requested(jobs), .at(0))
        let closures = GateClosures(
            [(GateClosure(gate: "night", until: nil), GateScope())], stopping: [GateScope()])
        let commands = Backends.reduce(&state, .gatesChanged(closures), .at(0))
        #expect(commands == [.run(.cancel(jobs[0].id), as: .cancel(jobs[0].id), ifRunning: .keep)])
        var finished = state
        let failure = JobFailure.backend("press", .transient(message: "interrupted"))
        let stopped = Backends.reduce(&state, .answered(jobs[0].id, .failure(failure)), .at(1))
        #expect(stopped == [.answer(jobs[0], .unstarted)] && state.backends["press"]?.health == .fine)
        // One that was finished all the same is kept.
        let made = Backends.reduce(&finished, .answered(jobs[0].id, .success(.sample)), .at(1))
        #expect(made.contains(.answer(jobs[0], .picture(GeneratedPicture.sample.picture))))
    }

    @Test("a running call is cancelled at the backend once, and a picture that still arrives is reported")
    func running() {
        let store = testStore(.studio())
        store.begin(a)
        store.send(.cancel(a.id), commands: [.run(.cancel(a.id), as: .cancel(a.id), ifRunning: .keep)]) {
            $0.calls[a.id]?.isCancelled = true
        }
        store.refuse(.cancel(a.id))
        store.end(.cancel(a.id))
        store.paint(a)
    }

    @Test("with any other outcome of a cancelled call its job is cancelled; the backend's health is still updated")
    func fails() {
        for failure in [BackendFailure.cancelled, .empty, .unknown, .auth] {
            var call = Backends.RunningCall(job: a)
            call.isCancelled = true
            var state = Backends.State.studio()
            state.calls = [a.id: call]
            let commands = Backends.reduce(&state, .answered(a.id, .failure(.backend("studio", failure))), .at(0))
            #expect(commands.last == .answer(a, .cancelled))
            #expect((state.health == .fine) == [.cancelled, .empty].contains(failure))
        }
    }

    @Test("work submitted after its job was cancelled is cancelled at the backend then")
    func handedOver() {
        let store = testStore(.studio())
        store.begin(a)
        store.receive(.progressed(a.id, .handedOver), from: .call(a.id), last: false)
        let cancel = Command<Backends>.run(.cancel(a.id), as: .cancel(a.id), ifRunning: .keep)
        store.send(.cancel(a.id), commands: [cancel]) { $0.calls[a.id]?.isCancelled = true }
        store.end(.cancel(a.id))
        store.receive(.progressed(a.id, .handedOver), from: .call(a.id), last: false, commands: [cancel])
        store.end(.cancel(a.id))
        store.fail(a, .cancelled, commands: [.answer(a, .cancelled)])
    }

    @Test("a call's stored progress is reported for its job, unless the call is over")
    func way() {
        let store = testStore(.studio())
        store.begin(a)
        store.receive(
            .progressed(a.id, .begun), from: .call(a.id), last: false, commands: [.emit(.begun(a, on: "studio"))])
        store.receive(
            .progressed(a.id, .submitted(to: "other")), from: .call(a.id), last: false,
            commands: [.emit(.submitted(a, to: "other"))])
        let cancel = Command<Backends>.run(.cancel(a.id), as: .cancel(a.id), ifRunning: .keep)
        store.send(.cancel(a.id), commands: [cancel]) { $0.calls[a.id]?.isCancelled = true }
        store.end(.cancel(a.id))
        store.receive(
            .progressed(a.id, .submitted(to: "studio")), from: .call(a.id), last: false,
            commands: [.emit(.submitted(a, to: "studio")), cancel])
        store.end(.cancel(a.id))
        store.fail(a, .cancelled, commands: [.answer(a, .cancelled)])
        var state = store.state
        for news in [Backends.CallProgress.begun, .submitted(to: "studio"), .handedOver] {
            #expect(Backends.reduce(&state, .progressed(a.id, news), .at(0)) == [])
        }
    }

    @Test("a result that can't be stored is reported, and the call continues")
    func unsaved() {
        let store = testStore(.studio())
        store.begin(a)
        store.receive(
            .progressed(a.id, .unsaved(.delivery(.full))), from: .call(a.id), last: false,
            commands: [.emit(.unsaved(a, .delivery(.full)))]
        ) { $0.calls[a.id]?.unsaved = .delivery(.full) }
        #expect(store.state.unsaved == [.delivery(.full)])
        store.receive(.progressed(a.id, .saved), from: .call(a.id), last: false) { $0.calls[a.id]?.unsaved = nil }
        store.fail(a, .cancelled, commands: [.answer(a, .cancelled)])
        var state = Backends.State.studio()
        #expect(Backends.reduce(&state, .progressed(a.id, .unsaved(.delivery(.full))), .at(0)).isEmpty)
    }

    @Test("work cancelled by the backend itself is cancelled")
    func byItself() {
        let store = testStore(.studio())
        store.begin(a)
        store.fail(a, .cancelled, commands: [.answer(a, .cancelled)])
    }

    @Test("a waiting job is forgotten, and a result for an unknown job is ignored")
    func forgotten() {
        var state = Backends.State.studio()
        state.tries[a.id] = Backends.Tries(count: 2, failure: .timeout)
        let store = testStore(state)
        store.send(.cancel(a.id)) { $0.tries = [:] }
        store.refuse(.cancel(a.id))
        #expect(Backends.reduce(&state, .answered(b.id, .success(.sample)), .at(0)).isEmpty)
    }
}
