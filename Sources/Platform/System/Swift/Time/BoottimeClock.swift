internal import CSystem
package import Domain
internal import Glibc
internal import PlatformConcurrency

/// Time since boot, including suspension (`CLOCK_BOOTTIME`). It never goes back.
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

    /// Returns at the deadline or later. Throws `CancellationError` at once if the task is cancelled. The underlying
    /// timer may stop while the machine is suspended, so a long wait checks this clock every minute.
    package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        while true {
            let rest = now.duration(to: deadline)
            if rest <= .zero { return }
            try await ContinuousClock().sleep(for: min(rest, .seconds(60)), tolerance: tolerance)
        }
    }
}

extension UTCMillis {
    /// The time of the wall clock. It may jump.
    package static func now() -> UTCMillis {
        UTCNanos(nanoseconds(CLOCK_REALTIME)).millis
    }
}

private func nanoseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return time.nanoseconds
}
