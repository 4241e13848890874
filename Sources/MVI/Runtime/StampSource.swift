package import Domain
package import MVICore

/// Creates stamps from one clock, one source of wall-clock time and one seed, so that a run can be replayed.
@MainActor
package final class StampSource<C: Clock<Duration>> {
    private let clock: C
    private let origin: C.Instant
    private let utc: @Sendable () -> UTCMillis
    /// Not `UInt64.random(in:)`, which makes a system call each time.
    private var rng: SplitMix64

    /// - Parameters:
    ///   - clock: The source of `now`. `ContinuousClock` is `CLOCK_BOOTTIME` on Linux.
    ///   - origin: The instant at which `now` is zero; by default the current one.
    ///   - utc: Returns the wall-clock time.
    ///   - seed: Determines the seeds of all stamps.
    package init(clock: C, origin: C.Instant? = nil, utc: @escaping @Sendable () -> UTCMillis, seed: UInt64) {
        self.clock = clock
        self.origin = origin ?? clock.now
        self.utc = utc
        rng = SplitMix64(seed: seed)
    }

    package func next() -> Stamp {
        Stamp(now: origin.duration(to: clock.now), utc: utc(), seed: rng.next())
    }
}
