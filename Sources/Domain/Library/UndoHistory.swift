/// Names a change that can be taken back.
package struct UndoToken: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }
}

/// A change of the library as far as it can be taken back.
package enum UndoableChange: Equatable, Sendable {
    /// Artworks with the same difference.
    package struct Part: Equatable, Sendable {
        package let difference: ArtworkDifference
        package let jobs: [JobID]

        package init(_ difference: ArtworkDifference, _ jobs: [JobID]) {
            self.difference = difference
            self.jobs = jobs
        }
    }

    case artworks([Part])
    /// A tag that got another name, and the number of artworks that had it.
    case renaming(Tag, from: Tag, artworks: Int)

    /// The number of artworks that are remembered for it.
    fileprivate var size: Int {
        switch self {
        case .artworks(let parts): parts.reduce(0) { $0 + $1.jobs.count }
        case .renaming: 1
        }
    }
}

/// The result of taking a change back.
package struct UndoResult: Equatable, Sendable {
    /// The number of artworks that are as they were before.
    package var restored: Int
    /// The number of artworks that were changed since, or are gone. They stay as they are.
    package var left: Int

    package init(restored: Int = 0, left: Int = 0) {
        self.restored = restored
        self.left = left
    }
}

/// The newest changes of the library, kept for a short time so that they can be taken back.
package struct UndoHistory: Sendable {
    package struct Entry: Equatable, Sendable {
        package let token: UndoToken
        package let change: UndoableChange
        fileprivate let user: UInt32
        fileprivate let time: UTCMillis
    }

    /// Ten minutes, in milliseconds.
    package static let lifetime: Int64 = 600_000
    package static let mostChanges = 20
    /// The largest number of artworks of all changes together, which bounds the memory for them to a few megabytes.
    package static let mostArtworks = 100_000

    /// The oldest first.
    private var entries: [Entry] = []
    private var lastToken: Int64 = 0

    package init() {}

    /// Remembers a change of a user. Older changes are forgotten where there are too many. `nil` for a change of
    /// nothing or of too much, which can't be taken back.
    package mutating func add(_ change: UndoableChange, by user: UInt32, at now: UTCMillis) -> UndoToken? {
        removeExpired(at: now)
        guard (1...Self.mostArtworks).contains(change.size) else { return nil }
        // By the time, so that a token from before a restart doesn't name another change after it.
        lastToken = max(lastToken + 1, now.milliseconds)
        let token = UndoToken(String(lastToken, radix: 36))
        insert(Entry(token: token, change: change, user: user, time: now))
        return token
    }

    /// Returns the change with the token, or the user's newest one without a token, and forgets it. `nil` if there is
    /// none.
    package mutating func take(_ token: UndoToken?, by user: UInt32, at now: UTCMillis) -> Entry? {
        removeExpired(at: now)
        let index = entries.lastIndex { entry in token.map { entry.token == $0 } ?? (entry.user == user) }
        return index.map { entries.remove(at: $0) }
    }

    /// Remembers a change again that could not be taken back.
    package mutating func putBack(_ entry: Entry) { insert(entry) }

    private mutating func insert(_ entry: Entry) {
        entries.insert(entry, at: entries.firstIndex { entry.time < $0.time } ?? entries.endIndex)
        var size = entries.reduce(0) { $0 + $1.change.size }
        while entries.count > Self.mostChanges || size > Self.mostArtworks {
            size -= entries.removeFirst().change.size
        }
    }

    private mutating func removeExpired(at now: UTCMillis) {
        entries.removeAll { now.milliseconds(since: $0.time) > Self.lifetime }
    }
}
