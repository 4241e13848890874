import Domain
package import MVICore

extension Notes {
    package static func admit(_ action: Action, _ state: State) -> InternalAction? {
        if state.phase == .stopped { return nil }
        return switch action {
        case .start: state.phase == .idle ? .started : nil
        case .rests(let note): state.entries[note.job]?.note == note ? nil : .rested(note)
        case .ended(let job): state.mayKnow(job) ? .ended(job) : nil
        case .stop: .stopped
        }
    }

    package static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>] {
        switch fact {
        case .started:
            state.phase = .recovering
            return [.run(.recover, as: .recovery)]
        case .recovered(let open, let ended): recover(&state, open, ended, stamp)
        case .rested(let note):
            state.entries[note.job, default: Entry(since: stamp.now)].note = note
            // It waits again, perhaps, while its note is being taken back.
            state.entries[note.job]?.isOver = false
        case .ended(let job): end(&state, job)
        case .woke: state.timerAt = nil
        case .written(let job):
            state.entries[job]?.isBusy = false
            if state.entries[job]?.isOver == true { end(&state, job) }
        case .removed(let job):
            state.entries[job]?.isBusy = false
            state.entries[job]?.isThere = false
            state.entries[job]?.told = nil
            if state.entries[job]?.isOver == true { state.entries[job] = nil }
        case .refused(let job):
            state.entries[job]?.isBusy = false
            state.entries[job]?.told = nil
            state.entries[job]?.notBefore = stamp.now + patience
        case .stopped:
            state.phase = .stopped
            return [.cancel(.recovery), .cancel(.timer)]
        }
        return work(&state, stamp)
    }

    private static func recover(_ state: inout State, _ open: [JobID], _ ended: [JobID], _ stamp: Stamp) {
        state.phase = .running
        state.early.formUnion(ended)
        for job in open + ended {
            state.entries[job, default: Entry(since: stamp.now)].isThere = true
            if state.early.contains(job) { end(&state, job) }
        }
        state.early = []
    }

    private static func end(_ state: inout State, _ job: JobID) {
        if state.phase == .recovering { state.early.insert(job) }
        guard let entry = state.entries[job] else { return }
        state.entries[job]?.isOver = true
        if !entry.isBusy, !entry.isThere { state.entries[job] = nil }
    }

    /// Removes and writes, so many at a time, and sees to it that the timer rings for the next one.
    private static func work(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        guard state.phase == .running else { return [] }
        let free = max(0, width - state.entries.values.count { $0.isBusy })
        let due = state.entries.compactMap { id, entry in entry.wish(id, at: stamp.now).map { (id, $0) } }
        let commands: [Command<Self>] = due.sorted { $0.0 < $1.0 }.prefix(free).map { id, effect in
            state.entries[id]?.isBusy = true
            state.entries[id]?.isThere = true
            if case .write(let note) = effect { state.entries[id]?.told = note }
            return .run(effect, as: .note(id))
        }
        return commands + timer(&state, stamp)
    }

    private static func timer(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        // What is due already has its turn when something ends.
        let next = state.entries.values.compactMap(\.due).filter { $0 > stamp.now }.min()
        guard let next, state.timerAt.map({ $0 <= next }) != true else { return [] }
        state.timerAt = next
        return [.run(.sleep(next - stamp.now), as: .timer)]
    }
}

extension Notes.State {
    /// Before the answer any job may have a note.
    fileprivate func mayKnow(_ job: JobID) -> Bool {
        phase == .idle || phase == .recovering || entries[job].map { !$0.isOver } == true
    }
}
