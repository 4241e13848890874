import Domain
import LibraryFeature
import LibrarySideEffect
import MVISimulation
import Synchronization
import Testing

/// Tags for the artworks of a library in memory.
@Suite("Tagging artworks by themselves")
struct SuggestionEffectTests {
    /// Answers as scripted, and notes what it was asked about.
    private final class Model: Sendable {
        private let state: Mutex<(outcomes: [TagOutcome], asked: [JobID])>

        init(_ outcomes: [TagOutcome]) { state = Mutex((outcomes, [])) }

        var asked: [JobID] { state.withLock { $0.asked } }

        func answer(_ job: JobID) -> TagOutcome {
            state.withLock { state in
                state.asked.append(job)
                return state.outcomes.isEmpty ? .noArtwork : state.outcomes.removeFirst()
            }
        }
    }

    private let library = ModelLibrary(ModelSpoolRepository())

    private func effects(_ model: Model) -> LibrarySideEffectImpl {
        let suggester = TagSuggester(folders: ["inbox"], calls: library) { job, _, _ in model.answer(job) }
        return LibrarySideEffectImpl(
            retention: Retention(), artworks: library, store: library, clock: ManualClock(), suggestions: suggester,
            refusedFiles: .none, removeFiles: { _ in },
            calendar: { LibraryCalendar(now: 5, today: LocalDay(year: 1970, month: 1, day: 1)) { _ in 0 } })
    }

    private func add(_ number: UInt64) async throws -> JobID {
        let digest = try #require(Digest(bytes: [UInt8](repeating: UInt8(number), count: 32)))
        let artwork = Artwork(
            number: ArtworkNumber(0), job: JobID(high: 1, low: number), made: 9, source: .generated, name: "a",
            folder: "inbox", picture: StoredPicture(digest: digest, format: .png))
        #expect(try await library.add([artwork]) == 1)
        return artwork.job
    }

    private func next(_ effects: LibrarySideEffectImpl) async throws -> TagOutcome? {
        try await effects.suggestNext(CallID(high: 1, low: 1)).get()?.outcome
    }

    @Test("Each new artwork is asked about once, also over a restart; what may pass is asked again")
    func sequence() async throws {
        _ = try await add(1)
        let down = TagOutcome.failed(backend: "eyes", .transient(message: "x"))
        let model = Model([.suggested([]), down, .lost(backend: "eyes")])
        try await effects(model).resumeSuggestions().get()
        #expect(try await next(effects(model)) == nil, "it was there before")
        let (two, three) = (try await add(2), try await add(3))
        #expect(try await next(effects(model)) == .suggested([]))
        #expect(try await next(effects(model)) == down)
        try await effects(model).resumeSuggestions().get()
        #expect(try await next(effects(model)) == .lost(backend: "eyes"))
        #expect(try await next(effects(model)) == nil)
        #expect(model.asked == [two, three, three])
    }

    @Test("Without a model nothing is asked")
    func off() async throws {
        let effects = LibrarySideEffectImpl(
            retention: Retention(), artworks: library, store: library, clock: ManualClock(), refusedFiles: .none,
            removeFiles: { _ in },
            calendar: { LibraryCalendar(now: 5, today: LocalDay(year: 1970, month: 1, day: 1)) { _ in 0 } })
        try await effects.resumeSuggestions().get()
        #expect(try await next(effects) == nil)
        #expect(await effects.suggest(.init(JobID(high: 1, low: 1)), CallID(high: 1, low: 1)) == .noArtwork)
    }
}

extension RefusedFileActions {
    /// There are no refused files.
    fileprivate static let none = RefusedFileActions(
        count: { _ in CleanUpAmount() }, remove: { _ in CleanUpAmount() })
}
