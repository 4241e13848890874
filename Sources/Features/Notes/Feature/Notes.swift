package import Domain
package import MVICore

/// Writes a note to the outbox for each job that has waited for a minute, and removes it when the job ends.
package enum Notes: Feature {
    package enum Action: Equatable, Sendable {
        case start
        /// A job waits, is held or unknown.
        case rests(Note)
        /// A job has ended or belongs to another owner.
        case ended(JobID)
        /// Writes nothing more.
        case stop
    }

    package enum InternalAction: Equatable, Sendable {
        case started
        case found(FoundNotes)
        /// A database error hid the jobs with notes.
        case notFound
        case rested(Note)
        case ended(JobID)
        case woke
        case lookDue
        case written(JobID)
        case removed(JobID)
        /// A disk or database error prevented writing or removing the note.
        case refused(JobID)
        case stopped
    }

    package enum Effect: Equatable, Sendable {
        case recover
        case look
        case write(Note)
        case remove(JobID)
        case sleep(Duration)
        /// Waits until the next look.
        case pause(Duration)
    }

    package enum TaskID: Hashable, Sendable {
        /// Looking for jobs with notes.
        case look
        case note(JobID)
        /// Waiting until the next look.
        case pause
        case timer
    }

    /// Notes emits no events.
    package enum Event: Equatable, Sendable {}

    /// The wait after which a note is written, the pause after an error, and the time between two looks at the notes of
    /// services that share the database.
    package static var patience: Duration { .seconds(60) }
    /// The maximum number of concurrent writes and removals.
    package static var width: Int { 4 }
}

/// The content of a note on a job that waits.
package struct Note: Equatable, Sendable {
    package let job: JobID
    /// The dropped file's name.
    package let name: FileName
    /// The watch folder's name.
    package let folder: String
    package let outbox: FolderPath
    /// The reason why the job waits. The end of the wait is omitted, because it changes all the time.
    package let state: JobState

    package init(_ job: Job, _ state: JobState) {
        self.job = job.id
        name = job.name
        folder = job.folder
        outbox = job.outbox
        self.state =
            switch state {
            case .waiting(_, .unfetched(let fetch)): .waiting(until: 0, .unfetched(fetch.withoutTries))
            case .waiting(_, let failure): .waiting(until: 0, failure)
            default: state
            }
    }
}

/// What the database knows about notes, of this service's earlier runs and of services that share it.
package struct FoundNotes: Equatable, Sendable {
    /// Jobs with notes that may still wait.
    package let open: [JobID]
    /// Jobs with notes that have ended.
    package let ended: [JobID]
    /// The notes on jobs that other services have in hand, or none, and that are this one's to write.
    package let resting: [Note]

    package init(open: [JobID] = [], ended: [JobID] = [], resting: [Note] = []) {
        self.open = open
        self.ended = ended
        self.resting = resting
    }
}

extension Notes {
    package struct State: Equatable, Sendable {
        package enum Phase: Equatable, Sendable {
            /// Next: `recovering`.
            case idle
            /// Next: `running`.
            case recovering
            /// Next: `stopped`.
            case running
            /// Final.
            case stopped
        }

        package internal(set) var phase = Phase.idle
        /// Whether other services share the database. What one that has died leaves is then removed by the others.
        let isShared: Bool
        package internal(set) var entries: [JobID: Entry] = [:]
        /// Jobs that ended before recovery showed whether an earlier run left a note on them.
        var early: Set<JobID> = []
        /// The time for which the timer is set, since system start.
        var timerAt: Duration?

        package static func initial(isShared: Bool = false) -> State { State(isShared: isShared) }
    }

