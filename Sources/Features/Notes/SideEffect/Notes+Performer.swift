import Domain
package import MVIEffects
package import NotesFeature

extension Notes {
    /// Joins effects to the side effect's calls. The only code that knows both.
    package static func performer(_ world: any NotesSideEffect) -> Perform<Notes> {
        { effect, _ in
            switch effect {
            case .recover:
                let left = await world.recover()
                return .recovered(open: left.open, ended: left.ended)
            case .write(let note):
                return await world.write(note) ? .written(note.job) : .refused(note.job)
            case .remove(let job):
                return await world.remove(job) ? .removed(job) : .refused(job)
            case .sleep(let duration): return await world.wait(duration) ? .woke : nil
            }
        }
    }
}
