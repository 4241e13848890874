import Glibc
import Synchronization
import Testing

@testable import PlatformConcurrency

@Suite("Thread executor")
struct ThreadExecutorTests {
    struct Refused: Error, Equatable {
        let number: Int
    }

    @Test("blocking calls run off the pool, on the named thread")
    func offThePool() async {
        let executor = ThreadExecutor(name: "aside")
        let name = await executor.run { threadName() }
        #expect(name == "aside")
        #expect(threadName() != "aside")
    }

    @Test("errors keep their type and payload")
    func errors() async {
        let executor = ThreadExecutor(name: "aside")
        await #expect(throws: Refused(number: 7)) {
            try await executor.run { () throws(Refused) -> Int in throw Refused(number: 7) }
        }
    }

    @Test("tasks with a preference for it run on it")
    func tasks() async {
        let executor = ThreadExecutor(name: "preferred")
        let name = await Task(executorPreference: executor) { threadName() }.value
        #expect(name == "preferred")
    }

    @Test("a call from one of its threads runs in place: one thread is enough for a call within a task")
    func here() async {
        let executor = ThreadExecutor(name: "own")
        let number = await Task(executorPreference: executor) {
            let outer = currentThread()
            let inner = await executor.run { currentThread() }
            return [outer, inner, await executor.run { currentThread() }]
        }.value
        #expect(Set(number).count == 1)
        #expect(!executor.isHere)
        #expect(await executor.run { executor.isHere })
        let other = ThreadExecutor(name: "other")
        #expect(await executor.run { other.isHere } == false)
    }

    @Test("a thread reports becoming idle once after each batch of work")
    func rest() async {
        let (rests, rest) = AsyncStream.makeStream(of: String.self)
        let executor = ThreadExecutor(name: "resting", idleTime: .milliseconds(1)) {
            rest.yield(threadName())
        }
        var heard: [String] = []
        var iterator = rests.makeAsyncIterator()
        for _ in 0..<2 {
            await executor.run {}
            heard.append(await iterator.next() ?? "")
        }
        #expect(heard == ["resting", "resting"])
        await executor.shutdown()
        rest.finish()
        #expect(await iterator.next() == nil)
    }

    @Test("with two threads, two calls run at the same time")
    func parallel() async {
        let executor = ThreadExecutor(name: "pair", threads: 2)
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        let (reading, writing) = (ends[0], ends[1])
        // The first call ends only after the second one has run.
        async let read = executor.run { () -> Int in
            var byte: UInt8 = 0
            return Glibc.read(reading, &byte, 1)
        }
        async let written = executor.run { () -> Int in Glibc.write(writing, "x", 1) }
        #expect(await [read, written] == [1, 1])
        close(reading)
        close(writing)
    }

    @Test("shutdown finishes queued work, and later work still gets its result")
    func shutdown() async {
        let executor = ThreadExecutor(name: "ending")
        let count = Seen()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2000 { group.addTask { await executor.run { count.append(0) } } }
        }
        await executor.shutdown()
        await executor.shutdown()
        #expect(count.all.count == 2000)
        #expect(await executor.run { 5 } == 5)
        #expect(await Task(executorPreference: executor) { 6 }.value == 6)
    }

    @Test("urgent work overtakes the queue")
    func urgentWork() async {
        let threadPool = ThreadPool(name: "busy", threads: 1)
        let seen = Seen()
        let gate = Semaphore()
        for _ in 0..<3 { _ = threadPool.offer {} }
        _ = threadPool.offer { gate.wait() }
        for number in 1...5 { _ = threadPool.offer { seen.append(number) } }
        _ = threadPool.offer(first: true) { gate.wait() }
        _ = threadPool.offer(first: true) { seen.append(0) }
        for _ in 0..<2 { gate.post() }
        await threadPool.shutdown()
        #expect(seen.all == [0, 1, 2, 3, 4, 5])
    }

    @Test("an executor works during its lifetime and after shutdown")
    func answer() async {
        let executor = ThreadExecutor(name: "alive")
        await executor.answer()
        await executor.shutdown()
        await executor.answer()
        #expect(!executor.post {})
    }

    @Test("a single thread keeps the order of its work")
    func order() async {
        let executor = ThreadExecutor(name: "order")
        let seen = Seen()
        for number in 0..<3000 { await executor.run { seen.append(number) } }
        #expect(seen.all == Array(0..<3000))
    }
}

private final class Seen: Sendable {
    private let numbers = Mutex<[Int]>([])

    var all: [Int] { numbers.withLock { $0 } }

    func append(_ number: Int) {
        numbers.withLock { $0.append(number) }
    }
}

/// The kernel's name of the current thread.
func threadName() -> String {
    let file = open("/proc/thread-self/comm", O_RDONLY)
    defer { close(file) }
    let name = [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
        count = max(0, read(file, buffer.baseAddress, buffer.count))
    }
    return String(decoding: name.prefix { $0 != 10 }, as: UTF8.self)
}

private func currentThread() -> UInt {
    UInt(pthread_self())
}
