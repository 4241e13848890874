import Synchronization

/// Where tasks wait for the last work to end. One ring wakes them all.
///
/// Behind a lock, not on an actor, so that cancelling a waiter can let it go at once. Rings are counted, so one
/// that comes between a look at the work and the wait is not missed.
final class IdleBell: Sendable {
    private struct Ledger {
        var rings: UInt64 = 0
        var lastTicket: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Bool, Never>] = [:]
    }

    private let ledger = Mutex(Ledger())

    /// How often the bell has rung.
    var rings: UInt64 { ledger.withLock(\.rings) }

    /// `true` once the bell has rung more than `seen` times, `false` when the waiting task was cancelled first.
    func wait(since seen: UInt64) async -> Bool {
        let ticket = ledger.withLock { ledger in
            ledger.lastTicket += 1
            return ledger.lastTicket
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let answer: Bool? = ledger.withLock { ledger in
                    if ledger.rings > seen { return true }
                    if Task.isCancelled { return false }
                    ledger.waiters[ticket] = waiter
                    return nil
                }
                if let answer { waiter.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = ledger.withLock { $0.waiters.removeValue(forKey: ticket) }
            waiter?.resume(returning: false)
        }
    }

    func ring() {
        let waiters = ledger.withLock { ledger in
            ledger.rings += 1
            defer { ledger.waiters = [:] }
            return ledger.waiters
        }
        for waiter in waiters.values { waiter.resume(returning: true) }
    }
}
