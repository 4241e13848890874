import Synchronization
import Testing

@testable import PlatformConcurrency

@Suite("A spare thread")
struct SpareThreadTests {
    @Test("runs the second piece of work at the same time as the first", .timeLimit(.minutes(5)))
    func together() async {
        let spare = ForkJoinThread(name: "spare")
        let (met, own) = (Semaphore(), ThreadExecutor(name: "own"))
        let names = await own.run {
            spare.both {
                // Ends once the other has begun, so they must run at the same time.
                met.wait()
                return threadName()
            } _: {
                met.post()
                return threadName()
            }
        }
        #expect(names == ("own", "spare"))
    }

    @Test("isn't waited for if busy: the caller does both pieces", .timeLimit(.minutes(5)))
    func taken() async {
        let spare = ForkJoinThread(name: "spare")
        let (begun, done, own) = (Semaphore(), Semaphore(), ThreadExecutor(name: "own"))
        let names = await own.run {
            spare.both {
                begun.wait()
                let names = spare.both(threadName, threadName)
                done.post()
                return names
            } _: {
                begun.post()
                done.wait()
            }
        }
        #expect(names.0 == ("own", "own"))
    }

    @Test("can be used repeatedly")
    func again() async {
        let spare = ForkJoinThread(name: "spare")
        let sums = await ThreadExecutor(name: "own").run {
            (0..<1000).map { number in
                let (one, other) = spare.both({ number }, { 2 * number })
                return one + other
            }
        }
        #expect(sums == (0..<1000).map { 3 * $0 })
    }

    @Test("leaves both pieces to the caller after shutdown")
    func closed() async {
        let spare = ForkJoinThread(name: "spare")
        await spare.shutdown()
        let names = await ThreadExecutor(name: "own").run { spare.both(threadName, threadName) }
        #expect(names == ("own", "own"))
    }

    @Test("work is done once, by whichever thread comes first")
    func once() {
        let count = Atomic(0)
        let piece = OnceTask { count.add(1, ordering: .relaxed).newValue }
        piece.begin()
        #expect(piece.finish() == 1)
        let late = OnceTask { count.add(1, ordering: .relaxed).newValue }
        #expect(late.finish() == 2)
        late.begin()
        #expect(count.load(ordering: .relaxed) == 2)
    }
}
