package import Domain
package import MVIEffects
package import NotesFeature

/// The side effects of `Notes`. Notes are for users; no processing depends on them.
package protocol NotesSideEffect: Sendable {
    /// Removes temporary files of ended jobs from the outboxes.
    func removeOrphans() async

    /// Returns what the database knows about notes; `nil` after a database error.
    func find() async -> FoundNotes?

    /// Writes or replaces a job's note. `false`: a disk or database error, or another service's to write; part of the note may exist.
    func write(_ note: Note) async -> Bool

    /// Removes a job's note. `false`: a disk or database error.
    func remove(_ job: JobID) async -> Bool

    /// Waits for `duration`. `false`: the task was cancelled.
    func wait(_ duration: Duration) async -> Bool
}

extension Notes {
    /// Maps every effect to a method of the side-effect protocol. The only code that knows both.
    package static func performer(_ sideEffect: any NotesSideEffect) -> Perform<Notes> {
        { effect, _ in
            switch effect {
            case .recover:
                await sideEffect.removeOrphans()
                return found(await sideEffect.find())
            case .look: return found(await sideEffect.find())
            case .write(let note):
                return await sideEffect.write(note) ? .written(note.job) : .refused(note.job)
            case .remove(let job):
                return await sideEffect.remove(job) ? .removed(job) : .refused(job)
            case .sleep(let duration): return await sideEffect.wait(duration) ? .woke : nil
            case .pause(let duration): return await sideEffect.wait(duration) ? .lookDue : nil
            }
        }
    }

    private static func found(_ found: FoundNotes?) -> InternalAction { found.map { .found($0) } ?? .notFound }
}
