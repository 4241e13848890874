/// The moment a fact was applied, handed in as plain data so that reducers need neither clock nor dice.
public struct Stamp: Equatable, Sendable {
    /// Time since the machine started, sleep included (`CLOCK_BOOTTIME`): it never goes back.
    public let now: Duration
    /// Milliseconds since 1970: for people and for what outlives a restart. It may jump.
    public let utc: Int64
    /// A fresh value for minting identifiers and jitter.
    public let seed: UInt64

    public init(now: Duration, utc: Int64 = 0, seed: UInt64 = 0) {
        self.now = now
        self.utc = utc
        self.seed = seed
    }
}
