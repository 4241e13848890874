import Domain

extension Plan {
    /// A dropped prompt is written over in its place by its own backup, as `cp -a` does: for a moment half of it is
    /// there, then all, with the time of change that it had.
    struct PlannedRestore {
        /// Which drop's.
        let drop: Int
        /// After the history's start.
        let at: Duration
        /// For how long half of it is there: never so long that it would be taken for whole.
        let pause: Duration
    }

    static func restores(of drops: [PlannedDrop], _ dice: inout SplitMix64) -> [PlannedRestore] {
        drops.filter(\.isPlainPrompt).compactMap { drop in
            guard dice.next() % 6 == 0 else { return nil }
            let after = Duration.milliseconds(1_000 + Int64(dice.next() % 60_000))
            let pause = dice.next() % 2 == 0 ? 1 + dice.next() % 20 : dice.next() % 1_000
            return PlannedRestore(drop: drop.number, at: drop.at + after, pause: .milliseconds(Int64(pause)))
        }
    }
}

extension Plan.PlannedDrop {
    /// Of which one picture is asked for.
    fileprivate var isPlainPrompt: Bool {
        switch content {
        case .prompt, .titled: true
        case .batch, .lined, .picture, .paired, .bad: false
        }
    }
}
