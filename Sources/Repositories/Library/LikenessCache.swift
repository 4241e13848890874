internal import Domain
internal import PlatformSQL

/// The likenesses of all artworks, in about 65 bytes each. They are read when they are first needed; afterwards each
/// use reads what has changed since.
package actor LikenessCache {
    private let reader: ReaderPool
    private var table = LikenessTable()
    /// What has been read; `nil` before the first use.
    private var place: LikenessPart.Place?
    private var isReading = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(_ reader: ReaderPool) { self.reader = reader }

    /// The artworks that meet the query's conditions about looks, in its order; `nil` if it has none.
    func candidates(for query: LibraryQuery) async throws(RepositoryFailure) -> [LikenessCandidate]? {
        guard !query.likeTargets.isEmpty else { return nil }
        try await refresh()
        return table.candidates(for: query)
    }

    /// The artworks with probably the same picture, as `LikenessTable.duplicates` orders them.
    func duplicates(of likeness: Likeness) async throws(RepositoryFailure) -> [ArtworkNumber] {
        // Those have no duplicates, which are looked up for every delivery.
        guard !likeness.isFlat else { return [] }
        try await refresh()
        return table.duplicates(of: likeness)
    }

    /// The number of likenesses. For tests.
    func count() async throws(RepositoryFailure) -> Int {
        try await refresh()
        return table.count
    }

    /// Reads in parts, so that other reads don't wait for all of it.
    private func refresh() async throws(RepositoryFailure) {
        while isReading { await withCheckedContinuation { waiters.append($0) } }
        isReading = true
        defer {
            isReading = false
            let waiting = waiters
            waiters = []
            for waiter in waiting { waiter.resume() }
        }
        var isComplete = false
        while !isComplete {
            let place = place
            let part = try await reader.read { connection throws(RepositoryFailure) in
                try LikenessPart.read(after: place, on: connection)
            }
            isComplete = apply(part)
        }
    }

    /// Returns whether nothing is left to be read.
    private func apply(_ part: LikenessPart?) -> Bool {
        guard let part else {
            (table, place) = (LikenessTable(), nil)
            return false
        }
        if !part.changed.isEmpty {
            table.remove(Set(part.changed.map(\.number)))
            part.changed.forEach { insert($0) }
        }
        part.added.forEach { insert($0) }
        place = part.place
        return part.isComplete
    }

    private func insert(_ entry: LikenessPart.Entry) {
        guard let likeness = entry.likeness else { return }
        table.insert(likeness, at: entry.number)
    }
}

/// A part of the likenesses, from one snapshot.
struct LikenessPart: Sendable {
    /// The last artwork and the last change that were read.
    struct Place: Sendable {
        var artwork: Int64
        var change: Int64
    }

    struct Entry: Sendable {
        let number: Int64
        let likeness: Likeness?
    }

    private static let size = 20_000

    /// Artworks that were read before and changed since, as they are now; without a likeness if they were erased.
    let changed: [Entry]
    let added: [Entry]
    let place: Place
    let isComplete: Bool

    /// `nil` if some changes are no longer known, so that everything must be read again.
    static func read(after last: Place?, on connection: any SQLConnection) throws(RepositoryFailure) -> LikenessPart? {
        let known = try connection.rows("SELECT min(id), max(id) FROM artwork_changes") {
            ($0.integer(0), $0.integer(1))
        }
        guard let (oldest, newest) = known.first else { return nil }
        var place = last ?? Place(artwork: 0, change: newest)
        guard oldest <= place.change + 1 else { return nil }
        let numbers = try connection.rows(
            "SELECT DISTINCT artwork FROM artwork_changes WHERE id > ? AND artwork <= ?",
            [.integer(place.change), .integer(place.artwork)]
        ) { $0.integer(0) }
        var changed: [Entry] = []
        for number in numbers {
            let now = try connection.rows(
                "SELECT number, likeness FROM artworks WHERE number = ?", [.integer(number)], entry)
            changed += now.isEmpty ? [Entry(number: number, likeness: nil)] : now
        }
        let added = try connection.rows(
            "SELECT number, likeness FROM artworks WHERE number > ? ORDER BY number LIMIT ?",
            [.integer(place.artwork), .integer(Int64(size))], entry)
        place = Place(artwork: added.last?.number ?? place.artwork, change: newest)
        return LikenessPart(changed: changed, added: added, place: place, isComplete: added.count < size)
    }

    private static func entry(_ row: borrowing Row) throws(RepositoryFailure) -> Entry {
        Entry(number: row.integer(0), likeness: try row.likenessIfAny(1))
    }
}

extension Row {
    func likenessIfAny(_ column: Int32) throws(RepositoryFailure) -> Likeness? {
        guard let bytes = blobIfAny(column) else { return nil }
        guard let likeness = Likeness(bytes: bytes) else { throw .corrupt("likeness of \(bytes.count) bytes") }
        return likeness
    }
}
