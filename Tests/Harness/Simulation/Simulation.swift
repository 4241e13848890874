package import MVISimulation
import Synchronization

/// Runs the real stores, reducers and side effects against a simulated world, one history per seed.
///
/// It takes over the whole process: nothing else may run in it.
package enum Simulation {
    /// The result of one seed's history.
    package struct Outcome: Sendable {
        package let seed: UInt64
        /// A digest of the whole history; equal for equal seeds.
        package let hash: UInt64
        /// The violations found; empty if every promise was kept.
        package let faults: [String]
        /// The trace of the history, if it was requested.
        package let lines: [String]
        /// The number of the service's side effects.
        package let acts: Int
        /// The number of Swift runtime jobs that were run.
        package let turns: UInt64
    }

    private struct Ending: Sendable {
        let faults: [String]
        let acts: Int
    }

    /// More steps than any history needs, even one in which every run waits in vain until its time limit.
    private static let mostTurns: UInt64 = 30_000_000
    /// Nodes beat while they wait for a daily cap to reset, but a history of fleets is shorter otherwise.
    private static let mostFleetTurns: UInt64 = 15_000_000

    /// Puts the process under the simulated schedule. Call once, before the first history and before any async code
    /// runs.
    package static func installSchedule() {
        Schedule.install()
    }

    /// Plays the history of one service or, with `isFleet`, of up to four that share a database.
    package static func run(
        seed: UInt64, isFleet: Bool = false, bug: InjectedBug? = nil, isTold: Bool = false
    ) -> Outcome {
        Schedule.reseed(seed)
        let clock = ManualClock()
        let trace = Trace(isWritten: isTold, clock: clock)
        let note = EndNote()
        Task { @MainActor in
            let ending =
                isFleet ? await playFleet(seed, clock, trace, bug) : await playService(seed, clock, trace, bug)
            note.value.withLock { $0 = ending }
        }
        let mostTurns = isFleet ? mostFleetTurns : mostTurns
        var isHanging = false
        while note.value.withLock({ $0 == nil }), !isHanging, Schedule.taken < mostTurns {
            isHanging = !Schedule.step() && !clock.advanceToNext()
        }
        // Lets tasks that were cancelled at the end finish.
        while Schedule.taken < mostTurns, Schedule.step() {}
        let ending =
            note.value.withLock { $0 }
            ?? Ending(
                faults: [
                    isHanging
                        ? "deadlock: no task is ready and none is sleeping"
                        : "still running after \(mostTurns) steps and \(clock.now.offset)"
                ], acts: 0)
        trace.tell("turns", Int(Schedule.taken))
        return Outcome(
            seed: seed, hash: trace.hash, faults: ending.faults, lines: trace.lines, acts: ending.acts,
            turns: Schedule.taken)
    }

    @MainActor
    private static func playService(
        _ seed: UInt64, _ clock: ManualClock, _ trace: Trace, _ bug: InjectedBug?
    ) async -> Ending {
        let history = History(Plan(seed: seed), clock: clock, trace: trace, bug: bug)
        let faults = await history.play()
        return Ending(faults: faults, acts: history.acts)
    }

    @MainActor
    private static func playFleet(
        _ seed: UInt64, _ clock: ManualClock, _ trace: Trace, _ bug: InjectedBug?
    ) async -> Ending {
        let history = FleetHistory(FleetPlan(seed: seed), clock: clock, trace: trace, bug: bug)
        let faults = await history.play()
        return Ending(faults: faults, acts: history.acts)
    }

    /// Holds the result of a history once it has ended.
    private final class EndNote: Sendable {
        let value = Mutex<Ending?>(nil)
    }
}
