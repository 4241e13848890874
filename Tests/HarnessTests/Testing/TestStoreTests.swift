import MVICore
import MVITesting
import Testing

@Suite("TestStore")
struct TestStoreTests {
    @Test("a test that states everything passes")
    func complete() {
        let store = TestStore(Counter.self, Counter.State(), stamp: Stamp(now: .seconds(3), seed: 9))
        store.send(.add(2), commands: [.emit(.counted(2))]) { $0.count = 2 }
        store.refuse(.add(0))
        store.send(.watch(.replace), commands: [.run(.tick, as: .ticker)])
        store.receive(.ticked, from: .ticker, last: false) { $0.note = "at 3.0 seconds, seed 9" }
        store.stamp = Stamp(now: .seconds(4), seed: 10)
        store.receive(.ticked, from: .ticker) { $0.note = "at 4.0 seconds, seed 10" }
    }

    @Test("keeping or replacing an open task is no failure", arguments: [Conflict.keep, .replace, .replaceInTurn])
    func conflicts(conflict: Conflict) {
        let store = TestStore(Counter.self, Counter.State())
        for _ in 0..<2 { store.send(.watch(conflict), commands: [.run(.tick, as: .ticker, ifRunning: conflict)]) }
        store.send(.unwatch, commands: [.cancel(.ticker)])
    }

    @Test("an unstated change is shown by its lines only")
    func unstatedChange() {
        let store = TestStore(Counter.self, Counter.State(count: 1, names: ["a": 1, "b": 1]))
        notices(#"(- expected, + found):\#n- .names["b"]: 1\#n+ .names["b"]: 2"#) { store.send(.name("b")) }
    }

    @Test("an expected change that doesn't happen is shown")
    func stateTooMuch() {
        let store = TestStore(Counter.self, Counter.State())
        notices("- .note: \"new\"\n+ .note: nil") { store.send(.forget) { $0.note = "new" } }
    }

    @Test("an unstated command is shown") func unstatedCommand() {
        let store = TestStore(Counter.self, Counter.State())
        notices("+ emit(") { store.send(.add(2)) { $0.count = 2 } }
    }

    @Test("an unexpectedly refused action fails, and so does an unexpectedly accepted one")
    func refusals() {
        let store = TestStore(Counter.self, Counter.State())
        notices("add(0) was refused") { store.send(.add(0)) }
        notices("add(1) was not refused") { store.refuse(.add(1)) }
    }

    @Test("a task that isn't open can't report, end or be cancelled")
    func notOpen() {
        let store = TestStore(Counter.self, Counter.State())
        notices("no open task .ticker; open: []") { store.receive(.ticked, from: .ticker) }
        notices("no open task .ticker; open: []") { store.end(.ticker) }
        notices("cancelled .ticker, which was not open") { store.send(.unwatch, commands: [.cancel(.ticker)]) }
    }

    @Test("a task open at the end fails the test unless stated")
    func openAtTheEnd() {
        notices("tasks never ended nor cancelled: [ticker]") {
            let store = TestStore(Counter.self, Counter.State())
            store.send(.watch(.replace), commands: [.run(.tick, as: .ticker)])
        }
        let store = TestStore(Counter.self, Counter.State())
        store.send(.watch(.replace), commands: [.run(.tick, as: .ticker)])
        notices("open tasks: [ticker], expected: []") { store.leaveOpen([]) }
        store.send(.watch(.replace), commands: [.run(.tick, as: .ticker)])
        store.end(.ticker)
        store.send(.watch(.replace), commands: [.run(.tick, as: .ticker)])
        store.leaveOpen([.ticker])
    }

    @Test("a reducer with hidden state isn't pure")
    func impure() {
        let store = TestStore(Counter.self, Counter.State())
        store.send(.watch(.replace), commands: [.run(.tick, as: .ticker)])
        notices("reduce is not pure") {
            store.receive(.misremembered(Memory()), from: .ticker) { $0.count = 1 }
        }
    }

    /// Expects exactly one issue that contains `words`.
    private func notices(_ words: String, at place: SourceLocation = #_sourceLocation, _ body: () -> Void) {
        withKnownIssue(sourceLocation: place) {
            body()
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains(words) }
        }
    }
}
