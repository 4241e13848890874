import Domain
package import MVICore

extension Jobs {
    package static func admit(_ action: Action, _ state: State) -> InternalAction? {
        switch action {
        case .start: state.phase == .idle ? .started : nil
        case .accept(let jobs): .accepted(jobs)
        case .pictureArrived(let id, let answer):
            state.entries[id]?.activity == .asking ? .pictureCame(id, answer) : nil
        case .released(let backend): .released(backend: backend)
        case .retry(let ids, let mayPayTwice): .retryAsked(ids, mayPayTwice: mayPayTwice)
        case .approve(let ids): .approveAsked(ids)
        case .cancel(let ids): .cancelAsked(ids)
        case .withdraw(let drop): state.withdrawn.contains(drop) ? nil : .withdrawAsked(drop)
        case .pause: state.isPaused ? nil : .paused(true)
        case .resume: state.isPaused ? .paused(false) : nil
        case .drain: state.phase == .draining ? nil : .draining
        }
    }

    package static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>] {
        switch fact {
        case .started:
            state.phase = .takingUp
            return [takeUp(after: nil, stamp)]
        case .takenUp(let answer): return takenUp(&state, answer, stamp)
        case .accepted(let jobs):
            let ends = endAtOnce(&state, jobs)
            for job in jobs where !job.state.isEnd { hold(&state, job, rest(of: job, stamp)) }
            return ends + held(jobs) + advance(&state, stamp) + [.emit(.room(state.room))]
        case .pictureCame(let id, let answer): return pictureCame(&state, id, answer, stamp)
        case .moved(let id, let target, let answer): return moved(&state, id, target, answer, stamp)
        case .staged(let id, let answer): return staged(&state, id, answer, stamp)
        case .delivered(let id, let answer): return delivered(&state, id, answer, stamp)
        case .tallied(let drop, let answer): return tallied(&state, drop, answer, stamp)
        case .released(let backend): return released(&state, backend, stamp)
        case .retryAsked(let ids, let mayPayTwice): return retryAsked(&state, ids, mayPayTwice, stamp)
        case .reopened(let id, let answer): return reopened(&state, id, answer, stamp)
        case .approveAsked(let ids): return ids.flatMap { approve(&state, $0, stamp) }
        case .approved(let id, let answer): return approved(&state, id, answer, stamp)
        case .cancelAsked(let ids): return ids.flatMap { cancel(&state, $0, stamp) } + advance(&state, stamp)
        case .rowCancelled(let id, let answer): return rowCancelled(&state, id, answer)
        case .cancelNoted(let id, let failure): return cancelNoted(&state, id, failure)
        case .withdrawAsked(let drop): return withdrawAsked(&state, drop, stamp)
        case .withdrawn(let id, let answer): return withdrawn(&state, id, answer, stamp)
        case .paused(let isPaused):
            state.isPaused = isPaused
            return advance(&state, stamp) + [.emit(.room(state.room))]
        case .woke: return woke(&state, stamp)
        case .draining:
            state.phase = .draining
            return timer(&state, stamp) + advance(&state, stamp)
        }
    }
}

extension Jobs {
    /// A job that is here already stands as it does here.
    static func hold(_ state: inout State, _ job: Job, _ activity: Activity) {
        guard state.entries[job.id] == nil else { return }
        state.entries[job.id] = Entry(job: job, activity: activity)
        withdraw(&state, job.id)
    }
}
