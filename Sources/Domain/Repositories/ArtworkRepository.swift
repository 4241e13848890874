/// Stores what people say about artworks. The artworks themselves are stored when their jobs are done.
package protocol ArtworkRepository: Sendable {
    /// Returns the artwork that the job made; `nil` if there is none.
    func artwork(of job: JobID) async throws(RepositoryFailure) -> Artwork?

    /// Returns the jobs of at most `limit` artworks, newest first, whose identifiers begin or end like that.
    func find(_ part: JobIDFragment, limit: Int) async throws(RepositoryFailure) -> [JobID]

    /// Returns a page of the query's results in its order. Artworks that the query names must have been resolved.
    func page(_ query: LibraryQuery, _ range: ArtworkRange, in calendar: LibraryCalendar)
        async throws(RepositoryFailure) -> ArtworkPage

    /// Counts the query's results, up to `limit`.
    func count(_ query: LibraryQuery, upTo limit: Int, in calendar: LibraryCalendar)
        async throws(RepositoryFailure) -> ArtworkCount

    /// Counts the values of facets among the newest results of the query, whatever its order: at most
    /// `ArtworkFacets.most` of them.
    func facets(_ facets: [LibraryFacet], of query: LibraryQuery, in calendar: LibraryCalendar)
        async throws(RepositoryFailure) -> ArtworkFacets

    /// Returns the `limit` newest months in which artworks outside the trash were made, newest first. Each is counted up
    /// to `LibraryMonth.mostCounted`.
    func months(limit: Int, in calendar: LibraryCalendar) async throws(RepositoryFailure) -> [LibraryMonth]

    /// Adds artworks that were made elsewhere, in one transaction and in this order; they get numbers of their own.
    /// Those of jobs that have an artwork are left out. Returns the number that were added.
    func add(_ artworks: [Artwork]) async throws(RepositoryFailure) -> Int

    /// Changes artworks in one transaction. Returns those that differ from before; artworks that don't exist are left
    /// out.
    func change(_ jobs: [JobID], _ change: ArtworkChange) async throws(RepositoryFailure) -> [ChangedArtwork]

    /// Takes a difference back in one transaction. Returns the jobs of the artworks that are as before; those that were
    /// changed since in that respect, or don't exist, are left as they are.
    func takeBack(_ difference: ArtworkDifference, of jobs: [JobID]) async throws(RepositoryFailure) -> [JobID]

    /// Returns the job of the newest artwork outside the trash with this picture, byte for byte, other than `job`.
    func newest(of picture: Digest, except job: JobID) async throws(RepositoryFailure) -> JobID?

    /// Returns the job of the artwork outside the trash, other than `job`, that looks most like a picture and is probably
    /// the same in another size, format or quality (`Resemblance.duplicate`); of several, the newest.
    func nearestDuplicate(of likeness: Likeness, except job: JobID) async throws(RepositoryFailure) -> JobID?

    /// Returns the job of the folder's newest artwork outside the trash with this picture, byte for byte, that was dropped.
    func newest(of picture: Digest, droppedInto folder: String) async throws(RepositoryFailure) -> JobID?

    /// Returns the artworks that a person told apart from the job's.
    func artworks(apartFrom job: JobID) async throws(RepositoryFailure) -> Set<ArtworkNumber>

    /// Remembers for each pair of the artworks that their pictures are not the same, however much they look alike, or
    /// with `false` no more. Returns the number of pairs that differ from before; artworks that don't exist are left
    /// out.
    func tellApart(_ jobs: [JobID], _ areApart: Bool) async throws(RepositoryFailure) -> Int
}

/// Stores the tags of all artworks.
package protocol TagRepository: Sendable {
    /// Returns at most `limit` tags that begin like that in their folded form, the most used ones first. Tags of
    /// artworks in the trash alone are left out.
    func tags(beginning prefix: String, limit: Int) async throws(RepositoryFailure) -> [TagCount]

    /// Gives the tag another name. If another tag has that name, both become one; without `merging` that is refused.
    func rename(_ tag: Tag, to name: Tag, merging: Bool) async throws(RepositoryFailure) -> TagRenaming

    /// Removes the tag from all artworks. `nil` if there is no such tag.
    func delete(_ tag: Tag) async throws(RepositoryFailure) -> DeletedTag?

    /// Counts the tags of the newest artworks with each cue, at most `sample` of them, without `artwork`. Those in the
    /// trash are then left out.
    func evidence(
        _ cues: [TagCue], except artwork: ArtworkNumber, sample: Int
    ) async throws(RepositoryFailure) -> TagEvidence
}

