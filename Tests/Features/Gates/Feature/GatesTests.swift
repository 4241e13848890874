import Domain
@testable import GatesFeature
import MVICore
import MVITesting
import Testing

@Suite("Gates")
struct GatesTests {
    private let stamp = Stamp(now: .seconds(10), utc: 1_000_000, seed: 7)
    private let flag = ConfiguredGate(
        name: "flag", condition: .file(FolderPath("/run/work")), scope: GateScope(folders: ["inbox"]), unknown: .closed)
    private let mains = ConfiguredGate(
        name: "mains", condition: .power(.onMains), scope: GateScope(backends: ["studio"]), unknown: .open)

    private func read(_ gate: ConfiguredGate, _ last: GateReading?, after pause: Duration) -> Command<Gates> {
        .run(.read(gate, last: last, after: pause), as: .gate(gate.name))
    }

    private func started(_ gates: [ConfiguredGate]) -> TestStore<Gates> {
        let store = TestStore(Gates.self, .initial(gates), stamp: stamp)
        store.send(.start, commands: gates.map { read($0, nil, after: .zero) }) { $0.phase = .reading }
        return store
    }

    private func closures(_ closed: (ConfiguredGate, UTCMillis?)...) -> GateClosures {
        GateClosures(closed.map { (GateClosure(gate: $0.0.name, until: $0.1), $0.0.scope) })
    }

    @Test("without gates nothing is closed, from the start")
    func none() {
        let store = TestStore(Gates.self, .initial([]), stamp: stamp)
        store.send(.start, commands: [.emit(.changed(.none))]) { $0.phase = .running }
        store.refuse(.start)
    }

    @Test("what is closed is reported once all gates are known, then with each change")
    func changes() {
        let store = started([flag, mains])
        let closed = GateReading.closed(until: nil)
        store.receive(
            .read(gate: "flag", closed), from: .gate("flag"),
            commands: [.emit(.closed(flag, until: nil)), read(flag, closed, after: .seconds(5))]
        ) {
            $0.entries[0].reading = closed
            $0.entries[0].certain = closed
            $0.entries[0].since = 1_000_000
        }
        let open = GateReading.open(until: nil)
        store.receive(
            .read(gate: "mains", open), from: .gate("mains"),
            commands: [.emit(.changed(closures((flag, nil)))), read(mains, open, after: .seconds(30))]
        ) {
            $0.phase = .running
            $0.entries[1].reading = open
            $0.entries[1].certain = open
            $0.entries[1].since = 1_000_000
            $0.closures = closures((flag, nil))
        }
        store.stamp = Stamp(now: .seconds(15), utc: 1_005_000, seed: 8)
        store.receive(
            .read(gate: "flag", closed), from: .gate("flag"), commands: [read(flag, closed, after: .seconds(5))])
        store.receive(
            .read(gate: "flag", open), from: .gate("flag"),
            commands: [.emit(.opened(flag)), .emit(.changed(.none)), read(flag, open, after: .seconds(5))]
        ) {
            $0.entries[0].reading = open
            $0.entries[0].certain = open
            $0.entries[0].since = 1_005_000
            $0.closures = .none
        }
        store.send(.stop, commands: [.cancel(.gate("flag")), .cancel(.gate("mains"))]) { $0.phase = .stopped }
        store.refuse(.stop)
    }

    @Test("a source that says nothing counts as configured, and what it said before is remembered")
    func unknown() {
        let store = started([flag])
        let open = GateReading.open(until: nil)
        store.receive(
            .read(gate: "flag", open), from: .gate("flag"),
            commands: [.emit(.changed(.none)), read(flag, open, after: .seconds(5))]
        ) {
            $0.phase = .running
            $0.entries[0].reading = open
            $0.entries[0].certain = open
            $0.entries[0].since = 1_000_000
        }
        let stale = GateReading.unknown(.stale(since: 5))
        store.receive(
            .read(gate: "flag", stale), from: .gate("flag"),
            commands: [
                .emit(.uncertain(flag, .stale(since: 5))), .emit(.changed(closures((flag, nil)))),
                read(flag, open, after: .seconds(5)),
            ]
        ) {
            $0.entries[0].reading = stale
            $0.closures = closures((flag, nil))
        }
        let older = GateReading.unknown(.stale(since: 6))
        store.receive(
            .read(gate: "flag", older), from: .gate("flag"), commands: [read(flag, open, after: .seconds(5))]
        ) { $0.entries[0].reading = older }
        store.leaveOpen([.gate("flag")])
    }

    @Test("a schedule is asked again when it changes, and at least once a minute, since the clock may be set")
    func pauses() throws {
        let condition = GateCondition.schedule(Schedule(windows: [try ScheduleWindow(text: "22:00-06:00")]))
        #expect(condition.pause(.closed(until: 1_030_000), now: 1_000_000) == .seconds(30))
        #expect(condition.pause(.open(until: 9_000_000), now: 1_000_000) == .seconds(60))
        #expect(condition.pause(.open(until: 999_000), now: 1_000_000) == .milliseconds(1))
        #expect(condition.pause(.open(until: nil), now: 1_000_000) == .seconds(60))
    }
}
