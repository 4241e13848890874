import Synchronization

/// Blocks tasks, whether cancelled or not, until the test opens it.
final class Gate: Sendable {
    private struct Ledger {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let ledger = Mutex(Ledger())

    func pass() async {
        await withCheckedContinuation { (waiter: CheckedContinuation<Void, Never>) in
            let isOpen = ledger.withLock { ledger in
                if !ledger.isOpen { ledger.waiters.append(waiter) }
                return ledger.isOpen
            }
            if isOpen { waiter.resume() }
        }
    }

    func open() {
        let waiters = ledger.withLock { ledger in
            defer { ledger = Ledger(isOpen: true) }
            return ledger.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
