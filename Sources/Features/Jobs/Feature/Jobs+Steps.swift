import Domain
import MVICore

extension Jobs {
    /// How long a job waits before a folder or the database is tried again, in milliseconds.
    static let retryAfter: Int64 = 30_000

    /// Starts whatever has its turn: oldest first, within the bounds.
    static func advance(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        if state.phase == .draining { return deliverStaged(&state, stamp) }
        guard state.phase == .running else { return [] }
        var free = state.stagings - state.stagingCount
        var commands: [Command<Self>] = []
        for entry in state.ordered where entry.activity == .queued {
            guard let step = step(entry.job, hasRoom: free > 0, stamp) else { continue }
            if step.activity != .asking { free -= 1 }
            state.entries[entry.job.id]?.activity = step.activity
            commands.append(step.command)
        }
        return commands + timer(state, stamp) + page(state, stamp)
    }

    /// At the end nothing new begins, but what is staged is handed over, so that no temporary file stays behind.
    private static func deliverStaged(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        state.ordered.filter { $0.activity == .queued && $0.job.state == .staged }.map { entry in
            state.entries[entry.job.id]?.activity = .delivering
            return deliver(entry.job, stamp)
        }
    }

    private static func deliver(_ job: Job, _ stamp: Stamp) -> Command<Self> {
        .run(.deliver(job, utc: stamp.utc), as: .job(job.id), ifRunning: .keep)
    }

    private static func step(
        _ job: Job, hasRoom: Bool, _ stamp: Stamp
    ) -> (activity: Activity, command: Command<Self>)? {
        if job.outputs.isEmpty, job.picture == nil, case .prompt = job.request.source {
            return (.asking, .emit(.wantsPicture(job)))
        }
        guard hasRoom else { return nil }
        if job.state == .staged {
            return (.delivering, deliver(job, stamp))
        }
        return (.staging, .run(.stage(job, utc: stamp.utc), as: .job(job.id), ifRunning: .keep))
    }

    static func timer(_ state: State, _ stamp: Stamp) -> [Command<Self>] {
        guard let wake = state.nextWake else { return [] }
        return [.run(.sleep(max(.zero, wake - stamp.now)), as: .timer)]
    }

    /// The next page of what an earlier run left, once there is room for it.
    private static func page(_ state: State, _ stamp: Stamp) -> [Command<Self>] {
        let hasRoom = state.entries.count < State.capacity / 2
        guard let end = state.pageEnd, hasRoom, state.takeUpAt == nil else { return [] }
        return [takeUp(after: end, stamp)]
    }

    static func pictureCame(
        _ state: inout State, _ id: JobID, _ answer: Result<StoredPicture, JobFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard state.entries[id] != nil else { return [] }
        switch answer {
        case .success(let picture):
            state.entries[id]?.job.picture = picture
            return write(&state, id, .generated, stamp)
        case .failure(let failure): return write(&state, id, verdict(failure, stamp), stamp)
        }
    }

    static func staged(
        _ state: inout State, _ id: JobID, _ answer: Result<[OutputFile]?, JobFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard let job = state.entries[id]?.job else { return [] }
        switch answer {
        case .success(.some(let outputs)):
            state.entries[id]?.job.outputs = outputs
            state.entries[id]?.job.state = .staged
            state.entries[id]?.activity = .queued
            return advance(&state, stamp)
        case .success(.none): return lose(&state, job, stamp)
        case .failure(let failure): return write(&state, id, verdict(failure, stamp), stamp)
        }
    }

    static func delivered(
        _ state: inout State, _ id: JobID, _ answer: Result<Bool, JobFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard var job = state.entries[id]?.job else { return [] }
        switch answer {
        case .success(true):
            job.state = .done
            state.finished.done += 1
            return end(&state, job, .done(job), stamp)
        case .success(false): return lose(&state, job, stamp)
        case .failure(let failure):
            // What was staged stays staged: it is only its folder that has to come back.
            state.entries[id]?.activity = .sleeping(until: stamp.now + .milliseconds(retryAfter))
            return [.emit(.waits(job, failure, until: stamp.utc + retryAfter))] + advance(&state, stamp)
        }
    }

    static func moved(
        _ state: inout State, _ id: JobID, _ target: JobState, _ answer: Result<Bool, RepositoryFailure>,
        _ stamp: Stamp
    ) -> [Command<Self>] {
        guard var job = state.entries[id]?.job else { return [] }
        switch answer {
        case .success(false): return lose(&state, job, stamp)
        case .failure(let failure):
            // Nothing is done without the database: the same state is reached again later, from the row as it stands.
            state.entries[id]?.activity = .sleeping(until: stamp.now + .milliseconds(retryAfter))
            return [.emit(.storageFailed(failure))] + advance(&state, stamp)
        case .success(true):
            job.state = target
            state.entries[id]?.job = job
            return arrived(&state, job, stamp)
        }
    }

    private static func arrived(_ state: inout State, _ job: Job, _ stamp: Stamp) -> [Command<Self>] {
        switch job.state {
        case .failed(let failure):
            state.finished.failed += 1
            return end(&state, job, .failed(job, failure), stamp)
        case .cancelled: return end(&state, job, .cancelled(job), stamp)
        case .waiting(let until, let failure):
            let pause = Duration.milliseconds(max(0, until - stamp.utc))
            state.entries[job.id]?.activity = .sleeping(until: stamp.now + pause)
            return [.emit(.waits(job, failure, until: until))] + advance(&state, stamp)
        case .unknown:
            state.entries[job.id]?.activity = .resting
            return [.emit(.unknown(job))] + advance(&state, stamp)
        default:
            state.entries[job.id]?.activity = .queued
            return advance(&state, stamp)
        }
    }

    private static func write(
        _ state: inout State, _ id: JobID, _ target: JobState, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard let job = state.entries[id]?.job else { return [] }
        state.entries[id]?.activity = .moving
        let move = Command<Self>.run(.move(job, to: target, utc: stamp.utc), as: .job(id), ifRunning: .keep)
        return [move] + advance(&state, stamp)
    }

    private static func lose(_ state: inout State, _ job: Job, _ stamp: Stamp) -> [Command<Self>] {
        state.entries[job.id] = nil
        return [.emit(.lost(job))] + advance(&state, stamp) + [.emit(.room(state.room))]
    }

    private static func end(_ state: inout State, _ job: Job, _ event: Event, _ stamp: Stamp) -> [Command<Self>] {
        state.entries[job.id] = nil
        let tally = Command<Self>.run(.tally(job.drop), as: .drop(job.drop))
        return [.emit(event), tally] + advance(&state, stamp) + [.emit(.room(state.room))]
    }
}
