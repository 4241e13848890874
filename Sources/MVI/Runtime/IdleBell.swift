import Synchronization

/// Where tasks wait for the last work to end. One ring wakes them all.
///
/// Behind a lock, not on an actor, so that cancelling a waiter can let it go at once.
final class IdleBell: Sendable {
    private struct Ledger {
        var lastTicket: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Bool, Never>] = [:]
    }

    private let ledger = Mutex(Ledger())

    /// `true` after the next ring, `false` when the waiting task was cancelled first.
    func wait(isolation: isolated (any Actor)? = #isolation) async -> Bool {
        let ticket = ledger.withLock { ledger in
            ledger.lastTicket += 1
            return ledger.lastTicket
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isTooLate = ledger.withLock { ledger in
                    if Task.isCancelled { return true }
                    ledger.waiters[ticket] = waiter
                    return false
                }
                if isTooLate { waiter.resume(returning: false) }
            }
        } onCancel: {
            let waiter = ledger.withLock { $0.waiters.removeValue(forKey: ticket) }
            waiter?.resume(returning: false)
        }
    }

    func ring() {
        let waiters = ledger.withLock { ledger in
            defer { ledger.waiters = [:] }
            return ledger.waiters
        }
        for waiter in waiters.values { waiter.resume(returning: true) }
    }
}
