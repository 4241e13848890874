import Domain
public import MVICore

extension Jobs {
    public static func admit(_ action: Action, _ state: State) -> InternalAction? {
        switch action {
        case .start: state.phase == .idle ? .started : nil
        case .accept(let jobs): .accepted(jobs)
        case .pictureArrived(let id, let answer):
            state.entries[id]?.activity == .asking ? .pictureCame(id, answer) : nil
        case .drain: state.phase == .draining ? nil : .draining
        }
    }

    public static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>] {
        switch fact {
        case .started:
            state.phase = .takingUp
            return [takeUp(after: nil, stamp)]
        case .takenUp(let answer): return takenUp(&state, answer, stamp)
        case .accepted(let jobs):
            for job in jobs where !job.state.isEnd && state.entries[job.id] == nil {
                state.entries[job.id] = Entry(job: job, activity: .queued)
            }
            return advance(&state, stamp) + [.emit(.room(state.room))]
        case .pictureCame(let id, let answer): return pictureCame(&state, id, answer, stamp)
        case .moved(let id, let target, let answer): return moved(&state, id, target, answer, stamp)
        case .staged(let id, let answer): return staged(&state, id, answer, stamp)
        case .delivered(let id, let answer): return delivered(&state, id, answer, stamp)
        case .tallied(let drop, let answer): return tallied(drop, answer, stamp)
        case .woke: return woke(&state, stamp)
        case .draining:
            state.phase = .draining
            return (state.nextWake == nil ? [] : [.cancel(.timer)]) + advance(&state, stamp)
        }
    }
}

extension Jobs {
    static func takeUp(after: JobID?, _ stamp: Stamp) -> Command<Self> {
        .run(
            .takeUp(limit: State.capacity, after: after, token: stamp.utc, utc: stamp.utc), as: .takingUp,
            ifRunning: .keep)
    }

    private static func takenUp(
        _ state: inout State, _ answer: Result<[Job], RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard case .success(let jobs) = answer else {
            guard case .failure(let failure) = answer else { return [] }
            state.takeUpAt = stamp.now + .milliseconds(retryAfter)
            return [.emit(.storageFailed(failure))] + timer(state, stamp)
        }
        if state.phase == .takingUp { state.phase = .running }
        for job in jobs { state.entries[job.id] = Entry(job: job, activity: rest(of: job, stamp)) }
        state.pageEnd = jobs.count < State.capacity ? nil : jobs.last?.id
        return [.emit(.tookUp(jobs.count))] + advance(&state, stamp) + [.emit(.room(state.room))]
    }

    /// How a job that was left by an earlier run goes on.
    private static func rest(of job: Job, _ stamp: Stamp) -> Activity {
        switch job.state {
        case .waiting(let until, _):
            .sleeping(until: stamp.now + .milliseconds(max(0, until - stamp.utc)))
        case .held, .unknown, .done, .failed, .cancelled: .resting
        case .queued, .submitting, .submitted, .generated, .staged: .queued
        }
    }

    private static func woke(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        for entry in state.ordered {
            if case .sleeping(let until) = entry.activity, until <= stamp.now {
                state.entries[entry.job.id]?.activity = .queued
            }
        }
        guard let due = state.takeUpAt, due <= stamp.now else { return advance(&state, stamp) }
        state.takeUpAt = nil
        if state.phase == .takingUp { return [takeUp(after: nil, stamp)] }
        return advance(&state, stamp)
    }

    /// A drop's end is told once the last of its jobs has ended. When the database can't say, the next start asks again.
    private static func tallied(
        _ drop: DropID, _ answer: Result<DropTally, RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        switch answer {
        case .success(let tally):
            tally.open > 0 ? [] : [.emit(.dropEnded(drop, tally.failure.map { .job($0) }))]
        case .failure(let failure): [.emit(.storageFailed(failure))]
        }
    }
}