    /// A job that waits or has a note in its outbox.
    package struct Entry: Equatable, Sendable {
        /// The current note; `nil` while only the file of an earlier run or of another service is known.
        package internal(set) var note: Note?
        /// The start of the wait, since system start.
        var since: Duration
        /// Whether this service has reported that the job waits, and will report its end.
        var isOwn = true
        /// The note last written to the outbox; `nil` if none was, or the write failed.
        var lastWritten: Note?
        /// `true` if a note file may exist.
        package internal(set) var isThere = false
        /// `true` while the file is being written or removed.
        var isBusy = false
        /// `true` once the job has ended, so that the file is removed.
        var hasEnded = false
        /// The earliest time of the next attempt after an error.
        var notBefore: Duration = .zero

        /// The time of the next write or removal; `nil` if none is needed or one is running.
        var due: Duration? {
            if isBusy { return nil }
            if hasEnded { return isThere ? notBefore : nil }
            return note == nil || note == lastWritten ? nil : max(since + Notes.patience, notBefore)
        }

        /// The write or removal that is due now.
        func dueEffect(_ id: JobID, at now: Duration) -> Effect? {
            guard let due, due <= now else { return nil }
            return hasEnded ? .remove(id) : note.map { .write($0) }
        }
    }
}

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
            return [.run(.recover, as: .look)]
        case .found(let found):
            take(&state, found, stamp)
            return work(&state, stamp) + (state.isShared ? [.run(.pause(patience), as: .pause)] : [])
        case .notFound: return [.run(.pause(patience), as: .pause)]
        case .lookDue: return [.run(.look, as: .look)]
        case .rested(let note):
            state.entries[note.job, default: Entry(since: stamp.now)].note = note
            state.entries[note.job]?.isOwn = true
            // The job may wait again while its note is being removed.
            state.entries[note.job]?.hasEnded = false
        case .ended(let job): end(&state, job)
        case .woke: state.timerAt = nil
        case .written(let job):
            state.entries[job]?.isBusy = false
            if state.entries[job]?.hasEnded == true { end(&state, job) }
        case .removed(let job):
            state.entries[job]?.isBusy = false
            state.entries[job]?.isThere = false
            state.entries[job]?.lastWritten = nil
            if state.entries[job]?.hasEnded == true { state.entries[job] = nil }
        case .refused(let job):
            state.entries[job]?.isBusy = false
            state.entries[job]?.lastWritten = nil
            state.entries[job]?.notBefore = stamp.now + patience
        case .stopped:
            state.phase = .stopped
            return [.cancel(.look), .cancel(.pause), .cancel(.timer)]
        }
        return work(&state, stamp)
    }

    private static func take(_ state: inout State, _ found: FoundNotes, _ stamp: Stamp) {
        state.phase = .running
        state.early.formUnion(found.ended)
        let noted = found.open + found.ended
        // Other services' jobs that have gone on, and notes that others have removed.
        let known = Set(noted + found.resting.map(\.job))
        state.entries = state.entries.filter { $1.isOwn || $1.isBusy || known.contains($0) }
        for note in found.resting {
            var entry = state.entries[note.job] ?? Entry(since: stamp.now, isOwn: false)
            if entry.isOwn { continue }
            entry.note = note
            state.entries[note.job] = entry
        }
        for job in noted {
            state.entries[job, default: Entry(since: stamp.now, isOwn: false)].isThere = true
            if state.early.contains(job) { end(&state, job) }
        }
        state.early = []
    }

    private static func end(_ state: inout State, _ job: JobID) {
        if state.phase == .recovering { state.early.insert(job) }
        guard let entry = state.entries[job] else { return }
        state.entries[job]?.hasEnded = true
        if !entry.isBusy, !entry.isThere { state.entries[job] = nil }
    }

    /// Starts the writes and removals that are due, at most `width` at a time, and sets the timer for the next one.
    private static func work(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        guard state.phase == .running else { return [] }
        let free = max(0, width - state.entries.values.count { $0.isBusy })
        let due = state.entries.compactMap { id, entry in entry.dueEffect(id, at: stamp.now).map { (id, $0) } }
        let commands: [Command<Self>] = due.sorted { $0.0 < $1.0 }.prefix(free).map { id, effect in
            state.entries[id]?.isBusy = true
            state.entries[id]?.isThere = true
            if case .write(let note) = effect { state.entries[id]?.lastWritten = note }
            return .run(effect, as: .note(id))
        }
        return commands + timer(&state, stamp)
    }

    private static func timer(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        // Entries that are already due are handled when a running operation ends.
        let next = state.entries.values.compactMap(\.due).filter { $0 > stamp.now }.min()
        guard let next, state.timerAt.map({ $0 <= next }) != true else { return [] }
        state.timerAt = next
        return [.run(.sleep(next - stamp.now), as: .timer)]
    }
}

extension Notes.State {
    /// `true` if the job may have a note. Until recovery has finished, any job may.
    fileprivate func mayKnow(_ job: JobID) -> Bool {
        phase == .idle || phase == .recovering || entries[job].map { !$0.hasEnded } == true
    }
}
