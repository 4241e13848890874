/// The moment a fact was applied, handed in as plain data so that reducers need neither clock nor dice.
package struct Stamp: Equatable, Sendable {
    /// Time since the machine started, sleep included (`CLOCK_BOOTTIME`): it never goes back.
    package let now: Duration
    /// Milliseconds since 1970: for people and for what outlives a restart. It may jump.
    package let utc: Int64
    /// A fresh value for minting identifiers and jitter.
    package let seed: UInt64

    package init(now: Duration, utc: Int64 = 0, seed: UInt64 = 0) {
        self.now = now
        self.utc = utc
        self.seed = seed
    }
}
