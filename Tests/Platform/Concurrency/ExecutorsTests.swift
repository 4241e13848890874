import Glibc
import Synchronization
import Testing

@testable import PlatformConcurrency

@Suite("Custom executors", .timeLimit(.minutes(5)))
struct ExecutorsTests {
    @Test("timers fire in order of time, and equal times in order of creation")
    func alarms() async {
        let alarms = TimerThread()
        let (rings, ring) = AsyncStream.makeStream(of: Int.self)
        alarms.call(after: .milliseconds(40)) { ring.yield(4) }
        alarms.call(after: .milliseconds(20)) { ring.yield(2) }
        alarms.call(after: .milliseconds(30)) { ring.yield(3) }
        alarms.call(after: .seconds(-1)) { ring.yield(1) }
        alarms.call(after: .seconds(86_400)) { ring.yield(5) }
        var heard: [Int] = []
        for await number in rings {
            heard.append(number)
            if heard.count == 4 { break }
        }
        #expect(heard == [1, 2, 3, 4])
    }

    @Test("no timer fires early")
    func early() async {
        let alarms = TimerThread()
        let clock = ContinuousClock()
        let start = clock.now
        await withCheckedContinuation { continuation in
            alarms.call(after: .milliseconds(20)) { continuation.resume() }
        }
        #expect(clock.now - start >= .milliseconds(20))
    }

    @Test("long waits with similar deadlines end together, never early and at most a sixteenth late")
    func rounding() {
        #expect(TimerThread.rounded(123_456_789, after: .seconds(9)) == 123_456_789)
        let ends = (0..<1_000).map { number -> Int64 in
            let asked = 5_000_000_000 + Int64(number) * 1_000_000 + 30_000_000_000
            let end = TimerThread.rounded(asked, after: .seconds(30))
            #expect(end >= asked && end - asked <= 30_000_000_000 / 16)
            return end
        }
        #expect(Set(ends).count <= 2)
    }

    #if compiler(>=6.3) && compiler(<6.4)
    private actor Aside {
        private let loop: MainLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

        init(_ loop: MainLoop) {
            self.loop = loop
        }

        func thread() -> String {
            preconditionIsolated()
            return threadName()
        }
    }

    @Test("the main loop runs its actor's work on its own thread, including earlier work, until stopped")
    func loop() async throws {
        let loop = MainLoop()
        let aside = Aside(loop)
        async let before = aside.thread()
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        try Thread.start("loop") {
            loop.run()
            end.finish()
        }
        let first = await before
        let second = await aside.thread()
        #expect([first, second] == ["loop", "loop"])
        #expect(loop.isIsolatingCurrentContext() == false)
        loop.stop()
        for await _ in ends {}
    }

    @Test("tasks run on the pool's threads")
    func pool() async {
        let name = await Task(executorPreference: TaskPool(threads: 2)) { threadName() }.value
        #expect(name == "tasks")
    }
    #endif
}
