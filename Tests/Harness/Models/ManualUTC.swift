import Synchronization

/// The time of day in a simulation: it walks with a manual clock and, unlike it, may be set forward and back.
package final class ManualUTC: Sendable {
    private let clock: ManualClock
    /// Milliseconds since 1970 at the clock's zero.
    private let base: Mutex<Int64>

    /// Starts at `start`, in milliseconds since 1970, and follows the clock from here.
    package init(_ start: Int64, following clock: ManualClock) {
        self.clock = clock
        base = Mutex(start - Self.milliseconds(clock.now))
    }

    /// Milliseconds since 1970.
    package var now: Int64 {
        base.withLock { $0 } + Self.milliseconds(clock.now)
    }

    /// Sets the time of day, as an operator or NTP does; the clock does not notice.
    package func set(_ instant: Int64) {
        let elapsed = Self.milliseconds(clock.now)
        base.withLock { $0 = instant - elapsed }
    }

    private static func milliseconds(_ instant: ManualClock.Instant) -> Int64 {
        Int64(instant.offset / .milliseconds(1))
    }
}
