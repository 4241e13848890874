import Domain
import MVICore
import Testing

@testable import NotesFeature

/// Facts are applied one after the other.
@Suite("Notes")
struct NotesTests {
    private func stamp(_ second: Int) -> Stamp { Stamp(now: .seconds(second), utc: 0, seed: 1) }

    private func job(_ number: UInt64) -> Job {
        Job(
            id: JobID(high: 1, low: number), drop: DropID(high: 2, low: number), line: 0, folder: "inbox",
            name: FileName("a.txt"), outbox: FolderPath("/out"), request: Request(source: .prompt("a")), created: 0)
    }

    private func note(_ number: UInt64 = 1, _ state: JobState = .unknown) -> Note { Note(job(number), state) }

    private func running(_ left: [JobID] = []) -> Notes.State {
        var state = Notes.State.initial()
        #expect(Notes.admit(.start, state) == .started)
        #expect(Notes.reduce(&state, .started, stamp(0)) == [.run(.recover, as: .look)])
        _ = Notes.reduce(&state, .found(FoundNotes(open: left)), stamp(0))
        #expect(Notes.admit(.start, state) == nil)
        return state
    }

    private func writes(_ note: Note) -> Command<Notes> { .run(.write(note), as: .note(note.job)) }
    private func removes(_ job: JobID) -> Command<Notes> { .run(.remove(job), as: .note(job)) }

    @Test("a job that waits for a minute gets a note, once per reason, removed at its end")
    func told() {
        var state = running()
        let id = note().job
        let timer = Command<Notes>.run(.sleep(.seconds(60)), as: .timer)
        #expect(Notes.reduce(&state, .rested(note()), stamp(5)) == [timer])
        #expect(Notes.admit(.rests(note()), state) == nil, "it is known")
        #expect(Notes.reduce(&state, .woke, stamp(65)) == [writes(note())])
        #expect(Notes.reduce(&state, .written(id), stamp(66)).isEmpty)
        let other = note(1, .held(.approval))
        #expect(Notes.admit(.rests(other), state) == .rested(other))
        #expect(Notes.reduce(&state, .rested(other), stamp(70)) == [writes(other)])
        _ = Notes.reduce(&state, .written(id), stamp(71))
        #expect(Notes.reduce(&state, .ended(id), stamp(72)) == [removes(id)])
        #expect(Notes.admit(.ended(id), state) == nil)
        _ = Notes.reduce(&state, .removed(id), stamp(73))
        #expect(state.entries.isEmpty)
    }

    @Test("the time until which it waits makes no difference")
    func until() {
        let failure = JobFailure.pictureLost
        #expect(note(1, .waiting(until: 5, failure)) == note(1, .waiting(until: 9, failure)))
    }

    @Test("a wait that ends sooner leaves no note, and one that ends during writing has it removed")
    func early() {
        var state = running()
        let id = note().job
        _ = Notes.reduce(&state, .rested(note()), stamp(0))
        #expect(Notes.reduce(&state, .ended(id), stamp(1)).isEmpty && state.entries.isEmpty)
        _ = Notes.reduce(&state, .rested(note()), stamp(2))
        _ = Notes.reduce(&state, .woke, stamp(62))
        #expect(Notes.reduce(&state, .ended(id), stamp(62)).isEmpty)
        #expect(Notes.reduce(&state, .written(id), stamp(63)) == [removes(id)])
    }

    @Test("a job that waits again while its note is being removed gets another")
    func again() {
        var state = running()
        let id = note().job
        _ = Notes.reduce(&state, .rested(note()), stamp(0))
        _ = Notes.reduce(&state, .woke, stamp(60))
        _ = Notes.reduce(&state, .written(id), stamp(61))
        _ = Notes.reduce(&state, .ended(id), stamp(62))
        #expect(Notes.reduce(&state, .rested(note()), stamp(63)).isEmpty)
        #expect(Notes.reduce(&state, .removed(id), stamp(64)) == [writes(note())])
    }

    @Test("concurrent writes are limited, oldest first")
    func width() {
        var state = running()
        for number in 1...6 { _ = Notes.reduce(&state, .rested(note(UInt64(number))), stamp(0)) }
        #expect(Notes.reduce(&state, .woke, stamp(60)) == (1...4).map { writes(note($0)) })
        #expect(Notes.reduce(&state, .written(note(2).job), stamp(60)) == [writes(note(5))])
    }

    @Test("an earlier run's note is removed with its job, even if that ended before it was loaded")
    func left() {
        var state = running([note().job])
        #expect(Notes.reduce(&state, .ended(note().job), stamp(9)) == [removes(note().job)])
        var starting = Notes.State.initial()
        _ = Notes.reduce(&starting, .started, stamp(0))
        #expect(Notes.admit(.ended(note().job), starting) == .ended(note().job))
        _ = Notes.reduce(&starting, .ended(note().job), stamp(0))
        #expect(Notes.reduce(&starting, .found(FoundNotes(open: [note().job])), stamp(1)) == [removes(note().job)])
        var third = Notes.State.initial()
        _ = Notes.reduce(&third, .started, stamp(0))
        let found = Notes.InternalAction.found(FoundNotes(ended: [note().job]))
        #expect(Notes.reduce(&third, found, stamp(1)) == [removes(note().job)])
        _ = Notes.reduce(&state, .rested(note(2)), stamp(10))
        #expect(state.entries[note(2).job]?.isThere == false)
    }

