internal import Glibc

/// Time since the machine started, sleep included (`CLOCK_BOOTTIME`): it never goes back.
package struct BoottimeClock: Clock, Sendable {
    package struct Instant: InstantProtocol, Sendable {
        package let sinceBoot: Duration

        package init(sinceBoot: Duration) {
            self.sinceBoot = sinceBoot
        }

        package func advanced(by duration: Duration) -> Instant {
            Instant(sinceBoot: sinceBoot + duration)
        }

        package func duration(to other: Instant) -> Duration {
            other.sinceBoot - sinceBoot
        }

        package static func < (lhs: Instant, rhs: Instant) -> Bool {
            lhs.sinceBoot < rhs.sinceBoot
        }
    }

    package init() {}

    package var now: Instant {
        Instant(sinceBoot: .nanoseconds(nanoseconds(CLOCK_BOOTTIME)))
    }

    package var minimumResolution: Duration { .nanoseconds(1) }

    /// Returns at the deadline or later; throws `CancellationError` at once when the task is cancelled. The timer below
    /// may stand still while the machine sleeps, so a long wait looks at the clock every minute.
    package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        while true {
            let rest = now.duration(to: deadline)
            if rest <= .zero { return }
            try await ContinuousClock().sleep(for: min(rest, .seconds(60)), tolerance: tolerance)
        }
    }
}

/// Milliseconds since 1970 (UTC). It may jump: for people and for what outlives a restart.
package func wallClockMilliseconds() -> Int64 {
    nanoseconds(CLOCK_REALTIME) / 1_000_000
}

private func nanoseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return time.nanoseconds
}
