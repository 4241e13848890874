import Domain
import MVICore
import MVITesting
import Testing

@testable import ServiceFeature

@Suite("Service: phase, pause and what outlives a reload")
struct ServiceTests {
    private let stamp = Stamp(now: .seconds(10), utc: 1_000_000, seed: 7)
    private let cap = BudgetCap(scope: .everything, period: .day, limit: .pictures(9))

    private func store(_ phase: Service.State.Phase, isPaused: Bool = false) -> TestStore<Service> {
        var state = Service.State.initial(caps: [])
        state.phase = phase
        state.isPaused = isPaused
        return TestStore(Service.self, state, stamp: stamp)
    }

    @Test("the service starts, reloads, and serves with the new configuration's caps")
    func reload() {
        let store = store(.starting)
        store.refuse(.reload)
        store.send(.serve(caps: [])) { $0.phase = .serving }
        store.refuse(.serve(caps: [cap]))
        store.send(.reload) { $0.phase = .reloading }
        store.refuse(.reload)
        store.send(.replace(EndedJobs(done: 3, failed: 1))) {
            $0.endedBefore = EndedJobs(done: 3, failed: 1)
        }
        store.send(.serve(caps: [cap])) {
            $0.phase = .serving
            $0.caps = [cap]
        }
        store.refuse(.replace(EndedJobs(done: 1)))
        store.send(.reload) { $0.phase = .reloading }
        store.send(.replace(EndedJobs(done: 1, cancelled: 2))) {
            $0.endedBefore = EndedJobs(done: 4, failed: 1, cancelled: 2)
        }
    }

    @Test("a rejected configuration is remembered until a reload succeeds")
    func rejected() {
        let store = store(.reloading)
        store.send(.reject("bad")) {
            $0.phase = .serving
            $0.rejectedReload = Service.RejectedReload(sentence: "bad", at: 1_000_000)
        }
        store.refuse(.reject("again"))
        store.send(.reload) { $0.phase = .reloading }
        store.send(.serve(caps: [])) {
            $0.phase = .serving
            $0.rejectedReload = nil
        }
    }

    @Test("a stop ends every phase, and nothing starts after it")
    func stop() {
        for phase in [Service.State.Phase.starting, .serving, .reloading] {
            let store = store(phase)
            store.refuse(.end)
            store.send(.stop) { $0.phase = .stopping }
            for action in [Service.Action.stop, .reload, .serve(caps: []), .reject(""), .replace(EndedJobs())] {
                store.refuse(action)
            }
            store.send(.end) { $0.phase = .stopped }
            store.refuse(.end)
        }
    }

    @Test("a pause is reported every time, and again to the stores of a new configuration")
    func pause() {
        let store = store(.serving)
        store.send(.pause, commands: [.emit(.paused)]) { $0.isPaused = true }
        store.send(.pause, commands: [.emit(.paused)])
        store.send(.reload) { $0.phase = .reloading }
        store.send(.serve(caps: []), commands: [.emit(.paused)]) { $0.phase = .serving }
        store.send(.resume, commands: [.emit(.resumed)]) { $0.isPaused = false }
    }

    @Test("a resume during a reload starts nothing in the stores that are being replaced")
    func resumedMeanwhile() {
        let store = store(.reloading, isPaused: true)
        store.send(.resume) { $0.isPaused = false }
        store.send(.serve(caps: [])) { $0.phase = .serving }
    }

    @Test("the ten newest problems are kept, newest first")
    func problems() {
        let problems = (1...12).map { Service.Problem(at: UTCMillis($0), code: "c", english: "e", korean: "k") }
        var state = Service.State.initial(caps: [])
        for problem in problems { _ = Service.reduce(&state, .reported(problem), stamp) }
        #expect(state.problems == problems.suffix(10).reversed())
    }
}
