import Domain
public import MVIEffects
public import NotesFeature

extension Notes {
    /// Joins effects to the side effect's calls. The only code that knows both.
    public static func performer(_ world: any NotesSideEffect) -> Perform<Notes> {
        { effect, _ in
            switch effect {
            case .recover: return .recovered(await world.recover())
            case .write(let note):
                await world.write(note)
                return .written(note.job)
            case .remove(let job):
                await world.remove(job)
                return .removed(job)
            case .sleep(let duration): return await world.wait(duration) ? .woke : nil
            }
        }
    }
}
