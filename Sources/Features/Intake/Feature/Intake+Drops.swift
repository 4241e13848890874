package import Domain
import MVICore

/// The phases of a drop: claimed, read, ended, gone.
extension Intake {
    static func settleClaim(
        _ state: inout State, _ name: String, _ result: Result<[Drop], RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        let claimed = state.drops.values.filter { $0.claiming != nil && $0.drop.folder == name }
        for tracked in claimed { state.drops[tracked.drop.id] = nil }
        let phase = state.phase
        let commands = inFolder(name, &state) { folder in
            folder.isClaiming = false
            if case .failure = result { folder.restore(claimed) }
            return folder.runsLow && phase == .running ? list(&folder, .soon, stamp.now) : []
        }
        switch result {
        case .failure(let failure): return commands + wait(&state, .repository(failure))
        case .success(let drops):
            for drop in drops { state.drops[drop.id] = TrackedDrop(drop: drop) }
            state.reading.waiting += drops.map(\.id)
            return commands + recoverStorage(&state) + work(&state, stamp)
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
            state.remainingCapacity -= jobs.count
            endEarly(&state, id)
            commands = [.emit(.accepted(jobs))] + recoverStorage(&state)
        case .failed(let failure):
            end(&state, id, failure)
            commands = [.emit(.failed(drop, failure))]
        case .changed:
            forget(&state, id)
            commands = whileRunning(drop.folder, &state) { list(&$0, .now, stamp.now) }
        case .cut:
            forget(&state, id)
            commands = [.emit(.cut(drop))]
            commands += whileRunning(drop.folder, &state) { folder in
                folder.cut.insert(drop.identity)
                return list(&folder, .now, stamp.now)
            }
        case .known:
            forget(&state, id)
            commands = recoverStorage(&state)
        case .vanished:
            forget(&state, id)
            commands = [.emit(.failed(drop, .vanished))]
        case .away: commands = postpone(&state, drop) { list(&$0, .now, stamp.now) }
        case .postponed(let trouble):
            commands = wait(&state, trouble) + postpone(&state, drop) { scheduleRetryListing(&$0, stamp.now) }
        }
        return commands + work(&state, stamp)
    }

    /// Postpones the next step of a drop until its folder is checked next, which `schedule` takes care of.
    private static func postpone(
        _ state: inout State, _ drop: Drop, _ schedule: (inout Folder) -> [Command<Self>]
    ) -> [Command<Self>] {
        state.postponed.append(drop.id)
        return whileRunning(drop.folder, &state, schedule)
    }

    static func adopt(_ state: inout State, _ drop: Drop, _ stamp: Stamp) -> [Command<Self>] {
        state.drops[drop.id] = TrackedDrop(drop: drop)
        endEarly(&state, drop.id)
        return work(&state, stamp)
    }

    static func conclude(_ state: inout State, _ ended: EndedDrop, _ stamp: Stamp) -> [Command<Self>] {
        guard state.phase == .running else { return [] }
        state.drops[ended.drop.id] = TrackedDrop(drop: ended.drop)
        end(&state, ended.drop.id, ended.failure)
        return work(&state, stamp)
    }

    static func endJobs(_ state: inout State, _ ending: EarlyDropEnd, _ stamp: Stamp) -> [Command<Self>] {
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
        var commands: [Command<Self>]
        switch outcome {
        case .gone:
            forget(&state, id)
            commands = recoverStorage(&state)
        case .stuck(let failure):
            commands = state.drops[id]?.stuck == failure ? [] : [.emit(.stuck(drop, failure))]
            state.drops[id]?.stuck = failure
            commands += postpone(&state, drop) { scheduleRetryListing(&$0, stamp.now) }
        case .away: commands = postpone(&state, drop) { list(&$0, .now, stamp.now) }
        case .changing(let identity):
            if state.drops[id]?.rewrite?.identity != identity {
                state.drops[id]?.rewrite = SourceRewrite(identity: identity, since: stamp.now)
            }
            commands = postpone(&state, drop) { setTimer(&$0, at: stamp.now + .seconds(1), stamp.now) }
        case .postponed(let trouble):
            commands = wait(&state, trouble) + postpone(&state, drop) { scheduleRetryListing(&$0, stamp.now) }
        }
        return commands + work(&state, stamp)
    }

