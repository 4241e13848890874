import Domain
import MVISimulation
import Synchronization
import Testing

@testable import App

@Suite("Undoing changes of the library")
struct UndoTests {
    private final class Time: Sendable {
        private let value = Mutex<UTCMillis>(1_800_000_000_000)
        var now: UTCMillis { value.withLock { $0 } }
        func advance(_ milliseconds: Int64) { value.withLock { $0 = $0 + milliseconds } }
    }

    private let time = Time()
    private let library = ModelLibrary(ModelSpoolRepository())
    private let requests: LibraryRequests

    init() {
        let time = time
        requests = LibraryRequests(
            artworks: library, tags: library, tagCalls: library, undoLog: UndoLog(),
            ask: { _, _ throws(ControlFailure) in throw .noVisionModel }, now: { time.now })
    }

    private func tag(_ text: String) throws -> Domain.Tag {
        let tag = Domain.Tag(text)
        return try #require(tag)
    }

    private func add(_ number: UInt64, tags: [String]) async throws -> JobID {
        let digest = try #require(Digest(bytes: [UInt8](repeating: UInt8(number), count: 32)))
        let artwork = Artwork(
            number: ArtworkNumber(1), job: JobID(high: number << 40, low: number), made: UTCMillis(Int64(number)),
            source: .generated, name: "boat", folder: "inbox", prompt: "a boat",
            picture: StoredPicture(digest: digest, format: .png), tags: try tags.map(tag))
        _ = try await library.add([artwork])
        return artwork.job
    }

    private func tags(_ job: JobID) async throws -> [String] {
        try await library.artwork(of: job)?.tags.map(\.shown) ?? []
    }

    private func change(_ text: String, _ edit: ArtworkEdit, by user: UInt32 = 7) async throws -> ArtworkChangeResult {
        try await requests.change(.found(try LibraryQuery(text: text)), edit, isDryRun: false, by: user)
    }

    @Test("A change of many artworks is taken back as one; what was changed since stays and is counted")
    func artworks() async throws {
        var jobs: [JobID] = []
        for number in 1...3 as ClosedRange<UInt64> {
            jobs.append(try await add(number, tags: number == 1 ? ["draft", "sea"] : ["draft"]))
        }
        let edit = ArtworkEdit(addedTags: [try tag("sea")], removedTags: [try tag("draft")], isFavourite: true)
        let result = try await change("boat", edit)
        #expect(result.changed.count == 3)
        let token = try #require(result.undo)
        #expect(try await tags(jobs[0]) == ["sea"])
        _ = try await library.change([jobs[2]], .favourite(false))
        time.advance(UndoHistory.lifetime)
        #expect(try await requests.undo(token, by: 9) == UndoResult(restored: 2, left: 1))
        #expect(try await tags(jobs[0]) == ["draft", "sea"])
        #expect(try await tags(jobs[2]) == ["draft"])
        #expect(try await library.artwork(of: jobs[1])?.isFavourite == false)
        await #expect(throws: ControlFailure.nothingToUndo) { try await requests.undo(token, by: 7) }
    }

    @Test("Without a token a user's newest change is taken back, within ten minutes") func newest() async throws {
        let job = try await add(1, tags: ["draft"])
        _ = try await change("boat", ArtworkEdit(addedTags: [try tag("sea")]))
        _ = try await change("boat", ArtworkEdit(isTrashed: true))
        _ = try await change("is:trashed", ArtworkEdit(addedTags: [try tag("night")]), by: 8)
        #expect(try await requests.undo(nil, by: 7) == UndoResult(restored: 1))
        #expect(try await library.artwork(of: job)?.trashed == nil)
        time.advance(UndoHistory.lifetime + 1)
        await #expect(throws: ControlFailure.nothingToUndo) { try await requests.undo(nil, by: 7) }
        #expect(try await tags(job) == ["draft", "night", "sea"])
    }

    @Test("A preview and a change of nothing have no token") func nothing() async throws {
        _ = try await add(1, tags: ["draft"])
        let edit = ArtworkEdit(addedTags: [try tag("draft")])
        #expect(try await change("boat", edit).undo == nil)
        let query = try LibraryQuery(text: "boat")
        let preview = try await requests.change(
            .found(query), ArtworkEdit(isFavourite: true), isDryRun: true, by: 7)
        #expect(preview.changed.count == 1 && preview.undo == nil)
    }

    @Test("A deleted and a renamed tag come back; tags that became one don't") func tags() async throws {
        let one = try await add(1, tags: ["Sea", "night"])
        let two = try await add(2, tags: ["sea"])
        let deleted = try await requests.delete(try tag("SEA"), by: 7)
        #expect(deleted.artworks == 2)
        #expect(try await tags(two) == [])
        #expect(try await requests.undo(deleted.undo, by: 7) == UndoResult(restored: 2))
        #expect(try await tags(one) == ["night", "Sea"])

        let renamed = try await requests.rename(try tag("SEA"), to: try tag("ocean"), merging: false, by: 7)
        #expect(try await tags(two) == ["ocean"])
        #expect(try await requests.undo(renamed.undo, by: 7) == UndoResult(restored: 2))
        #expect(try await tags(two) == ["Sea"])

        let gone = try await requests.rename(try tag("sea"), to: try tag("ocean"), merging: false, by: 7)
        _ = try await requests.delete(try tag("ocean"), by: 8)
        #expect(try await requests.undo(gone.undo, by: 7) == UndoResult(left: 2))
        _ = try await requests.undo(nil, by: 8)
        let merged = try await requests.rename(try tag("ocean"), to: try tag("night"), merging: true, by: 7)
        #expect(merged.artworks == 2 && merged.undo == nil)
    }
}
