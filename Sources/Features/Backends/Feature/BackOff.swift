import Domain
import MVICore

/// Exponential back-off with jitter.
enum BackOff {
    /// In milliseconds: two seconds, doubled with each level above the first, up to `longest`; a quarter more or less by
    /// chance, so that many that wait for the same don't keep step. Nothing below the first level.
    static func wait(_ level: Int, longest: Int64, _ stamp: Stamp, salt: UInt64 = 0) -> Int64 {
        guard level > 0 else { return 0 }
        let whole = min(longest, 1_000 << Int64(min(level, 20)))
        var random = SplitMix64(seed: stamp.seed ^ salt)
        return whole * 3 / 4 + Int64(random.next() % UInt64(whole / 2))
    }
}
