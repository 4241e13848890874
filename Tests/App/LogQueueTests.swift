import PlatformConcurrency
import Synchronization
import Testing

@testable import App
@testable import PlatformSystem

@Suite("Log queue")
struct LogQueueTests {
    @Test("Records are delivered in order, all of them before `close` returns")
    func order() async {
        let queue = LogQueue()
        let arrived = Arrived()
        for number in 0..<500 { queue.enqueue { arrived.add(number) } }
        await queue.close()
        #expect(arrived.all == Array(0..<500))
        #expect(queue.takeDroppedCount() == 0)
    }

    @Test("While the sink is blocked, records beyond the capacity are dropped and counted, except required ones")
    func room() async {
        let queue = LogQueue(capacity: 3)
        let arrived = Arrived()
        let gate = Semaphore()
        queue.enqueue { gate.wait() }
        for number in 1...5 { queue.enqueue { arrived.add(number) } }
        queue.enqueueAlways { arrived.add(6) }
        #expect(queue.takeDroppedCount() == 3)
        #expect(queue.takeDroppedCount() == 0)
        gate.post()
        await queue.close()
        #expect(arrived.all == [1, 2, 6])
    }
}

private final class Arrived: Sendable {
    private let numbers = Mutex<[Int]>([])

    var all: [Int] { numbers.withLock { $0 } }

    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
}
