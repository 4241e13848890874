package import Domain

extension Notes {
    package struct State: Equatable, Sendable {
        package enum Phase: Equatable, Sendable {
            /// Next: `recovering`.
            case idle
            /// Next: `running`.
            case recovering
            /// Next: `stopped`.
            case running
            /// The end.
            case stopped
        }

        package internal(set) var phase = Phase.idle
        package internal(set) var entries: [JobID: Entry] = [:]
        /// Jobs that ended before it was known whether an earlier run left a note of them.
        var early: Set<JobID> = []
        /// When the timer rings, since the machine's start.
        var timerAt: Duration?

        package static func initial() -> State { State() }
    }

    /// One job that waits, or of which a note lies there.
    package struct Entry: Equatable, Sendable {
        /// What is to be told; `nil` while only an earlier run's note is known.
        package internal(set) var note: Note?
        /// Since when it has waited.
        var since: Duration
        /// What the note that lies there tells.
        var told: Note?
        /// Whether a file of ours may lie there.
        package internal(set) var isThere = false
        /// Whether it is being written or removed.
        var isBusy = false
        var isOver = false
        /// The disk refused it; not before this is it tried again.
        var notBefore: Duration = .zero

        /// When something has to be done about it, of which nothing is being done.
        var due: Duration? {
            if isBusy { return nil }
            if isOver { return isThere ? notBefore : nil }
            return note == nil || note == told ? nil : max(since + Notes.patience, notBefore)
        }

        /// What has to be done about it now.
        func wish(_ id: JobID, at now: Duration) -> Effect? {
            guard let due, due <= now else { return nil }
            return isOver ? .remove(id) : note.map { .write($0) }
        }
    }
}
