package import Domain
package import NotesFeature

/// The outboxes as Notes sees them. A note is for people, and no work depends on it.
package protocol NotesSideEffect: Sendable {
    /// Which jobs have a note, those that may still wait and those that have ended.
    func recover() async -> (open: [JobID], ended: [JobID])

    /// `false`: the disk refused it. Some of it may be there.
    func write(_ note: Note) async -> Bool

    /// `false`: the disk refused it.
    func remove(_ job: JobID) async -> Bool

    /// Returns after `duration`, `false` when the task was cancelled before.
    func wait(_ duration: Duration) async -> Bool
}
