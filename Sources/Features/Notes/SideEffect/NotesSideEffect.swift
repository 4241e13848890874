public import Domain
public import NotesFeature

/// The outboxes as Notes sees them. What can't be done is left: a note is for people, and no work depends on it.
public protocol NotesSideEffect: Sendable {
    /// Removes the notes of jobs that have ended. Returns the other jobs that have one.
    func recover() async -> [JobID]

    func write(_ note: Note) async

    func remove(_ job: JobID) async

    /// Returns after `duration`, `false` when the task was cancelled before.
    func wait(_ duration: Duration) async -> Bool
}
