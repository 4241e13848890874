package import MVISimulation
import Synchronization

/// Runs the real stores, reducers and side effects against a simulated world, one history a seed.
///
/// It takes the process over: nothing else may run in it.
package enum Simulation {
    /// What came of one seed.
    package struct Outcome: Sendable {
        package let seed: UInt64
        /// The same for the same seed, always.
        package let hash: UInt64
        /// What was wrong; empty when all promises were kept.
        package let faults: [String]
        /// The history in words, when they were asked for.
        package let lines: [String]
        /// How many times the service touched the world.
        package let acts: Int
        /// How many jobs of the runtime were run.
        package let turns: UInt64
    }

    private struct Ending: Sendable {
        let faults: [String]
        let acts: Int
    }

    /// More turns than any history needs, and one in which each life waits in vain for as long as it may.
    private static let mostTurns: UInt64 = 30_000_000

    /// Call it once, before the first history and before anything asynchronous.
    package static func takeOver() {
        Schedule.install()
    }

    package static func run(seed: UInt64, bug: Bug? = nil, isTold: Bool = false) -> Outcome {
        Schedule.reseed(seed)
        let clock = ManualClock()
        let story = Story(isWritten: isTold, clock: clock)
        let note = EndNote()
        Task { @MainActor in
            let history = History(Plan(seed: seed), clock: clock, story: story, bug: bug)
            let faults = await history.play()
            note.value.withLock { $0 = Ending(faults: faults, acts: history.acts) }
        }
        var isHanging = false
        while note.value.withLock({ $0 == nil }), !isHanging, Schedule.taken < mostTurns {
            isHanging = !Schedule.step() && !clock.advanceToNext()
        }
        // What was cancelled at the end still stops.
        while Schedule.taken < mostTurns, Schedule.step() {}
        let ending =
            note.value.withLock { $0 }
            ?? Ending(
                faults: [
                    isHanging
                        ? "it hangs: nothing is ready, nobody sleeps"
                        : "no end after \(mostTurns) turns and \(clock.now.offset)"
                ], acts: 0)
        story.tell("turns", Int(Schedule.taken))
        return Outcome(
            seed: seed, hash: story.hash, faults: ending.faults, lines: story.lines, acts: ending.acts,
            turns: Schedule.taken)
    }

    /// Where a history leaves how it ended.
    private final class EndNote: Sendable {
        let value = Mutex<Ending?>(nil)
    }
}
