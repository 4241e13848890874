import Domain
import MVICore
import Testing

@testable import LibraryFeature

/// Facts are applied one after the other.
@Suite("Asking a vision model for tags")
struct LibrarySuggestionTests {
    private let stamp = Stamp(now: .zero, utc: 7, seed: 3)
    private let call = CallID(utc: 7, seed: 3)
    private let one = JobID(high: 1, low: 1)
    private let two = JobID(high: 1, low: 2)
    private let pause = Command<Library>.run(
        .sleepBeforeSuggestion(Library.suggestionPause), as: .suggestionTimer)

    private func apply(_ fact: Library.SuggestionFact, _ state: inout Library.State) -> [Command<Library>] {
        Library.reduce(&state, .suggestion(fact), stamp)
    }

    private func resting() -> Library.State {
        var state = Library.State.initial([.trash], suggests: true)
        #expect(
            Library.reduce(&state, .started, stamp) == [
                .run(.sleep(Library.firstPause), as: .timer), .run(.resumeSuggestions, as: .suggestion),
            ])
        return state
    }

    private var next: Command<Library> { .run(.suggestNext(call), as: .suggestion) }

    private func asks(_ job: JobID, _ mayRepeat: Bool = false) -> Command<Library> {
        .run(.suggest(Library.Suggestions.Request(job, mayRepeat: mayRepeat), call), as: .suggestion)
    }

    @Test("New artworks are asked about one after the other, until there are none")
    func automatic() {
        var state = resting()
        #expect(apply(.artworkMade, &state).isEmpty, "an earlier run's questions come first")
        #expect(apply(.resumed, &state) == [next])
        #expect(apply(.artworkMade, &state).isEmpty)
        #expect(apply(.tagged(one, .suggested([])), &state) == [.emit(.suggested(one, .suggested([]))), next])
        #expect(apply(.noneUntagged, &state).isEmpty && state.suggestions?.isAsking == false)
        #expect(apply(.artworkMade, &state) == [next])
        // It came between the look at the database and the fact.
        #expect(apply(.artworkMade, &state).isEmpty)
        #expect(apply(.noneUntagged, &state) == [next])
    }

    @Test("What may pass is tried again after a pause; what is lost is not")
    func pauses() {
        var state = resting()
        _ = apply(.resumed, &state)
        let down = TagOutcome.failed(backend: "eyes", .transient(message: "x"))
        #expect(apply(.tagged(one, down), &state) == [.emit(.suggested(one, down)), pause])
        #expect(apply(.artworkMade, &state).isEmpty)
        #expect(apply(.waited, &state) == [next])
        #expect(apply(.failed(.busy), &state) == [pause])
        #expect(apply(.waited, &state) == [next])
        let lost = TagOutcome.lost(backend: "eyes")
        #expect(apply(.tagged(one, lost), &state) == [.emit(.suggested(one, lost)), next])
    }

    @Test("People's questions come first, each once, also during a pause")
    func requests() {
        var state = resting()
        _ = apply(.resumed, &state)
        for job in [one, two] {
            let request = Library.Suggestions.Request(job, mayRepeat: job == two)
            #expect(Library.admit(.suggest(request), state) == .suggestion(.requested(request)))
            #expect(apply(.requested(request), &state).isEmpty)
            #expect(Library.admit(.suggest(request), state) == nil)
        }
        #expect(apply(.tagged(one, .pictureGone), &state) == [.emit(.suggested(one, .pictureGone)), asks(one)])
        #expect(apply(.answered(one, .noArtwork), &state) == [.emit(.suggested(one, .noArtwork)), asks(two, true)])
        #expect(apply(.answered(two, .noArtwork), &state) == [.emit(.suggested(two, .noArtwork)), next])
        #expect(state.suggestions?.answers.map(\.job) == [one, two] && state.suggestions?.answered == 2)
        _ = apply(.failed(.busy), &state)
        #expect(apply(.requested(.init(one)), &state) == [asks(one)])
    }

    @Test("While the service is paused, only people's questions are asked")
    func paused() {
        var state = resting()
        #expect(Library.admit(.pause, state) == .suggestion(.paused(true)))
        #expect(apply(.paused(true), &state).isEmpty)
        #expect(apply(.resumed, &state).isEmpty)
        #expect(apply(.requested(.init(one)), &state) == [asks(one)])
        #expect(apply(.answered(one, .noArtwork), &state).count == 1)
        #expect(apply(.paused(false), &state) == [next])
    }

    @Test("After a stop the running question ends, and none follows")
    func stopped() {
        var state = resting()
        _ = apply(.resumed, &state)
        _ = apply(.requested(.init(one)), &state)
        #expect(
            Library.reduce(&state, .stopped, stamp) == [
                .cancel(.step), .cancel(.timer), .cancel(.suggestionTimer),
            ])
        #expect(apply(.tagged(two, .noArtwork), &state) == [.emit(.suggested(two, .noArtwork))])
        #expect(Library.admit(.suggest(.init(two)), state) == nil)
    }

    @Test("Without a model nothing is asked")
    func off() {
        var state = Library.State.initial([.trash])
        _ = Library.reduce(&state, .started, stamp)
        for action in [Library.Action.artworkMade, .suggest(.init(one)), .pause, .resume] {
            #expect(Library.admit(action, state) == nil)
        }
        #expect(apply(.artworkMade, &state).isEmpty)
    }
}
