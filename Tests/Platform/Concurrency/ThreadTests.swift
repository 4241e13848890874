import Glibc
import PlatformConcurrency
import Testing

@Suite("Threads")
struct ThreadTests {
    @Test("a joined thread has run under its name, with all signals blocked, and released what it held")
    func joined() throws {
        let seen = AsyncValue((name: "", isBlocked: false))
        weak var held: AsyncValue<Int>?
        do {
            let kept = AsyncValue(0)
            held = kept
            let run: @Sendable () -> Void = { [kept] in
                kept.update { $0 += 1 }
                var mask = sigset_t()
                pthread_sigmask(SIG_SETMASK, nil, &mask)
                let isBlocked = sigismember(&mask, SIGTERM) == 1
                seen.update { $0 = (threadName(), isBlocked) }
            }
            try JoinableThread("a name of more than 15 bytes", run).join()
        }
        #expect(held == nil)
        #expect(seen.value == ("a name of more ", true))
    }

    @Test("a call on a thread of its own can use the whole stack")
    func stack() throws {
        // Fills 32 MiB, four times the default size.
        let sum = try Thread.run("deep", stack: 64 << 20) {
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32 << 20) { bytes in
                bytes.initialize(repeating: 1)
                return bytes.reduce(0) { $0 + Int($1) }
            }
        }
        #expect(sum == 32 << 20)
    }

    @Test("a stack larger than the address space is refused, and the work isn't run")
    func refused() {
        #expect(throws: ThreadFailure.self) {
            try Thread.run("huge", stack: 1 << 60) { Issue.record("the work was run") }
        }
    }

    @Test("there is a processor")
    func processors() {
        #expect(Processors.count >= 1)
    }
}
