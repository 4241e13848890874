import ControlServer
import Domain
import PlatformSystem
import Repositories

/// Finds and changes artworks in the database.
struct LibraryRequests: LibrarySource {
    /// The largest number of artworks that one transaction changes, so that others don't wait long.
    private static let batch = 500
    private static let mostCounted = 10_000

    let artworks: any ArtworkRepository
    let tags: any TagRepository
    let tagCalls: any TagCallRepository
    let undoLog: UndoLog
    /// Asks the configured vision model about a job's artwork.
    let ask: @Sendable (_ job: JobID, _ mayRepeat: Bool) async throws(ControlFailure) -> TagOutcome
    /// The time now.
    var now: @Sendable () -> UTCMillis = { UTCMillis.now() }

    private var calendar: LibraryCalendar { .local(at: now()) }

    func resolved(_ query: LibraryQuery) async throws(ControlFailure) -> LibraryQuery {
        var known: [JobIDFragment: (likeness: Likeness, excluded: Set<ArtworkNumber>)] = [:]
        for part in query.likeReferences where known[part] == nil {
            let artwork = try await artwork(part)
            guard let likeness = artwork.making.likeness else { throw .noLikeness(artwork.job) }
            let apart = try await stored { () throws(RepositoryFailure) in
                try await artworks.artworks(apartFrom: artwork.job)
            }
            known[part] = (likeness, apart.union([artwork.number]))
        }
        var stacks: [JobIDFragment: Artwork] = [:]
        for part in query.stackReferences where stacks[part] == nil { stacks[part] = try await artwork(part) }
        let resolved = known.isEmpty ? query : query.resolving(known)
        return stacks.isEmpty ? resolved : resolved.resolvingStacks(stacks)
    }

    func page(_ query: LibraryQuery, _ range: ArtworkRange) async throws(ControlFailure) -> ArtworkPage {
        try await stored { () throws(RepositoryFailure) in try await artworks.page(query, range, in: calendar) }
    }

    func count(_ query: LibraryQuery) async throws(ControlFailure) -> ArtworkCount {
        try await stored { () throws(RepositoryFailure) in
            try await artworks.count(query, upTo: Self.mostCounted, in: calendar)
        }
    }

    func facets(
        _ facets: [LibraryFacet], of query: LibraryQuery
    ) async throws(ControlFailure) -> ArtworkFacets {
        try await stored { () throws(RepositoryFailure) in
            try await artworks.facets(facets, of: query, in: calendar)
        }
    }

    func months(limit: Int) async throws(ControlFailure) -> [LibraryMonth] {
        try await stored { () throws(RepositoryFailure) in try await artworks.months(limit: limit, in: calendar) }
    }

    func artwork(_ part: JobIDFragment) async throws(ControlFailure) -> Artwork {
        let found = try await stored { () throws(RepositoryFailure) in try await artworks.find(part, limit: 10) }
        guard let first = found.first else { throw .noSuchArtwork(part.text) }
        guard found.count == 1 else { throw .ambiguousJob(part: part.text, matches: found) }
        let artwork = try await stored { () throws(RepositoryFailure) in try await artworks.artwork(of: first) }
        guard let artwork else { throw .noSuchArtwork(part.text) }
        return artwork
    }

    func suggestions(
        for part: JobIDFragment, limit: Int
    ) async throws(ControlFailure) -> ArtworkSuggestions {
        let artwork = try await artwork(part)
        let evidence = try await stored { () throws(RepositoryFailure) in
            try await tags.evidence(artwork.tagCues, except: artwork.number, sample: TagEvidence.sample)
        }
        let model = try await stored { () throws(RepositoryFailure) in
            try await tagCalls.suggestions(for: artwork.job)
        }
        return ArtworkSuggestions(
            byOthers: TagSuggestion.ranked(for: artwork, by: evidence, limit: limit),
            byModel: model.filter { !artwork.tags.contains($0) })
    }

    func askForTags(
        of part: JobIDFragment, mayRepeat: Bool
    ) async throws(ControlFailure) -> (tags: [Tag], artwork: Artwork) {
        let job = try await artwork(part).job
        let outcome = try await ask(job, mayRepeat)
        guard case .suggested(let tags) = outcome else { throw .noTags(job, outcome) }
        let after = try await stored { () throws(RepositoryFailure) in try await artworks.artwork(of: job) }
        guard let after else { throw .noSuchArtwork(part.text) }
        return (tags, after)
    }

    func change(
        _ selection: ArtworkSelection, _ edit: ArtworkEdit, isDryRun: Bool, by user: UInt32
    ) async throws(ControlFailure) -> ArtworkChangeResult {
        let found: [Artwork]
        switch selection {
        case .named(let parts):
            var named: [Artwork] = []
            for part in parts {
                let artwork = try await artwork(part)
                if !named.contains(where: { $0.number == artwork.number }) { named.append(artwork) }
            }
            found = named
        case .found(let query): found = try await all(try await resolved(query))
        }
        let changes = edit.changes(at: now())
        let candidates = found.filter { artwork in changes.contains { artwork.isChanged(by: $0) } }.map(\.job)
        if isDryRun { return ArtworkChangeResult(matched: found.count, changed: candidates) }
        var recorder = UndoRecorder()
        do throws(ControlFailure) { try await apply(changes, to: candidates, &recorder) } catch {
            // What was changed before the failure can be taken back too.
            _ = await undoLog.add(recorder.change, by: user, at: now())
            throw error
        }
        let changed = recorder.changed
        return ArtworkChangeResult(
            matched: found.count, changed: candidates.filter(changed.contains),
            undo: await undoLog.add(recorder.change, by: user, at: now()))
    }

