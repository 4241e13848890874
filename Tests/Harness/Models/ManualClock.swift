import Synchronization

/// A clock that stands still until told otherwise, and says when somebody starts to wait on it.
///
/// `sleepers(atLeast:)` is a handshake: the test advances only once the work really sleeps, so no
/// test needs to yield and hope.
package final class ManualClock: Clock, Sendable {
    package struct Instant: InstantProtocol {
        /// Time since the clock's zero.
        package let offset: Duration

        package init(offset: Duration) {
            self.offset = offset
        }

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private let ledger: Mutex<SleepLedger>

    /// - Parameter start: How far from its zero the clock stands.
    package init(at start: Duration = .zero) {
        ledger = Mutex(SleepLedger(now: Instant(offset: start)))
    }

    package var now: Instant { ledger.withLock(\.now) }
    package var minimumResolution: Duration { .nanoseconds(1) }

    /// When the earliest sleeper wants to wake, `nil` when nobody sleeps.
    package var nextDeadline: Instant? {
        ledger.withLock { $0.sleepers.map(\.deadline).min() }
    }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = ledger.withLock { $0.nextID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                fallAsleep(SleepLedger.Sleeper(id: id, deadline: deadline, wake: wake))
            }
        } onCancel: {
            ledger.withLock { $0.remove(id) }?.wake.resume(throwing: CancellationError())
        }
    }

    /// Returns once at least `count` tasks sleep on this clock.
    package func sleepers(atLeast count: Int = 1) async {
        await withCheckedContinuation { (wake: CheckedContinuation<Void, Never>) in
            let isReady = ledger.withLock { ledger in
                if ledger.sleepers.count >= count { return true }
                ledger.watchers.append(SleepLedger.Watcher(count: count, wake: wake))
                return false
            }
            if isReady { wake.resume() }
        }
    }

    /// Moves time forward and wakes whoever is due, earliest first. Time never goes back.
    package func advance(by duration: Duration) {
        precondition(duration >= .zero, "a clock does not go back")
        let due = ledger.withLock { $0.advance(to: $0.now.advanced(by: duration)) }
        for sleeper in due { sleeper.wake.resume() }
    }

    /// Moves time to the earliest deadline and wakes whoever waits for it. `false` when nobody sleeps.
    @discardableResult
    package func advanceToNext() -> Bool {
        let due = ledger.withLock { ledger -> [SleepLedger.Sleeper] in
            guard let deadline = ledger.sleepers.map(\.deadline).min() else { return [] }
            return ledger.advance(to: deadline)
        }
        for sleeper in due { sleeper.wake.resume() }
        return !due.isEmpty
    }

    private func fallAsleep(_ sleeper: SleepLedger.Sleeper) {
        enum Start { case cancelled, due, asleep([SleepLedger.Watcher]) }
        let start: Start = ledger.withLock { ledger in
            if Task.isCancelled { return .cancelled }
            if sleeper.deadline <= ledger.now { return .due }
            ledger.sleepers.append(sleeper)
            return .asleep(ledger.watchersDue())
        }
        switch start {
        case .cancelled: sleeper.wake.resume(throwing: CancellationError())
        case .due: sleeper.wake.resume()
        case .asleep(let watchers):
            for watcher in watchers { watcher.wake.resume() }
        }
    }
}
