import Synchronization

/// A log of events in order. A test can read its entries or wait for one.
final class EventRecorder: Sendable {
    private struct Ledger {
        var entries: [String] = []
        var readers: [(entry: String, wake: CheckedContinuation<Void, Never>)] = []
    }

    private let ledger = Mutex(Ledger())

    var entries: [String] { ledger.withLock(\.entries) }

    func write(_ entry: String) {
        let due = ledger.withLock { ledger in
            ledger.entries.append(entry)
            let due = ledger.readers.filter { $0.entry == entry }
            ledger.readers.removeAll { $0.entry == entry }
            return due
        }
        for reader in due { reader.wake.resume() }
    }

    /// Returns once `entry` has been written.
    func has(_ entry: String) async {
        await withCheckedContinuation { (wake: CheckedContinuation<Void, Never>) in
            let isThere = ledger.withLock { ledger in
                if ledger.entries.contains(entry) { return true }
                ledger.readers.append((entry, wake))
                return false
            }
            if isThere { wake.resume() }
        }
    }
}
