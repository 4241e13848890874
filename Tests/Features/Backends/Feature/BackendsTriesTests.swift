@testable import BackendsFeature
import Domain
import MVICore
import MVITesting
import Testing

@Suite("Backends: attempts and unknown outcomes")
struct BackendsTriesTests {
    private static let fault = BackendFailure.transient(message: "500")
    let poison = Job.prompt(1)
    let good = Job.prompt(2)

    @Test("a job whose request makes a healthy backend fail five times fails with that reason")
    func poisoned() {
        var state = Backends.State.studio()
        var moment: Int64 = 0
        for count in 1...5 {
            let begun = Backends.reduce(&state, .requested([poison]), .at(moment))
            #expect(begun == [.call(poison, at: .at(moment))])
            let answers = answer(&state, poison, Self.fault, .at(moment))
            guard case .emit(.answered(_, .waits)) = answers.last else {
                Issue.record("\(answers)")
                return
            }
            moment += 300
            _ = Backends.reduce(&state, .probed("studio", nil), .at(moment))
            #expect(state.tries[poison.id] == Backends.Tries(count: count, failure: Self.fault))
        }
        let store = TestStore(Backends.self, state, stamp: .at(moment))
        store.send(.generate([poison]), commands: [.answer(poison, .failed(.backend("studio", Self.fault)))]) {
            $0.tries = [:]
        }
    }

    @Test("if the backend isn't ready the failure was its own: no attempt is counted")
    func innocent() {
        let store = testStore(.studio())
        store.begin(poison)
        store.fail(
            poison, Self.fault,
            commands: [.probe(after: 30), .down(Self.fault, until: 30), .waits(poison, Self.fault, until: 30)]
        ) { $0.health = .down(.studio(Self.fault, suspects: [poison.id: Self.fault])) }
        store.stamp = .at(30)
        store.probed(.timeout, commands: [.probe(after: 60)]) {
            $0.health = .down(.studio(.timeout, interval: 60, due: 90))
        }
        store.stamp = .at(90)
        store.probed(commands: [.recovered]) { $0.health = .trying(.studio(.timeout, interval: 60, due: 90)) }
    }

    @Test("on trial, a job that made the backend fail goes after the others; a success clears its attempts")
    func lastInTurn() {
        var state = Backends.State.studio(health: .trying(.studio(Self.fault)))
        state.tries[poison.id] = Backends.Tries(count: 1, failure: Self.fault)
        let store = testStore(state)
        store.send(.generate([poison, good]), commands: [.call(good)]) {
            $0.queue = [poison]
            $0.calls[good.id] = Backends.RunningCall(job: good)
        }
        store.paint(good, then: [.call(poison)]) {
            $0.health = .fine
            $0.queue = []
            $0.calls[poison.id] = Backends.RunningCall(job: poison)
        }
        store.paint(poison) { $0.tries = [:] }
    }

    @Test("a reload counts no attempts")
    func release() {
        let store = testStore(.studio())
        store.begin(poison)
        store.fail(
            poison, .timeout,
            commands: [.probe(after: 30), .down(.timeout, until: 30), .waits(poison, .timeout, until: 30)]
        ) { $0.health = .down(.studio(.timeout, suspects: [poison.id: .timeout])) }
        store.send(.release("studio"), commands: [.cancel(.probe("studio")), .recovered]) {
            $0.health = .trying(.studio(.timeout))
        }
    }

    @Test(
        "after an unknown outcome the policy decides about the job, and the backend is checked before more is paid",
        arguments: [(UnknownOutcomePolicy.hold, PictureAnswer.unknown), (.fail, .failed(.backend("studio", .unknown)))])
    func unknown(_ rule: UnknownOutcomePolicy, _ verdict: PictureAnswer) {
        let store = testStore(.studio(1, onUnknown: rule))
        store.begin(poison)
        store.send(.generate([good])) { $0.queue = [good] }
        store.fail(
            poison, .unknown,
            commands: [
                .probe(after: 30), .down(.unknown, until: 30), .answer(poison, verdict),
                .waits(good, .unknown, until: 30),
            ]
        ) {
            $0.queue = []
            $0.health = .down(.studio(.unknown))
            $0.backends["studio"]?.lost.note(1_000_000)
        }
        store.leaveOpen([.probe("studio")])
    }

    @Test("a repeatable call is repeated after a health check", arguments: [true, false])
    func repeated(_ isFree: Bool) {
        let store = testStore(.studio(onUnknown: isFree ? .hold : .retry, isFree: isFree))
        store.begin(poison, mayRepeat: true)
        store.fail(
            poison, .unknown,
            commands: [.probe(after: 30), .down(.unknown, until: 30), .waits(poison, .unknown, until: 30)]
        ) {
            $0.health = .down(.studio(.unknown, suspects: [poison.id: .unknown]))
            if !isFree { $0.backends["studio"]?.lost.note(1_000_000) }
        }
        store.leaveOpen([.probe("studio")])
    }

    @Test("work that a server lost is resubmitted if free, otherwise the job fails")
    func lost() {
        let forgot = BackendFailure.transient(message: "the server no longer knows the work")
        let free = testStore(.studio(isFree: true))
        free.begin(poison, mayRepeat: true)
        free.fail(
            poison, .lost,
            commands: [.probe(after: 30), .down(forgot, until: 30), .waits(poison, forgot, until: 30)]
        ) { $0.health = .down(.studio(forgot, suspects: [poison.id: forgot])) }
        free.leaveOpen([.probe("studio")])
        let paid = testStore(.studio())
        paid.begin(poison)
        paid.fail(poison, .lost, commands: [.answer(poison, .failed(.backend("studio", .lost)))])
    }

    @Test("cancelled work unknown to its server doesn't affect the backend's health")
    func cancelled() {
        let store = testStore(.studio(isFree: true))
        store.begin(poison, mayRepeat: true)
        store.send(.cancel(poison.id), commands: [.run(.cancel(poison.id), as: .cancel(poison.id), ifRunning: .keep)]) {
            $0.calls[poison.id]?.isCancelled = true
        }
        store.fail(poison, .lost, commands: [.answer(poison, .cancelled)])
        store.leaveOpen([.cancel(poison.id)])
    }

    @Test("an unknown call of an earlier run doesn't affect the backend's health")
    func earlier() {
        for state in [JobState.submitting, .submitted] {
            let left = Job.prompt(1, state: state)
            let store = testStore(.studio())
            store.begin(left)
            store.fail(left, .unknown, commands: [.answer(left, .unknown)])
        }
    }

    @Test("even where paying twice is configured, a person decides after five calls")
    func enough() {
        let tired = Job.prompt(1, state: .submitting, attempts: 5)
        let store = testStore(.studio(onUnknown: .retry))
        store.begin(tired)
        store.fail(tired, .unknown, commands: [.answer(tired, .unknown)])
        var state = Backends.State.studio(onUnknown: .retry)
        state.tries[poison.id] = Backends.Tries(count: 5, failure: .unknown)
        #expect(Backends.reduce(&state, .requested([poison]), .at(0)) == [.answer(poison, .unknown)])
    }

    private func answer(
        _ state: inout Backends.State, _ job: Job, _ failure: BackendFailure, _ stamp: Stamp
    ) -> [Command<Backends>] {
        Backends.reduce(&state, .answered(job.id, .failure(.backend("studio", failure))), stamp)
    }
}
