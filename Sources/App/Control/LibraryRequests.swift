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

    private var calendar: LibraryCalendar { .local(at: UTCMillis.now()) }

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
        return known.isEmpty ? query : query.resolving(known)
    }

    func page(_ query: LibraryQuery, _ range: ArtworkRange) async throws(ControlFailure) -> ArtworkPage {
        try await stored { () throws(RepositoryFailure) in try await artworks.page(query, range, in: calendar) }
    }

    func count(_ query: LibraryQuery) async throws(ControlFailure) -> ArtworkCount {
        try await stored { () throws(RepositoryFailure) in
            try await artworks.count(query, upTo: Self.mostCounted, in: calendar)
        }
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
    ) async throws(ControlFailure) -> [TagSuggestion] {
        let artwork = try await artwork(part)
        let evidence = try await stored { () throws(RepositoryFailure) in
            try await tags.evidence(artwork.tagCues, except: artwork.number, sample: TagEvidence.sample)
        }
        return TagSuggestion.ranked(for: artwork, by: evidence, limit: limit)
    }

    func change(
        _ selection: ArtworkSelection, _ edit: ArtworkEdit, isDryRun: Bool
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
        let changes = edit.changes(at: UTCMillis.now())
        let candidates = found.filter { artwork in changes.contains { artwork.isChanged(by: $0) } }.map(\.job)
        if isDryRun { return ArtworkChangeResult(matched: found.count, changed: candidates) }
        var changed: Set<JobID> = []
        for start in stride(from: 0, to: candidates.count, by: Self.batch) {
            let part = Array(candidates[start..<min(start + Self.batch, candidates.count)])
            for change in changes {
                let now = try await stored { () throws(RepositoryFailure) in try await artworks.change(part, change) }
                changed.formUnion(now.map(\.job))
            }
        }
        return ArtworkChangeResult(matched: found.count, changed: candidates.filter(changed.contains))
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

    func rename(_ tag: Tag, to name: Tag, merging: Bool) async throws(ControlFailure) -> Int {
        let renaming = try await stored { () throws(RepositoryFailure) in
            try await tags.rename(tag, to: name, merging: merging)
        }
        switch renaming {
        case .renamed(let artworks): return artworks
        case .noSuchTag: throw .noSuchTag(tag.shown)
        case .exists(let artworks): throw .tagExists(name.shown, artworks: artworks)
        }
    }

    func delete(_ tag: Tag) async throws(ControlFailure) -> Int {
        let artworks = try await stored { () throws(RepositoryFailure) in try await tags.delete(tag) }
        guard let artworks else { throw .noSuchTag(tag.shown) }
        return artworks
    }
}

extension LibraryCalendar {
    /// Days in the service's time zone.
    static func local(at utc: UTCMillis) -> LibraryCalendar {
        LibraryCalendar(now: utc, today: LocalTime(utc).localDay) { LocalTime.start(of: $0) }
    }
}
