import Domain
package import MVICore

extension Backends {
    package static func admit(_ action: Action, _ state: State) -> InternalAction? {
        switch action {
        case .generate(let jobs):
            let fresh = jobs.filter { state.calls[$0.id] == nil && !state.isQueued($0.id) }
            return fresh.isEmpty ? nil : .asked(fresh)
        case .cancel(let id): return state.knows(id) ? .cancelAsked(id) : nil
        case .withdraw(let id): return state.isQueued(id) ? .cancelAsked(id) : nil
        case .release(let name): return state.isHeldUp(name) ? .released(name) : nil
        case .pause: return state.isPaused ? nil : .paused(true)
        case .resume: return state.isPaused ? .paused(false) : nil
        case .drain: return state.isDraining ? nil : .draining
        }
    }

    package static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>] {
        switch fact {
        case .asked(let jobs): asked(&state, jobs, stamp)
        case .answered(let id, let answer): answered(&state, id, answer, stamp)
        case .news(let id, .begun): begun(state, id)
        case .news(let id, .submitted(let name)): submitted(state, id, to: name)
        case .news(let id, .handedOver): handedOver(state, id)
        case .news(let id, .unsaved(let failure)): unsaved(&state, id, failure)
        case .news(let id, .saved): unsaved(&state, id, nil)
        case .cancelAsked(let id): cancelAsked(&state, id)
        case .probed(let name, let failure): probed(&state, name, failure, stamp)
        case .released(let name): released(&state, name, stamp)
        case .rateDue(let name): rateDue(&state, name, stamp)
        case .paused(let isPaused): paused(&state, isPaused, stamp)
        case .draining: draining(&state)
        }
    }
}

extension Backends {
    private static func asked(_ state: inout State, _ jobs: [Job], _ stamp: Stamp) -> [Command<Self>] {
        var commands: [Command<Self>] = []
        for job in jobs {
            let name = job.request.generation.backend
            if job.state.fetch != nil {
                state.queue.append(job)
            } else if state.backends[name] == nil {
                let nearest = NearestName.of(name, among: state.backends.keys.sorted())
                commands.append(.emit(.answered(job.id, .failed(.noSuchBackend(name, nearest: nearest)))))
            } else if let tries = state.tries[job.id], tries.count >= mostTries {
                state.tries[job.id] = nil
                let answer = tries.failure == .unknown ? .unknown : PictureAnswer.failed(.backend(name, tries.failure))
                commands.append(.emit(.answered(job.id, answer)))
            } else {
                state.queue.append(job)
            }
        }
        return commands + advance(&state, stamp)
    }

    private static func begun(_ state: State, _ id: JobID) -> [Command<Self>] {
        state.calls[id].map { [.emit(.begun($0.job, on: $0.backend))] } ?? []
    }

    private static func submitted(_ state: State, _ id: JobID, to name: String) -> [Command<Self>] {
        let news = state.calls[id].map { [Command<Self>.emit(.submitted($0.job, to: name))] } ?? []
        return news + handedOver(state, id)
    }

    private static func handedOver(_ state: State, _ id: JobID) -> [Command<Self>] {
        state.calls[id]?.isCancelled == true ? [cancel(id)] : []
    }

    private static func unsaved(_ state: inout State, _ id: JobID, _ failure: JobFailure?) -> [Command<Self>] {
        state.calls[id]?.unsaved = failure
        guard let call = state.calls[id], let failure else { return [] }
        return [.emit(.unsaved(call.job, failure))]
    }

    private static func cancelAsked(_ state: inout State, _ id: JobID) -> [Command<Self>] {
        state.tries[id] = nil
        if state.isQueued(id) {
            state.queue.removeAll { $0.id == id }
            return [.emit(.answered(id, .cancelled))]
        }
        guard state.calls[id] != nil else { return [] }
        state.calls[id]?.isCancelled = true
        return [cancel(id)]
    }

    private static func cancel(_ id: JobID) -> Command<Self> {
        .run(.cancel(id), as: .cancel(id), ifRunning: .keep)
    }

    private static func paused(_ state: inout State, _ isPaused: Bool, _ stamp: Stamp) -> [Command<Self>] {
        state.isPaused = isPaused
        return advance(&state, stamp)
    }

    private static func rateDue(_ state: inout State, _ name: String, _ stamp: Stamp) -> [Command<Self>] {
        state.backends[name]?.isPaced = false
        return advance(&state, stamp)
    }

    private static func draining(_ state: inout State) -> [Command<Self>] {
        state.isDraining = true
        state.queue = []
        let names = state.backends.keys.sorted()
        return endFetches(&state) + names.filter { state.outage($0) != nil }.map { .cancel(.probe($0)) }
            + names.filter { state.backends[$0]?.isPaced == true }.map { .cancel(.pace($0)) }
    }
}

extension Backends.State {
    func isQueued(_ id: JobID) -> Bool {
        queue.contains { $0.id == id }
    }

    /// What keeps a backend down, `nil` when it is not.
    func outage(_ name: String) -> Backends.Outage? {
        guard case .down(let outage) = backends[name]?.health else { return nil }
        return outage
    }

    fileprivate func knows(_ id: JobID) -> Bool {
        calls[id].map { !$0.isCancelled } ?? (isQueued(id) || tries[id] != nil)
    }

    fileprivate func isHeldUp(_ name: String) -> Bool {
        switch backends[name]?.health {
        case .down, .paused: !isDraining
        case .fine, .trying, nil: false
        }
    }
}
