import CSchedule
import Domain
import Synchronization

/// Runs every task, every actor and the main actor of this process on the thread that calls `step()`, one job at a
/// time, in an order determined by a seed. Once installed, nothing runs by itself any more, so it needs a process of
/// its own.
///
/// It is global because the runtime has one set of hooks. Its state is locked because jobs are enqueued from wherever
/// they become ready.
package enum Schedule {
    private enum Turn {
        case job(UnownedJob)
        case mainJob(UnownedJob)
        case waiter(UnsafeContinuation<Void, Never>)
    }

    private struct Ledger {
        var turns: [Turn] = []
        var rng = SplitMix64(seed: 0)
        var taken: UInt64 = 0
        /// Whether the next job that becomes ready runs in the current step.
        var isResuming = false
        var resumed: Turn?
    }

    private static let ledger = Mutex(Ledger())
    private static let line = ScheduleMainExecutor()

    /// Installs the runtime hooks. Call once, before any async code runs.
    package static func install() {
        let main = unsafeBitCast(line.asUnownedSerialExecutor(), to: schedule_executor.self)
        schedule_install(main) { job in
            guard let job else { return }
            Schedule.add(.job(unsafeBitCast(job, to: UnownedJob.self)))
        }
    }

    /// Restarts the order of execution from `seed`.
    package static func reseed(_ seed: UInt64) {
        ledger.withLock { ledger in
            ledger.rng = SplitMix64(seed: seed)
            ledger.taken = 0
        }
    }

    /// The number of steps since the last reseed.
    package static var taken: UInt64 { ledger.withLock(\.taken) }

    /// Runs one of the ready jobs. Returns `false` if none is ready.
    package static func step() -> Bool {
        let turn = ledger.withLock { ledger -> Turn? in
            guard !ledger.turns.isEmpty else { return nil }
            let place = Int(ledger.rng.next() % UInt64(ledger.turns.count))
            ledger.turns.swapAt(place, ledger.turns.count - 1)
            ledger.taken += 1
            return ledger.turns.removeLast()
        }
        guard let turn else { return false }
        take(turn)
        return true
    }

    private static func take(_ turn: Turn) {
        switch turn {
        case .job(let job): schedule_run(unsafeBitCast(job, to: UnsafeMutableRawPointer.self))
        case .mainJob(let job): job.runSynchronously(on: line.asUnownedSerialExecutor())
        case .waiter(let waiter):
            ledger.withLock { $0.isResuming = true }
            waiter.resume()
            let resumed = ledger.withLock { ledger in
                ledger.isResuming = false
                defer { ledger.resumed = nil }
                return ledger.resumed
            }
            // The resumed task was already chosen in this step, so it isn't queued again.
            if let resumed { take(resumed) }
        }
    }

    /// Suspends the task so that any other ready job may run first.
    package static func yieldTurn() async {
        await withUnsafeContinuation { add(.waiter($0)) }
    }

    /// Yields with probability one half. Every order remains possible, with half as many steps.
    static func maybeYieldTurn() async {
        if ledger.withLock({ $0.rng.next() & 1 == 0 }) { await yieldTurn() }
    }

    static func addMain(_ job: UnownedJob) {
        add(.mainJob(job))
    }

    private static func add(_ turn: Turn) {
        ledger.withLock { ledger in
            if ledger.isResuming, ledger.resumed == nil { ledger.resumed = turn } else { ledger.turns.append(turn) }
        }
    }
}

/// The main actor's executor while the schedule is installed.
final class ScheduleMainExecutor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        Schedule.addMain(UnownedJob(job))
    }
}
