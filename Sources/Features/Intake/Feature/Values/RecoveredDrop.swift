public import Domain

/// A drop that an earlier run left unfinished.
public struct RecoveredDrop: Equatable, Sendable {
    public let drop: Drop
    /// How its jobs stand; only for a drop in `read`.
    public let tally: DropTally?

    public init(drop: Drop, tally: DropTally?) {
        self.drop = drop
        self.tally = tally
    }
}
