import PlatformConcurrency
import Testing

@Suite("Waiting for values and latches", .timeLimit(.minutes(5)))
struct WaitingTests {
    @Test("a waiting task is woken by the change that it waits for")
    func change() async {
        let number = AsyncValue(0)
        async let reached = number.first { $0 >= 3 ? $0 : nil }
        for _ in 0..<3 { number.update { $0 += 1 } }
        #expect(await reached == 3)
        #expect(await number.first { $0 } == 3)
    }

    @Test("an update returns its closure's result")
    func result() {
        let words = AsyncValue(["a"])
        #expect(words.update { $0.popLast() } == "a")
        #expect(words.value.isEmpty)
    }

    @Test("cancellation ends the waiting for a value, but a value that is there is returned")
    func cancelled() async {
        let number = AsyncValue(0)
        let task = Task { await number.first { $0 == 1 ? $0 : nil } }
        task.cancel()
        #expect(await task.value == nil)
        number.update { $0 = 1 }
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await number.first { $0 == 1 ? $0 : nil }
        }
        #expect(await late.value == 1)
    }

    @Test("a latch releases all tasks, earlier and later ones, and cancellation doesn't")
    func latch() async {
        let latch = Latch()
        let passed = AsyncValue(0)
        let tasks = (0..<3).map { _ in
            Task.immediate {
                await latch.wait()
                passed.update { $0 += 1 }
            }
        }
        for task in tasks { task.cancel() }
        #expect(passed.value == 0)
        latch.open()
        for task in tasks { await task.value }
        latch.open()
        await latch.wait()
        #expect(passed.value == 3)
    }
}
