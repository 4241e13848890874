import Domain
import MVICore
import Testing

@testable import LibraryFeature

/// Facts are applied one after the other.
@Suite("Cleaning up the library")
struct LibraryTests {
    private let stamp = Stamp(now: .zero)
    private let pause = Command<Library>.run(.sleep(Library.pause), as: .timer)

    private func resting(_ tasks: [CleanUpTask] = [.trash, .index]) -> Library.State {
        var state = Library.State.initial(tasks)
        #expect(Library.admit(.cleanUp, state) == nil, "it has not started")
        #expect(Library.admit(.start, state) == .started)
        #expect(Library.reduce(&state, .started, stamp) == [.run(.sleep(Library.firstPause), as: .timer)])
        #expect(Library.admit(.start, state) == nil)
        return state
    }

    private func step(_ task: CleanUpTask, _ progress: CleanUpProgress = CleanUpProgress()) -> Command<Library> {
        .run(.step(task, after: progress), as: .step)
    }

    private func removed(_ pictures: Int, next: CleanUpProgress? = nil) -> CleanUpStep {
        CleanUpStep(removed: CleanUpAmount(pictures: pictures, bytes: 10), next: next)
    }

    @Test("each task is repeated until it is done, then the next begins; at the end the sum is reported")
    func tasks() {
        var state = resting()
        let further = CleanUpProgress(kept: CleanUpAmount(artworks: 5))
        #expect(Library.reduce(&state, .woke, stamp) == [step(.trash)])
        #expect(Library.reduce(&state, .stepped(.trash, removed(2, next: further)), stamp) == [step(.trash, further)])
        #expect(Library.reduce(&state, .stepped(.trash, removed(1)), stamp) == [step(.index)])
        let report = CleanUpReport(
            removed: [.trash: CleanUpAmount(pictures: 3, bytes: 20), .index: CleanUpAmount()])
        let nothing = CleanUpStep(removed: CleanUpAmount(), next: nil)
        #expect(
            Library.reduce(&state, .stepped(.index, nothing), stamp) == [.emit(.cleanedUp(report)), pause])
        #expect(state.phase == .resting && state.cleanUps == 1 && state.lastReport == report)
    }

    @Test("a clean-up that removes nothing is not reported")
    func nothing() {
        var state = resting([.trash])
        _ = Library.reduce(&state, .woke, stamp)
        let end = Library.reduce(&state, .stepped(.trash, CleanUpStep(removed: CleanUpAmount(), next: nil)), stamp)
        #expect(end == [pause])
    }

    @Test("a task that fails is left to the next clean-up, the others go on")
    func failure() {
        var state = resting()
        _ = Library.reduce(&state, .woke, stamp)
        #expect(Library.reduce(&state, .failed(.trash, .busy), stamp) == [step(.index)])
        let end = Library.reduce(&state, .stepped(.index, CleanUpStep(removed: CleanUpAmount(), next: nil)), stamp)
        let report = CleanUpReport(removed: [.index: CleanUpAmount()], failures: [.trash: .busy])
        #expect(end == [.emit(.cleanedUp(report)), pause])
    }

    @Test("a request begins a clean-up at once, and during one it is followed by another")
    func requested() {
        var state = resting([.trash])
        #expect(Library.admit(.cleanUp, state) == .requested)
        #expect(Library.reduce(&state, .requested, stamp) == [step(.trash), .cancel(.timer)])
        #expect(Library.reduce(&state, .requested, stamp).isEmpty)
        #expect(Library.reduce(&state, .requested, stamp).isEmpty)
        let done = Library.InternalAction.stepped(.trash, CleanUpStep(removed: CleanUpAmount(), next: nil))
        #expect(Library.reduce(&state, done, stamp) == [step(.trash)])
        #expect(Library.reduce(&state, done, stamp) == [pause])
        #expect(state.cleanUps == 2)
    }

    @Test("after a stop nothing begins, and what was running changes nothing")
    func stopped() {
        var state = resting()
        _ = Library.reduce(&state, .woke, stamp)
        #expect(Library.admit(.stop, state) == .stopped)
        #expect(Library.reduce(&state, .stopped, stamp) == [.cancel(.step), .cancel(.timer)])
        #expect(Library.reduce(&state, .stepped(.trash, removed(1)), stamp).isEmpty)
        #expect(Library.reduce(&state, .woke, stamp).isEmpty)
        for action in [Library.Action.start, .cleanUp, .stop] { #expect(Library.admit(action, state) == nil) }
    }
}
