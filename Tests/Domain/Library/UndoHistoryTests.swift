import Domain
import Testing

/// A history that expectations can change.
private final class History {
    private var history = UndoHistory()

    func add(_ change: UndoableChange, by user: UInt32, at now: UTCMillis) -> UndoToken? {
        history.add(change, by: user, at: now)
    }

    func take(_ token: UndoToken?, by user: UInt32, at now: UTCMillis) -> UndoHistory.Entry? {
        history.take(token, by: user, at: now)
    }

    func putBack(_ entry: UndoHistory.Entry) { history.putBack(entry) }
}

@Suite("Changes that can be undone")
struct UndoHistoryTests {
    private let start: UTCMillis = 1_800_000_000_000

    private func change(_ number: UInt64, artworks: Int = 1) -> UndoableChange {
        let jobs = (0..<artworks).map { JobID(high: number, low: UInt64($0)) }
        return .artworks([UndoableChange.Part(.favourite(true), jobs)])
    }

    private func tag(_ text: String) throws -> Domain.Tag {
        let tag = Domain.Tag(text)
        return try #require(tag)
    }

    @Test("A change is taken by its token, once; without one it is the user's newest") func tokens() throws {
        let history = History()
        let first = try #require(history.add(change(1), by: 7, at: start))
        let second = try #require(history.add(change(2), by: 7, at: start))
        let other = try #require(history.add(change(3), by: 8, at: start + 1))
        #expect(Set([first, second, other]).count == 3)
        #expect(history.take(UndoToken("none"), by: 7, at: start) == nil)
        #expect(history.take(nil, by: 7, at: start)?.change == change(2))
        #expect(history.take(second, by: 7, at: start) == nil)
        #expect(history.take(other, by: 7, at: start)?.change == change(3))
        #expect(history.take(nil, by: 8, at: start) == nil)
        #expect(history.take(first, by: 8, at: start)?.change == change(1))
    }

    @Test("Ten minutes later a change is forgotten") func expiry() throws {
        let history = History()
        let first = try #require(history.add(change(1), by: 7, at: start))
        let second = try #require(history.add(change(2), by: 7, at: start + 1))
        #expect(history.take(first, by: 7, at: start + 600_001) == nil)
        let entry = try #require(history.take(second, by: 7, at: start + 600_001))
        history.putBack(entry)
        #expect(history.take(nil, by: 7, at: start + 600_002) == nil)
    }

    @Test("Tokens differ after a restart, and rise while the clock stands") func restart() throws {
        let (before, after) = (History(), History())
        let first = before.add(change(1), by: 7, at: start)
        #expect(first != after.add(change(1), by: 7, at: start + 1))
        #expect(first != before.add(change(1), by: 7, at: start - 50))
    }

    @Test("The oldest changes make room, by their number and by the artworks of all") func bounds() throws {
        let history = History()
        for number in 1...21 as ClosedRange<UInt64> { _ = history.add(change(number), by: 7, at: start) }
        var taken: [UndoableChange] = []
        while let entry = history.take(nil, by: 7, at: start) { taken.append(entry.change) }
        #expect(taken == (2...21).reversed().map { change($0) })

        #expect(history.add(change(1, artworks: 100_001), by: 7, at: start) == nil)
        #expect(history.add(change(1, artworks: 0), by: 7, at: start) == nil)
        let large = history.add(change(1, artworks: 60_000), by: 7, at: start)
        #expect(history.add(change(2, artworks: 40_000), by: 7, at: start) != nil)
        #expect(history.add(change(3), by: 7, at: start) != nil)
        #expect(history.take(large, by: 7, at: start) == nil)
        #expect(history.take(nil, by: 7, at: start)?.change == change(3))
        #expect(history.take(nil, by: 7, at: start)?.change == change(2, artworks: 40_000))
    }

    @Test("A change that is put back keeps its place") func putBack() throws {
        let history = History()
        let first = try #require(history.add(change(1), by: 7, at: start))
        _ = history.add(change(2), by: 7, at: start + 1)
        let entry = try #require(history.take(first, by: 7, at: start + 2))
        history.putBack(entry)
        #expect(history.take(nil, by: 7, at: start + 2)?.change == change(2))
        #expect(history.take(nil, by: 7, at: start + 2) == entry)
    }

    @Test("A difference says what changed, and stands until that changes again") func difference() throws {
        let digest = try #require(Digest(bytes: [UInt8](repeating: 7, count: 32)))
        let before = Artwork(
            number: ArtworkNumber(1), job: JobID(high: 1, low: 1), made: 1, source: .generated, name: "boat",
            folder: "inbox", picture: StoredPicture(digest: digest, format: .png),
            tags: [try tag("draft"), try tag("old")], trashed: 5)
        var after = before
        after.tags = [try tag("old"), try tag("sea")]
        let change = ArtworkChange.tags(added: [try tag("sea"), try tag("old")], removed: [try tag("draft")])
        let difference = ChangedArtwork(before: before, after: after).difference(by: change)
        #expect(difference == .tags(added: [try tag("sea")], removed: [try tag("draft")]))
        #expect(difference.reversal == .tags(added: [try tag("draft")], removed: [try tag("sea")]))
        #expect(after.stillHas(difference) && !before.stillHas(difference))
        after.tags.append(try tag("night"))
        #expect(after.stillHas(difference))
        after.tags.append(try tag("draft"))
        #expect(!after.stillHas(difference))

        after.trashed = nil
        let undeletion = ChangedArtwork(before: before, after: after).difference(by: .trash(nil))
        #expect(undeletion == .trash(from: 5, to: nil) && undeletion.reversal == .trash(5))
        #expect(after.stillHas(undeletion) && !before.stillHas(undeletion))
        after.isFavourite = true
        let mark = ChangedArtwork(before: before, after: after).difference(by: .favourite(true))
        #expect(mark.reversal == .favourite(false) && after.stillHas(mark) && !before.stillHas(mark))
    }
}