/// A part of a query's results.
package struct ArtworkRange: Equatable, Sendable {
    /// Page size, 1–1000.
    package let limit: Int
    /// Where the previous page ended; `nil` for the first page.
    package let after: ArtworkPosition?
    /// Whether only the newest result of each stack belongs to it.
    package let isStacked: Bool

    package init(limit: Int = 50, after: ArtworkPosition? = nil, isStacked: Bool = false) {
        self.limit = limit
        self.after = after
        self.isStacked = isStacked
    }
}

/// A place among the results of a query, just after an artwork.
package struct ArtworkPosition: Equatable, Sendable {
    package let number: ArtworkNumber
    /// How well the artwork matches, where that decides the order; otherwise 0.
    package let score: Int

    package init(number: ArtworkNumber, score: Int = 0) {
        self.number = number
        self.score = score
    }
}

/// A page of artworks.
package struct ArtworkPage: Equatable, Sendable {
    package let artworks: [Artwork]
    /// Where the next page starts; `nil` if nothing follows. A page may have fewer artworks than were asked for, or
    /// none, although there is a next one: a search that matches few artworks looks at a bounded number of them.
    package let next: ArtworkPosition?
    /// The number of other artworks outside the trash in each artwork's stack, if only the newest of it is here.
    package let others: [ArtworkNumber: ArtworkCount]

    package init(
        artworks: [Artwork], next: ArtworkPosition?, others: [ArtworkNumber: ArtworkCount] = [:]
    ) {
        self.artworks = artworks
        self.next = next
        self.others = others
    }
}

/// A number of artworks.
package struct ArtworkCount: Equatable, Sendable {
    package let artworks: Int
    /// Whether there are no more.
    package let isComplete: Bool

    package init(artworks: Int, isComplete: Bool) {
        self.artworks = artworks
        self.isComplete = isComplete
    }
}

/// A month and the number of artworks outside the trash that were made in it.
package struct LibraryMonth: Equatable, Sendable {
    package static let mostCounted = 10_000

    /// The month's first day.
    package let day: LocalDay
    package let count: ArtworkCount

    package init(day: LocalDay, count: ArtworkCount) {
        self.day = day
        self.count = count
    }
}

/// A tag and the number of artworks outside the trash that have it.
package struct TagCount: Equatable, Sendable {
    package let tag: Tag
    package let artworks: Int

    package init(tag: Tag, artworks: Int) {
        self.tag = tag
        self.artworks = artworks
    }
}

/// A tag that was removed from all artworks.
package struct DeletedTag: Equatable, Sendable {
    /// As it was shown.
    package let tag: Tag
    /// The jobs of the artworks that had it, also those in the trash.
    package let jobs: [JobID]
    /// Those of them to which only a model had given it.
    package let machineJobs: Set<JobID>

    package init(tag: Tag, jobs: [JobID], machineJobs: Set<JobID> = []) {
        self.tag = tag
        self.jobs = jobs
        self.machineJobs = machineJobs
    }

    /// What the deletion did, so that it can be taken back.
    package var parts: [UndoableChange.Part] {
        [(false, []), (true, [tag])].map { isMachine, unmarked in
            UndoableChange.Part(
                .tags(added: [], removed: [tag], unmarked: unmarked),
                jobs.filter { machineJobs.contains($0) == isMachine })
        }.filter { !$0.jobs.isEmpty }
    }
}

/// The result of giving a tag another name.
package enum TagRenaming: Equatable, Sendable {
    /// The number of artworks that have the tag now, also those in the trash, and the tag as it was shown; `nil` if both
    /// tags became one.
    case renamed(artworks: Int, earlier: Tag?)
    case noSuchTag
    /// Another tag has that name, and that number of artworks, also those in the trash.
    case exists(artworks: Int)
}
