import Domain
import MVICore
import MVIEffects
import MVIRuntime
import MVISimulation
import Observation
import PlatformConcurrency
import Testing

@MainActor
@Suite("Store", .timeLimit(.minutes(5)))
struct StoreTests {
    private let diary = EventRecorder()
    private let gate = Latch()

    private func store(_ perform: @escaping Perform<EchoFeature>) -> Store<EchoFeature> {
        let clock = ManualClock()
        let stamper = StampSource(clock: clock, utc: { 0 }, seed: 1)
        return Store(EchoFeature.State(), stamp: stamper.next, perform: perform)
    }

    @Test("a task's reports and final fact are applied, and then nothing runs")
    func wholeLoop() async {
        let store = store { effect, report in
            #expect(await report(.told(effect.name + " 1")))
            #expect(await report(.told(effect.name + " 2")))
            return .told(effect.name + " done")
        }
        store.send(.go("draw", as: "x", .replace))
        #expect(store.running == ["x"])
        #expect(await store.idle())
        #expect(store.state.heard == ["draw 1", "draw 2", "draw done"])
        #expect(store.running.isEmpty)
    }

    @Test("a rejected action changes nothing")
    func refused() async {
        let store = store { _, _ in nil }
        store.send(.nothing)
        #expect(store.state == EchoFeature.State())
        #expect(await store.idle(), "an idle store is idle at once")
    }

    @Test("a final fact may run the same task again", arguments: [Conflict.keep, .replace, .replaceInTurn])
    func again(conflict: Conflict) async {
        let store = store { effect, _ in effect.name == "last" ? .told("end") : .again("last", as: "x", conflict) }
        store.send(.go("first", as: "x", conflict))
        #expect(await store.idle(), "idle waits for what a last fact started, too")
        #expect(store.state.heard == ["again last", "end"])
    }

    @Test("an action sent by a listener waits until the previous commands were executed")
    func neverNested() {
        let store = store { _, _ in nil }
        store.listen { [diary, weak store] event in
            diary.write(event)
            if event == "one" { store?.send(.say("two")) }
        }
        store.send(.say("one"))
        #expect(diary.entries == ["one", "after one", "two", "after two"])
        #expect(store.state.heard == ["one", "two"])
    }

    @Test("a long task whose report returns false stops without checking for cancellation")
    func stopsWhenUnheard() async {
        let store = store { [diary, gate] effect, report in
            var told = 0
            while await report(.told("\(effect.name) \(told)")) {
                told += 1
                diary.write("told \(told)")
                if told == 2 { await gate.wait() }
            }
            diary.write("\(effect.name) gives up after \(told)")
            return .told("too late")
        }
        store.send(.go("watch", as: "x", .replace))
        await diary.has("told 2")
        store.send(.stop("x"))
        gate.open()
        #expect(await store.idle())
        #expect(diary.entries.last == "watch gives up after 2")
        #expect(store.state.heard == ["watch 0", "watch 1"], "neither the third report nor the last fact is heard")
    }

    @Test("a cancelled wait for idleness reports it and doesn't affect the tasks")
    func idleCancelled() async {
        let store = store { [gate] _, _ in
            await gate.wait()
            return .told("done")
        }
        store.send(.go("draw", as: "x", .replace))
        let waiting = Task { await store.idle() }
        waiting.cancel()
        #expect(await waiting.value == false)
        #expect(store.running == ["x"])
        gate.open()
        #expect(await store.idle())
        #expect(store.state.heard == ["done"])
    }

    @Test("all waiters for idleness are resumed")
    func manyWaiters() async {
        let store = store { [gate] _, _ in
            await gate.wait()
            return nil
        }
        store.send(.go("draw", as: "x", .replace))
        async let one = store.idle()
        async let two = store.idle()
        gate.open()
        #expect(await [one, two] == [true, true])
    }

    @Test("shutdown waits for tasks to stop, ignores their final facts, and accepts nothing more")
    func shutDown() async {
        let store = store { [diary, gate] _, _ in
            diary.write("starts")
            // Only the cancellation by the shutdown lets the task end.
            await withTaskCancellationHandler {
                await gate.wait()
            } onCancel: {
                gate.open()
            }
            diary.write("stops")
            return .told("late")
        }
        store.send(.go("draw", as: "x", .replace))
        await diary.has("starts")
        await store.shutDown()
        #expect(diary.entries == ["starts", "stops"])
        store.send(.say("hello"))
        store.send(.go("draw", as: "x", .replace))
        #expect(store.state == EchoFeature.State())
        #expect(store.running.isEmpty)
    }

    @Test("an observer sees the latest state, not every state")
    func observation() async {
        let store = store { _, _ in nil }
        var seen = Observations { store.state.heard.count }.makeAsyncIterator()
        #expect(await seen.next() == 0)
        for number in 1...10 { store.send(.say("\(number)")) }
        #expect(await seen.next() == 10)
    }
}
