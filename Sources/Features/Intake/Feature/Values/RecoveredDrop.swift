package import Domain

/// A drop that an earlier run left unfinished.
package struct RecoveredDrop: Equatable, Sendable {
    package let drop: Drop
    /// How its jobs stand; only for a drop in `read`.
    package let tally: DropTally?

    package init(drop: Drop, tally: DropTally?) {
        self.drop = drop
        self.tally = tally
    }
}
