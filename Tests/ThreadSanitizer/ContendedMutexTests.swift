import CMutex
import Synchronization
import Testing

@Suite("A mutex under the thread sanitizer", .timeLimit(.minutes(1)))
struct ContendedMutexTests {
    private final class Pile: Sendable {
        let items = Mutex<[Int]>([])
    }

    @Test("tasks contending for a mutex aren't reported as a race")
    func contended() async {
        let pile = Pile()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for number in 0..<5_000 { pile.items.withLock { $0.append(number &+ task) } }
                }
            }
        }
        #expect(pile.items.withLock { $0.count } == 20_000)
    }
}