    private func apply(
        _ changes: [ArtworkChange], to jobs: [JobID], _ recorder: inout UndoRecorder
    ) async throws(ControlFailure) {
        for part in jobs.parts(of: Self.batch) {
            for change in changes {
                let changed = try await stored { () throws(RepositoryFailure) in
                    try await artworks.change(part, change)
                }
                recorder.add(changed, by: change)
            }
        }
    }

    /// All results. They are read before the first is changed, because a change can make an artwork leave them.
    private func all(_ query: LibraryQuery) async throws(ControlFailure) -> [Artwork] {
        var found: [Artwork] = []
        var position: ArtworkPosition?
        repeat {
            let page = try await page(query, ArtworkRange(limit: 1_000, after: position))
            found += page.artworks
            position = page.next
        } while position != nil
        return found
    }

    func tellApart(_ parts: [JobIDFragment], _ areApart: Bool) async throws(ControlFailure) -> Int {
        var jobs: [JobID] = []
        for part in parts { jobs.append(try await artwork(part).job) }
        let named = jobs
        return try await stored { () throws(RepositoryFailure) in try await artworks.tellApart(named, areApart) }
    }

    func tags(beginning prefix: String, limit: Int) async throws(ControlFailure) -> [TagCount] {
        try await stored { () throws(RepositoryFailure) in try await tags.tags(beginning: prefix, limit: limit) }
    }

    func rename(
        _ tag: Tag, to name: Tag, merging: Bool, by user: UInt32
    ) async throws(ControlFailure) -> TagChangeResult {
        let renaming = try await stored { () throws(RepositoryFailure) in
            try await tags.rename(tag, to: name, merging: merging)
        }
        switch renaming {
        // The artworks of tags that became one can't be told apart.
        case .renamed(let artworks, nil): return TagChangeResult(artworks: artworks)
        case .renamed(let artworks, let earlier?):
            let change = UndoableChange.renaming(name, from: earlier, artworks: artworks)
            return TagChangeResult(artworks: artworks, undo: await undoLog.add(change, by: user, at: now()))
        case .noSuchTag: throw .noSuchTag(tag.shown)
        case .exists(let artworks): throw .tagExists(name.shown, artworks: artworks)
        }
    }

    func delete(_ tag: Tag, by user: UInt32) async throws(ControlFailure) -> TagChangeResult {
        let deleted = try await stored { () throws(RepositoryFailure) in try await tags.delete(tag) }
        guard let deleted else { throw .noSuchTag(tag.shown) }
        return TagChangeResult(
            artworks: deleted.jobs.count, undo: await undoLog.add(.artworks(deleted.parts), by: user, at: now()))
    }
}

/// Taking changes back.
extension LibraryRequests {
    func undo(_ token: UndoToken?, by user: UInt32) async throws(ControlFailure) -> UndoResult {
        guard let entry = await undoLog.take(token, by: user, at: now()) else { throw .nothingToUndo }
        do throws(ControlFailure) {
            switch entry.change {
            case .artworks(let parts): return try await takeBack(parts)
            case .renaming(let tag, let earlier, let artworks):
                return try await takeBack(tag, to: earlier, artworks)
            }
        } catch {
            await undoLog.putBack(entry)
            throw error
        }
    }

    /// An artwork with several differences counts as restored if all of them were taken back.
    private func takeBack(_ parts: [UndoableChange.Part]) async throws(ControlFailure) -> UndoResult {
        var (all, left): (Set<JobID>, Set<JobID>) = ([], [])
        for part in parts {
            for jobs in part.jobs.parts(of: Self.batch) {
                let restored = try await stored { () throws(RepositoryFailure) in
                    try await artworks.takeBack(part.difference, of: jobs)
                }
                all.formUnion(jobs)
                left.formUnion(Set(jobs).subtracting(restored))
            }
        }
        return UndoResult(restored: all.count - left.count, left: left.count)
    }

    private func takeBack(
        _ tag: Tag, to earlier: Tag, _ artworks: Int
    ) async throws(ControlFailure) -> UndoResult {
        let renaming = try await stored { () throws(RepositoryFailure) in
            try await tags.rename(tag, to: earlier, merging: false)
        }
        return switch renaming {
        case .renamed(let artworks, _): UndoResult(restored: artworks)
        case .noSuchTag, .exists: UndoResult(left: artworks)
        }
    }
}

extension Array {
    /// The elements in order, in arrays of at most `size`.
    fileprivate func parts(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}

extension LibraryCalendar {
    /// Days in the service's time zone.
    static func local(at utc: UTCMillis) -> LibraryCalendar {
        LibraryCalendar(now: utc, today: LocalTime(utc).localDay) { LocalTime.start(of: $0) }
    }
}
