import MVICore
import MVIRuntime
import PlatformConcurrency
import Testing

@MainActor
@Suite("TaskStore", .timeLimit(.minutes(5)))
struct TaskStoreTests {
    private let tasks = TaskStore<String>()
    private let diary = EventRecorder()
    private let gate = Latch()

    /// A task that logs its start, waits at the gate even if cancelled, and logs its end.
    private func work(_ name: String, as id: String = "x", ifRunning conflict: Conflict, waits: Bool = true) {
        tasks.run(id, ifRunning: conflict) { [diary, gate] _ in
            diary.write(name + " starts")
            if waits { await gate.wait() }
            diary.write(name + " stops")
        } then: { [diary] _ in
            diary.write(name + " is heard")
        }
    }

    @Test("a replaced task loses its ID at once and its final fact is ignored")
    func replace() async {
        work("a", ifRunning: .replace)
        await diary.has("a starts")
        work("b", ifRunning: .replace)
        await diary.has("b starts")
        #expect(!diary.entries.contains("a stops"), "the two overlap: that is what replace means")
        gate.open()
        #expect(await tasks.idle())
        #expect(diary.entries.filter { $0.hasSuffix("is heard") } == ["b is heard"])
    }

    @Test("a serial replacement starts once the old task has stopped, and only the latest of several does")
    func replaceInTurn() async {
        work("a", ifRunning: .replace)
        await diary.has("a starts")
        for name in ["b", "c", "d"] { work(name, ifRunning: .replaceInTurn) }
        work("probe", as: "y", ifRunning: .replace, waits: false)
        await diary.has("probe stops")
        #expect(diary.entries.filter { !$0.hasPrefix("probe") } == ["a starts"])
        gate.open()
        #expect(await tasks.idle())
        #expect(
            diary.entries.filter { !$0.hasPrefix("probe") } == [
                "a starts", "a stops", "d starts", "d stops", "d is heard",
            ])
    }

    @Test("a serial task also waits for a previously cancelled task")
    func turnAfterCancel() async {
        work("a", ifRunning: .replace)
        await diary.has("a starts")
        tasks.cancel("x")
        #expect(tasks.running.isEmpty)
        work("b", ifRunning: .replaceInTurn)
        work("probe", as: "y", ifRunning: .replace, waits: false)
        await diary.has("probe stops")
        #expect(!diary.entries.contains("b starts"))
        gate.open()
        await diary.has("b is heard")
        #expect(!diary.entries.contains("a is heard"))
    }

    @Test("a serial task under another ID doesn't wait")
    func otherName() async {
        work("a", ifRunning: .replaceInTurn)
        work("b", as: "y", ifRunning: .replaceInTurn)
        await diary.has("a starts")
        await diary.has("b starts")
        gate.open()
        #expect(await tasks.idle())
    }

    @Test("a kept task continues, and the new one never starts")
    func keep() async {
        work("a", ifRunning: .keep)
        work("b", ifRunning: .keep)
        gate.open()
        #expect(await tasks.idle())
        #expect(diary.entries == ["a starts", "a stops", "a is heard"])
    }

    @Test("a lease is current from the start of its task until another takes the ID")
    func leases() async {
        let (leases, reader) = AsyncStream<Lease<String>>.makeStream()
        var heard = leases.makeAsyncIterator()
        for _ in 0..<2 {
            tasks.run("x") { [gate] lease in
                reader.yield(lease)
                await gate.wait()
            } then: { _ in
            }
        }
        let both = [await heard.next(), await heard.next()].compactMap { $0 }
        #expect(both.count == 2 && both[0] != both[1])
        #expect(both.filter(tasks.isCurrent).count == 1)
        gate.open()
        #expect(await tasks.idle())
        #expect(both.filter(tasks.isCurrent).isEmpty)
    }

    @Test("closing also waits for previously cancelled tasks, and lets nothing start")
    func close() async {
        work("a", ifRunning: .replace)
        await diary.has("a starts")
        tasks.cancel("x")
        #expect(!tasks.isIdle)
        async let closed: Void = tasks.close()
        gate.open()
        await closed
        #expect(diary.entries == ["a starts", "a stops"])
        work("late", ifRunning: .replace)
        #expect(tasks.running.isEmpty && tasks.isIdle)
    }

    @Test("a released task store cancels its tasks")
    func letGo() async {
        var short: TaskStore<String>? = TaskStore()
        short?.run("x") { [diary] _ in
            await withTaskCancellationHandler {
                diary.write("starts")
                await diary.has("cancelled")
            } onCancel: {
                diary.write("cancelled")
            }
        } then: { _ in
        }
        await diary.has("starts")
        short = nil
        await diary.has("cancelled")
    }
}