    @Test("what is left by services that share the database is looked for each minute and removed with its job")
    func shared() {
        let (id, pause) = (note().job, Command<Notes>.run(.pause(.seconds(60)), as: .pause))
        var state = Notes.State.initial(isShared: true)
        _ = Notes.reduce(&state, .started, stamp(0))
        #expect(Notes.reduce(&state, .found(FoundNotes(open: [id])), stamp(0)) == [pause])
        #expect(Notes.reduce(&state, .lookDue, stamp(60)) == [.run(.look, as: .look)])
        let commands = Notes.reduce(&state, .found(FoundNotes(ended: [id])), stamp(60))
        #expect(commands == [removes(id), pause])
        _ = Notes.reduce(&state, .removed(id), stamp(61))
        _ = Notes.reduce(&state, .found(FoundNotes(open: [id, note(2).job])), stamp(120))
        #expect(Notes.reduce(&state, .ended(id), stamp(121)) == [removes(id)], "this one has ended it")
        // Another service has removed the second one's.
        _ = Notes.reduce(&state, .found(FoundNotes()), stamp(180))
        #expect(state.entries.keys.sorted() == [id], "being removed")
    }

    @Test("a job that others have in hand and that waits for a minute gets a note, unless it goes on")
    func others() {
        let pause = Command<Notes>.run(.pause(.seconds(60)), as: .pause)
        var state = Notes.State.initial(isShared: true)
        _ = Notes.reduce(&state, .started, stamp(0))
        _ = Notes.reduce(&state, .found(FoundNotes(resting: [note(1), note(2), note(3)])), stamp(0))
        _ = Notes.reduce(&state, .rested(note(3)), stamp(1))
        let found = Notes.InternalAction.found(FoundNotes(resting: [note(1, .held(.approval))]))
        #expect(
            Notes.reduce(&state, found, stamp(60)) == [writes(note(1, .held(.approval))), writes(note(3)), pause],
            "the second one has gone on, and the third one is this service's now")
        for number in [UInt64(1), 3] { _ = Notes.reduce(&state, .written(note(number).job), stamp(61)) }
        _ = Notes.reduce(&state, .found(FoundNotes(open: [note(3).job])), stamp(120))
        #expect(state.entries.keys.sorted() == [note(3).job], "the first one has gone on")
    }

    @Test("while the database hides the notes nothing is written, and it is asked again")
    func hidden() {
        var state = Notes.State.initial()
        _ = Notes.reduce(&state, .started, stamp(0))
        #expect(Notes.reduce(&state, .notFound, stamp(1)) == [.run(.pause(.seconds(60)), as: .pause)])
        _ = Notes.reduce(&state, .rested(note()), stamp(2))
        #expect(Notes.reduce(&state, .woke, stamp(62)).isEmpty)
        #expect(Notes.reduce(&state, .lookDue, stamp(62)) == [.run(.look, as: .look)])
        #expect(Notes.reduce(&state, .found(FoundNotes()), stamp(63)) == [writes(note())])
    }

    @Test("failed writes and removals are retried until they succeed")
    func refused() {
        var state = running()
        let id = note().job
        func sleeps(_ seconds: Int) -> Command<Notes> { .run(.sleep(.seconds(seconds)), as: .timer) }
        _ = Notes.reduce(&state, .rested(note()), stamp(0))
        _ = Notes.reduce(&state, .woke, stamp(60))
        #expect(Notes.reduce(&state, .refused(id), stamp(61)) == [sleeps(60)])
        #expect(Notes.reduce(&state, .rested(note(1, .held(.approval))), stamp(90)).isEmpty)
        #expect(Notes.reduce(&state, .woke, stamp(121)) == [writes(note(1, .held(.approval)))])
        #expect(Notes.reduce(&state, .refused(id), stamp(121)) == [sleeps(60)])
        // It may have been partly written.
        #expect(Notes.reduce(&state, .ended(id), stamp(130)).isEmpty)
        #expect(Notes.reduce(&state, .woke, stamp(181)) == [removes(id)])
        #expect(Notes.reduce(&state, .refused(id), stamp(182)) == [sleeps(60)])
        #expect(Notes.reduce(&state, .woke, stamp(242)) == [removes(id)])
        _ = Notes.reduce(&state, .removed(id), stamp(243))
        #expect(state.entries.isEmpty)
        #expect(Notes.reduce(&state, .refused(id), stamp(244)).isEmpty, "it is known no more")
    }

    @Test("nothing is written during shutdown")
    func stop() {
        var state = running()
        _ = Notes.reduce(&state, .rested(note()), stamp(0))
        #expect(Notes.admit(.stop, state) == .stopped)
        #expect(Notes.reduce(&state, .stopped, stamp(1)) == [.cancel(.look), .cancel(.pause), .cancel(.timer)])
        #expect(Notes.admit(.rests(note(2)), state) == nil)
        #expect(Notes.reduce(&state, .woke, stamp(99)).isEmpty)
    }
}
