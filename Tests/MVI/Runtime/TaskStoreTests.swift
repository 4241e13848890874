import MVICore
import MVIRuntime
import Testing

@MainActor
@Suite("TaskStore", .timeLimit(.minutes(5)))
struct TaskStoreTests {
    private let tasks = TaskStore<String>()
    private let diary = Diary()
    private let gate = Gate()

    /// Work that notes its start, waits for the gate though cancelled, and notes its stop.
    private func work(_ name: String, as id: String = "x", ifRunning conflict: Conflict, waits: Bool = true) {
        tasks.run(id, ifRunning: conflict) { [diary, gate] _ in
            diary.write(name + " starts")
            if waits { await gate.pass() }
            diary.write(name + " stops")
        } then: { [diary] _ in
            diary.write(name + " is heard")
        }
    }

    @Test("replaced work loses its name at once and its last word is not heard")
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

    @Test("work replaced in turn starts once the old one has stopped, and of many replacements only the newest")
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

    @Test("work in turn also waits for work that was cancelled before it was asked for")
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

    @Test("work in turn under another name waits for nobody")
    func otherName() async {
        work("a", ifRunning: .replaceInTurn)
        work("b", as: "y", ifRunning: .replaceInTurn)
        await diary.has("a starts")
        await diary.has("b starts")
        gate.open()
        #expect(await tasks.idle())
    }

    @Test("work that is kept goes on, and the new work never starts")
    func keep() async {
        work("a", ifRunning: .keep)
        work("b", ifRunning: .keep)
        gate.open()
        #expect(await tasks.idle())
        #expect(diary.entries == ["a starts", "a stops", "a is heard"])
    }

    @Test("a lease is current from the start of its work until another takes the name")
    func leases() async {
        let (leases, reader) = AsyncStream<Lease<String>>.makeStream()
        var heard = leases.makeAsyncIterator()
        for _ in 0..<2 {
            tasks.run("x") { [gate] lease in
                reader.yield(lease)
                await gate.pass()
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

    @Test("closing waits also for work that was cancelled earlier, and lets nothing start")
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

    @Test("a store of tasks that is let go cancels them")
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
