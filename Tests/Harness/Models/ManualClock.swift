package import Domain
import Synchronization

/// A clock that only moves when it is advanced, and that reports when tasks start to sleep on it.
///
/// `sleepers(atLeast:)` is a handshake: a test advances the clock only once the work really sleeps, so it never has to
/// yield and hope.
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

    private let ledger: Mutex<SleepQueue>

    /// - Parameter start: The time since the clock's zero at which it starts.
    package init(at start: Duration = .zero) {
        ledger = Mutex(SleepQueue(now: Instant(offset: start)))
    }

    package var now: Instant { ledger.withLock(\.now) }
    package var minimumResolution: Duration { .nanoseconds(1) }

    /// The earliest deadline of a sleeping task; `nil` if none sleeps.
    package var nextDeadline: Instant? {
        ledger.withLock { $0.sleepers.map(\.deadline).min() }
    }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = ledger.withLock { $0.nextID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                fallAsleep(SleepQueue.Sleeper(id: id, deadline: deadline, wake: wake))
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
                ledger.watchers.append(SleepQueue.Watcher(count: count, wake: wake))
                return false
            }
            if isReady { wake.resume() }
        }
    }

    /// Advances the clock and wakes the tasks that are due, earliest first. A negative duration traps.
    package func advance(by duration: Duration) {
        precondition(duration >= .zero, "a clock does not go back")
        let due = ledger.withLock { $0.advance(to: $0.now.advanced(by: duration)) }
        for sleeper in due { sleeper.wake.resume() }
    }

    /// Advances the clock to the earliest deadline and wakes the tasks that are due. Returns `false` if none sleeps.
    @discardableResult
    package func advanceToNext() -> Bool {
        let due = ledger.withLock { ledger -> [SleepQueue.Sleeper] in
            guard let deadline = ledger.sleepers.map(\.deadline).min() else { return [] }
            return ledger.advance(to: deadline)
        }
        for sleeper in due { sleeper.wake.resume() }
        return !due.isEmpty
    }

    private func fallAsleep(_ sleeper: SleepQueue.Sleeper) {
        enum Start { case cancelled, due, asleep([SleepQueue.Watcher]) }
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

/// The tasks sleeping on a manual clock, and the callers waiting for sleepers. A plain value that the clock keeps
/// behind its lock.
struct SleepQueue {
    struct Sleeper {
        let id: UInt64
        let deadline: ManualClock.Instant
        let wake: CheckedContinuation<Void, any Error>
    }

    struct Watcher {
        let count: Int
        let wake: CheckedContinuation<Void, Never>
    }

    var now: ManualClock.Instant
    var sleepers: [Sleeper] = []
    var watchers: [Watcher] = []
    private var lastID: UInt64 = 0

    init(now: ManualClock.Instant) {
        self.now = now
    }

    mutating func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    mutating func remove(_ id: UInt64) -> Sleeper? {
        sleepers.firstIndex { $0.id == id }.map { sleepers.remove(at: $0) }
    }

    /// Removes and returns the sleepers due at `instant`, earliest first and in order of arrival among equals.
    mutating func advance(to instant: ManualClock.Instant) -> [Sleeper] {
        now = max(now, instant)
        let due = sleepers.filter { $0.deadline <= now }.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        sleepers.removeAll { $0.deadline <= now }
        return due
    }

    mutating func watchersDue() -> [Watcher] {
        let due = watchers.filter { $0.count <= sleepers.count }
        watchers.removeAll { $0.count <= sleepers.count }
        return due
    }
}

/// The wall clock of a simulation. It advances with a manual clock but, unlike it, can be set forward and back.
package final class ManualUTC: Sendable {
    private let clock: ManualClock
    /// The time at the clock's zero.
    private let base: Mutex<UTCMillis>

    /// Starts at `start` and follows the clock from here.
    package init(_ start: UTCMillis, following clock: ManualClock) {
        self.clock = clock
        base = Mutex(start - Self.milliseconds(clock.now))
    }

    package var now: UTCMillis {
        base.withLock { $0 } + Self.milliseconds(clock.now)
    }

    /// Sets the time of day, as an operator or NTP does. The manual clock isn't affected.
    package func set(_ instant: UTCMillis) {
        let elapsed = Self.milliseconds(clock.now)
        base.withLock { $0 = instant - elapsed }
    }

    private static func milliseconds(_ instant: ManualClock.Instant) -> Int64 {
        Int64(instant.offset / .milliseconds(1))
    }
}
