import Domain
import MVICore

/// From step to step: what has its turn, and what came of it.
extension Jobs {
    /// How long a job waits before a folder or the database is tried again, in milliseconds.
    static let retryAfter: Int64 = 30_000

    /// Starts whatever has its turn, within the bounds.
    static func advance(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        if state.phase == .draining { return deliverStaged(&state, stamp) }
        guard state.phase == .running else { return [] }
        let places = state.stagings - state.stagingCount
        var commands: [Command<Self>] = []
        var asking: [Job] = []
        for entry in state.next(places: places, where: { mayGoOn($0, state) }) {
            if let owed = entry.owed {
                commands += write(&state, entry.job.id, owed, stamp)
            } else if state.isWithdrawn(entry) {
                state.entries[entry.job.id]?.activity = .moving
                commands.append(.run(.withdraw(entry.job, utc: stamp.utc), as: .job(entry.job.id), ifRunning: .keep))
            } else if entry.job.needsPicture {
                state.entries[entry.job.id]?.activity = .asking
                asking.append(entry.job)
            } else {
                commands.append(make(&state, entry.job, stamp))
            }
        }
        if !asking.isEmpty { commands.append(.emit(.wantsPictures(asking))) }
        return commands + timer(&state, stamp) + page(state, stamp)
    }

    /// While the work is paused, what was begun goes on to its end.
    private static func mayGoOn(_ entry: Entry, _ state: State) -> Bool {
        !state.isPaused || entry.job.isBegun || entry.owed != nil || state.isWithdrawn(entry)
    }

    private static func make(_ state: inout State, _ job: Job, _ stamp: Stamp) -> Command<Self> {
        if job.state == .staged {
            state.entries[job.id]?.activity = .delivering
            return deliver(job, stamp)
        }
        state.entries[job.id]?.activity = .staging
        return .run(.stage(job, utc: stamp.utc), as: .job(job.id), ifRunning: .keep)
    }

    /// At the end nothing new begins, but what is staged is handed over, so that no temporary file stays behind.
    private static func deliverStaged(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        state.queued.filter { $0.job.state == .staged }.map { entry in
            make(&state, entry.job, stamp)
        }
    }

    private static func deliver(_ job: Job, _ stamp: Stamp) -> Command<Self> {
        .run(.deliver(job, utc: stamp.utc), as: .job(job.id), ifRunning: .keep)
    }

    /// The next page of what an earlier run left, once there is room for it.
    private static func page(_ state: State, _ stamp: Stamp) -> [Command<Self>] {
        guard let end = state.pageEnd, state.places > State.capacity / 2, state.takeUpAt == nil else { return [] }
        return [takeUp(after: end, stamp)]
    }

    /// A picture that comes although the job was cancelled is paid for: it is kept with the job.
    static func pictureCame(
        _ state: inout State, _ id: JobID, _ answer: PictureAnswer, _ stamp: Stamp
    ) -> [Command<Self>] {
        let target: JobState
        switch answer {
        case .picture(let picture):
            state.entries[id]?.job.picture = picture
            target = .generated
        case .waits(let failure, let until): target = .waiting(until: until, failure)
        case .failed(let failure): target = .failed(failure)
        case .unknown: target = .unknown
        case .held(let reason): target = .held(reason)
        case .cancelled where state.entries[id].map { state.isWithdrawn($0) && !$0.isCancelled } == true:
            // Backends had not begun it now; whether it did before, the database knows.
            state.entries[id]?.activity = .queued
            return advance(&state, stamp)
        case .cancelled: target = .cancelled
        }
        return write(&state, id, target, stamp) + advance(&state, stamp)
    }

    static func staged(
        _ state: inout State, _ id: JobID, _ answer: Result<[OutputFile]?, JobFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard let entry = state.entries[id] else { return [] }
        switch answer {
        case .success(.none): return lose(&state, entry.job, stamp)
        case .failure(let failure):
            return write(&state, id, verdict(failure, stamp), stamp) + advance(&state, stamp)
        case .success(.some(let outputs)):
            state.entries[id]?.job.outputs = outputs
            state.entries[id]?.job.state = .staged
            state.entries[id]?.activity = .queued
            let step = state.entries[id].map { [Command<Self>.emit(.stepped($0.job))] } ?? []
            let end = entry.isCancelled ? write(&state, id, .cancelled, stamp) : []
            return step + end + advance(&state, stamp)
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
        case .failure where state.entries[id]?.isCancelled == true:
            return write(&state, id, .cancelled, stamp) + advance(&state, stamp)
        case .failure(let failure):
            // What was staged stays staged: it is only its folder that has to come back.
            state.entries[id]?.activity = .sleeping(until: stamp.now + .milliseconds(retryAfter))
            return [.emit(.waits(job, failure, until: stamp.utc + retryAfter))] + advance(&state, stamp)
        }
    }

    /// A job that a person cancelled goes to no other state any more.
    static func write(
        _ state: inout State, _ id: JobID, _ target: JobState, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard let entry = state.entries[id] else { return [] }
        state.entries[id]?.activity = .moving
        let target = entry.isCancelled ? .cancelled : target
        return [.run(.move(entry.job, to: target, utc: stamp.utc), as: .job(id), ifRunning: .keep)]
    }

    static func lose(_ state: inout State, _ job: Job, _ stamp: Stamp) -> [Command<Self>] {
        state.entries[job.id] = nil
        return [.emit(.lost(job))] + advance(&state, stamp) + [.emit(.room(state.room))]
    }

    static func end(_ state: inout State, _ job: Job, _ event: Event, _ stamp: Stamp) -> [Command<Self>] {
        state.entries[job.id] = nil
        let tally = tally(&state, job.drop)
        return [.emit(event), tally] + advance(&state, stamp) + [.emit(.room(state.room))]
    }
}
