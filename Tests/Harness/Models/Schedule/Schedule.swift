import CSchedule
import Domain
import Synchronization

/// Runs every task, every actor and the main actor of this process on the thread that calls `step`, one job at a time, in
/// an order that a seed fixes. Once it stands nothing runs by itself any more, so it is for a process of its own.
///
/// There is one, because the runtime has one set of hooks; what it holds is behind a lock, because jobs are told to it
/// from wherever they become ready.
package enum Schedule {
    private enum Turn {
        case job(UnownedJob)
        case mainJob(UnownedJob)
        case waiter(UnsafeContinuation<Void, Never>)
    }

    private struct Ledger {
        var turns: [Turn] = []
        var dice = SplitMix64(seed: 0)
        var taken: UInt64 = 0
        /// Whether who becomes ready now goes on in this turn.
        var isResuming = false
        var resumed: Turn?
    }

    private static let ledger = Mutex(Ledger())
    private static let line = MainLine()

    /// Takes the process over. Call it once, before anything asynchronous has begun.
    package static func install() {
        let main = unsafeBitCast(line.asUnownedSerialExecutor(), to: schedule_executor.self)
        schedule_install(main) { job in
            guard let job else { return }
            Schedule.add(.job(unsafeBitCast(job, to: UnownedJob.self)))
        }
    }

    /// From now on `seed` says who comes next.
    package static func reseed(_ seed: UInt64) {
        ledger.withLock { ledger in
            ledger.dice = SplitMix64(seed: seed)
            ledger.taken = 0
        }
    }

    /// How many turns were taken since the last seed.
    package static var taken: UInt64 { ledger.withLock(\.taken) }

    /// Lets one of those that are ready have its turn. `false` when nobody is.
    package static func step() -> Bool {
        let turn = ledger.withLock { ledger -> Turn? in
            guard !ledger.turns.isEmpty else { return nil }
            let place = Int(ledger.dice.next() % UInt64(ledger.turns.count))
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
            // Who gave way has been chosen already: it need not stand in line once more.
            if let resumed { take(resumed) }
        }
    }

    /// Gives way: all others that are ready may come first.
    package static func giveWay() async {
        await withUnsafeContinuation { add(.waiter($0)) }
    }

    /// Gives way as often as not, which leaves every order possible and takes half the turns.
    static func mayGiveWay() async {
        if ledger.withLock({ $0.dice.next() & 1 == 0 }) { await giveWay() }
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

/// The main actor's executor while a schedule runs the process.
final class MainLine: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        Schedule.addMain(UnownedJob(job))
    }
}
