import MVICore
import MVITesting
import Testing

@Suite("Lifting")
struct LiftingTests {
    @Test("a lifted command keeps its kind, conflict rule and order under the parent's task IDs")
    func kinds() {
        func lift(_ command: Command<Printing>) -> [Command<Workshop>] {
            command.lifted(
                effect: { .printing(order: 7, $0) }, id: { .printing(order: 7, $0) },
                event: { _ in [.emit(.sold(sheets: 1)), .emit(.sold(sheets: 2))] })
        }
        for conflict in [Conflict.keep, .replace, .replaceInTurn] {
            #expect(
                lift(.run(.press, as: .press, ifRunning: conflict))
                    == [.run(.printing(order: 7, .press), as: .printing(order: 7, .press), ifRunning: conflict)])
        }
        #expect(lift(.cancel(.paper)) == [.cancel(.printing(order: 7, .paper))])
        #expect(lift(.emit(.done(sheets: 3))) == [.emit(.sold(sheets: 1)), .emit(.sold(sheets: 2))])
    }

    @Test("a parent runs its child's tasks under its own IDs and handles its events")
    func parentAndChild() {
        let store = TestStore(Workshop.self, Workshop.State())
        store.send(.print(order: 1), commands: Self.begin(1)) {
            $0.phase = .printing(order: 1, .printing(sheets: 0))
        }
        store.receive(.printing(.sheetPrinted), from: .printing(order: 1, .press), last: false) {
            $0.phase = .printing(order: 1, .printing(sheets: 1))
        }
        store.receive(
            .printing(.finished), from: .printing(order: 1, .press),
            commands: [.cancel(.printing(order: 1, .paper)), .emit(.sold(sheets: 1))]
        ) {
            $0.phase = .closed
            $0.sheets = 1
        }
        store.refuse(.close)
    }

    static func begin(_ order: Int) -> [Command<Workshop>] {
        [
            .run(.printing(order: order, .press), as: .printing(order: order, .press), ifRunning: .keep),
            .run(.printing(order: order, .watchPaper), as: .printing(order: order, .paper)),
        ]
    }
}
