import Domain
import MVICore

/// What an earlier run left unfinished.
extension Intake {
    static func recover(
        _ state: inout State, _ result: Result<[RecoveredDrop], RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        switch result {
        case .failure(let failure):
            return wait(&state, .repository(failure)) + [.run(.wakeRecovery(after: .seconds(30)), as: .recovery)]
        case .success(let left):
            var commands = wait(&state, nil)
            for one in left where state.drops[one.drop.id] == nil { commands += hold(&state, one) }
            state.early = []
            return commands + run(&state, stamp)
        }
    }

    private static func hold(_ state: inout State, _ left: RecoveredDrop) -> [Command<Self>] {
        let drop = left.drop
        state.drops[drop.id] = HeldDrop(drop: drop)
        if drop.hasSource, state.index(of: drop.folder) == nil { return strand(&state, drop) }
        switch drop.phase {
        case .claimed: state.reading.waiting.append(drop.id)
        case .read: resume(&state, left)
        case .ended: state.disposing.waiting.append(drop.id)
        case .gone: state.drops[drop.id] = nil
        }
        return []
    }

    /// Its jobs may have ended just before the crash, or while we asked.
    private static func resume(_ state: inout State, _ left: RecoveredDrop) {
        if let tally = left.tally, tally.open == 0 {
            end(&state, left.drop.id, tally.ending)
        } else {
            endEarly(&state, left.drop.id)
        }
    }

    /// The folder is not configured any more: what belongs to it waits until it is.
    private static func strand(_ state: inout State, _ drop: Drop) -> [Command<Self>] {
        state.drops[drop.id]?.stuck = .missing
        return [.emit(.stuck(drop, .missing))]
    }
}