    /// Forgets a drop that needs no more work.
    private static func forget(_ state: inout State, _ id: DropID) {
        guard let tracked = state.drops.removeValue(forKey: id), let index = state.index(of: tracked.drop.folder),
            state.folders[index].listingSince != nil
        else { return }
        state.folders[index].ended.formUnion(tracked.identities)
    }

    /// Marks a drop as ended and queues the disposal of its source.
    static func end(_ state: inout State, _ id: DropID, _ failure: DropFailure?) {
        state.drops[id]?.drop.phase = .ended
        state.drops[id]?.drop.failure = failure
        // The source of a stuck drop can't be disposed of, for example because its folder is no longer configured.
        if state.drops[id]?.stuck == nil { state.disposing.waiting.append(id) }
    }

    /// Ends a drop whose jobs ended before its read was reported.
    static func endEarly(_ state: inout State, _ id: DropID) {
        guard let index = state.early.firstIndex(where: { $0.drop == id }) else { return }
        end(&state, id, state.early.remove(at: index).failure)
    }
}

extension Intake.State {
    /// `true` if the drop may still end. Until the database has returned the unfinished drops, any drop may be one of
    /// them.
    func mayEnd(_ id: DropID) -> Bool {
        if phase == .idle || phase == .recovering { return true }
        return drops[id].map { $0.drop.phase == .claimed || $0.drop.phase == .read } ?? false
    }
}

/// Recovery of drops that an earlier run left unfinished.
extension Intake {
    static func recover(
        _ state: inout State, _ result: Result<[RecoveredDrop], RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        switch result {
        case .failure(let failure):
            return wait(&state, .repository(failure)) + [.run(.wakeRecovery(after: .seconds(30)), as: .recovery)]
        case .success(let left):
            var commands = wait(&state, nil)
            for recovered in left where state.drops[recovered.drop.id] == nil { commands += add(&state, recovered) }
            state.early = []
            return commands + run(&state, stamp)
        }
    }

    static func add(_ state: inout State, _ recovered: RecoveredDrop) -> [Command<Self>] {
        let drop = recovered.drop
        state.drops[drop.id] = TrackedDrop(drop: drop)
        if drop.hasSource, state.index(of: drop.folder) == nil {
            // The drop waits until its folder is configured again.
            state.drops[drop.id]?.stuck = .missing
            return [.emit(.stuck(drop, .missing))]
        }
        switch drop.phase {
        case .claimed: state.reading.waiting.append(drop.id)
        case .read: resume(&state, recovered)
        case .ended: state.disposing.waiting.append(drop.id)
        case .gone: state.drops[drop.id] = nil
        }
        return []
    }

    /// Continues with a drop that was read. Its jobs may have ended just before the crash or during the query.
    private static func resume(_ state: inout State, _ recovered: RecoveredDrop) {
        if case .ended(let failure) = recovered.tally {
            end(&state, recovered.drop.id, failure)
        } else {
            endEarly(&state, recovered.drop.id)
        }
    }
}

/// The result of reading a drop.
package enum ReadOutcome: Equatable, Sendable {
    /// The jobs are stored and the drop, with this content, is in `read`.
    case accepted([Job], content: Digest?)
    /// The drop can't become a job. Nothing is written yet.
    case failed(DropFailure)
    /// The file is no longer the one that was claimed. The drop is `gone`; the present file settles from the start.
    case changed
    /// The file is a truncated picture that was changed a moment ago. The drop is `gone`; the file continues to settle.
    case cut
    /// An earlier file of the observed folder had the same content. The drop is `gone`.
    case known
    /// The file was removed before it was read. The drop is `gone`.
    case vanished
    /// The folder is unavailable. The drop stays `claimed` and is read when the folder is back.
    case away
    /// A failure that is not the drop's fault. The drop stays `claimed` and is read again.
    case postponed(IntakeFailure)
}

/// The result of disposing of a drop's source.
package enum DisposeOutcome: Equatable, Sendable {
    /// Done; the drop is `gone`.
    case gone
    /// The source can't be moved away. The drop stays `ended`, so that it is not processed again. Retried.
    case stuck(FileFailure)
    /// The folder's disk is not mounted. Retried when the folder is back.
    case away
    /// The source has this identity now, may be being written, and may end up as it was. Retried.
    case changing(FileIdentity)
    /// The database could not be written. Retried.
    case postponed(IntakeFailure)
}
