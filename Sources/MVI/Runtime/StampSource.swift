package import Domain
package import MVICore

/// Creates stamps from one clock, one source of wall-clock time and one seed, so that a run can be replayed.
@MainActor
package final class StampSource<C: Clock<Duration>> {
    private let clock: C
    private let origin: C.Instant
    private let utc: @Sendable () -> UTCMillis
    private var dice: UInt64

    /// - Parameters:
    ///   - clock: The source of `now`. `ContinuousClock` is `CLOCK_BOOTTIME` on Linux.
    ///   - origin: The instant at which `now` is zero; by default the moment of the call.
    ///   - utc: Returns the wall-clock time.
    ///   - seed: Determines the seeds of all stamps.
    package init(clock: C, origin: C.Instant? = nil, utc: @escaping @Sendable () -> UTCMillis, seed: UInt64) {
        self.clock = clock
        self.origin = origin ?? clock.now
        self.utc = utc
        self.dice = seed
    }

    package func next() -> Stamp {
        Stamp(now: origin.duration(to: clock.now), utc: utc(), seed: roll())
    }

    /// Steele, Lea and Flood's SplitMix64, seeded once, because `UInt64.random(in:)` makes a system call each time.
    /// Every state occurs once in 2^64 calls, so seeds don't repeat within a run.
    private func roll() -> UInt64 {
        dice &+= 0x9E37_79B9_7F4A_7C15
        var mixed = dice
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
