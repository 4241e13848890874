import Domain
import MVICore

/// The walk of a drop: claimed, read, ended, gone.
extension Intake {
    static func settleClaim(
        _ state: inout State, _ name: String, _ result: Result<[Drop], RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        let asked = state.drops.values.filter { $0.claiming != nil && $0.drop.folder == name }
        for held in asked { state.drops[held.drop.id] = nil }
        let phase = state.phase
        let news = inFolder(name, &state) { folder in
            folder.isClaiming = false
            if case .failure = result { folder.restore(asked) }
            return folder.runsLow && phase == .running ? look(&folder, .soon, stamp.now) : []
        }
        switch result {
        case .failure(let failure): return news + wait(&state, .repository(failure))
        case .success(let drops):
            for drop in drops { state.drops[drop.id] = HeldDrop(drop: drop) }
            state.reading.waiting += drops.map(\.id)
            return news + recoverStorage(&state) + work(&state, stamp)
        }
    }

    static func endRead(
        _ state: inout State, _ id: DropID, _ outcome: ReadOutcome, _ stamp: Stamp
    ) -> [Command<Self>] {
        state.reading.running.remove(id)
        guard let drop = state.drops[id]?.drop else { return [] }
        var commands: [Command<Self>] = []
        switch outcome {
        case .accepted(let jobs, let content):
            state.drops[id]?.drop.phase = .read
            state.drops[id]?.drop.content = content
            state.room -= jobs.count
            endEarly(&state, id)
            commands = [.emit(.accepted(jobs))] + recoverStorage(&state)
        case .failed(let failure):
            end(&state, id, failure)
            commands = [.emit(.failed(drop, failure))]
        case .changed:
            forget(&state, id)
            commands = whileRunning(drop.folder, &state) { look(&$0, .now, stamp.now) }
        case .cut:
            forget(&state, id)
            commands = [.emit(.cut(drop))]
            commands += whileRunning(drop.folder, &state) { folder in
                folder.cut.insert(drop.identity)
                return look(&folder, .now, stamp.now)
            }
        case .known:
            forget(&state, id)
            commands = recoverStorage(&state)
        case .vanished:
            forget(&state, id)
            commands = [.emit(.failed(drop, .vanished))]
        case .away:
            state.postponed.append(id)
            commands = whileRunning(drop.folder, &state) { look(&$0, .now, stamp.now) }
        case .postponed(let trouble):
            state.postponed.append(id)
            commands = wait(&state, trouble) + whileRunning(drop.folder, &state) { lookSooner(&$0, stamp.now) }
        }
        return commands + work(&state, stamp)
    }

    static func adopt(_ state: inout State, _ drop: Drop, _ stamp: Stamp) -> [Command<Self>] {
        state.drops[drop.id] = HeldDrop(drop: drop)
        endEarly(&state, drop.id)
        return work(&state, stamp)
    }

    static func endJobs(_ state: inout State, _ ending: DropEnding, _ stamp: Stamp) -> [Command<Self>] {
        guard state.drops[ending.drop]?.drop.phase == .read else {
            state.early.append(ending)
            return []
        }
        end(&state, ending.drop, ending.failure)
        return work(&state, stamp)
    }

    static func endDisposal(
        _ state: inout State, _ id: DropID, _ outcome: DisposeOutcome, _ stamp: Stamp
    ) -> [Command<Self>] {
        state.disposing.running.remove(id)
        guard let drop = state.drops[id]?.drop else { return [] }
        switch outcome {
        case .gone:
            forget(&state, id)
            return recoverStorage(&state) + work(&state, stamp)
        case .stuck(let failure):
            let isNews = state.drops[id]?.stuck != failure
            state.drops[id]?.stuck = failure
            state.postponed.append(id)
            return (isNews ? [.emit(.stuck(drop, failure))] : [])
                + whileRunning(drop.folder, &state) { lookSooner(&$0, stamp.now) } + work(&state, stamp)
        case .away:
            state.postponed.append(id)
            return whileRunning(drop.folder, &state) { look(&$0, .now, stamp.now) } + work(&state, stamp)
        case .changing:
            state.postponed.append(id)
            return whileRunning(drop.folder, &state) { ring(&$0, at: stamp.now + .seconds(1), stamp.now) }
                + work(&state, stamp)
        case .postponed(let trouble):
            state.postponed.append(id)
            return wait(&state, trouble) + whileRunning(drop.folder, &state) { lookSooner(&$0, stamp.now) }
                + work(&state, stamp)
        }
    }

    /// Nothing is left to be done for it.
    private static func forget(_ state: inout State, _ id: DropID) {
        guard let held = state.drops.removeValue(forKey: id), let place = state.index(of: held.drop.folder),
            state.folders[place].listingSince != nil
        else { return }
        state.folders[place].ended.formUnion(held.identities)
    }

    /// Nothing more will come of the drop; its source can be cleared away.
    static func end(_ state: inout State, _ id: DropID, _ failure: DropFailure?) {
        state.drops[id]?.drop.phase = .ended
        state.drops[id]?.drop.failure = failure
        // Where its folder is not configured any more nothing can be cleared away.
        if state.drops[id]?.stuck == nil { state.disposing.waiting.append(id) }
    }

    /// Its jobs may have ended before we knew that it was read.
    static func endEarly(_ state: inout State, _ id: DropID) {
        guard let place = state.early.firstIndex(where: { $0.drop == id }) else { return }
        end(&state, id, state.early.remove(at: place).failure)
    }
}

extension Intake.State {
    /// Before the first answer of the database every drop may be ours.
    func mayEnd(_ id: DropID) -> Bool {
        if phase == .idle || phase == .recovering { return true }
        return drops[id].map { $0.drop.phase == .claimed || $0.drop.phase == .read } ?? false
    }
}
