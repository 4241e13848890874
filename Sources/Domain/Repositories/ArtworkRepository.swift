/// Stores what people say about artworks. The artworks themselves are stored when their jobs are done.
package protocol ArtworkRepository: Sendable {
    /// Returns the artwork that the job made; `nil` if there is none.
    func artwork(of job: JobID) async throws(RepositoryFailure) -> Artwork?

    /// Returns the jobs of at most `limit` artworks, newest first, whose identifiers begin or end like that.
    func find(_ part: JobIDFragment, limit: Int) async throws(RepositoryFailure) -> [JobID]

    /// Changes artworks in one transaction. Returns those that differ from before, as they are now; artworks that don't
    /// exist are left out.
    func change(_ jobs: [JobID], _ change: ArtworkChange) async throws(RepositoryFailure) -> [Artwork]
}

/// Stores the tags of all artworks.
package protocol TagRepository: Sendable {
    /// Returns at most `limit` tags that begin like that in their folded form, the most used ones first. Tags of
    /// artworks in the trash alone are left out.
    func tags(beginning prefix: String, limit: Int) async throws(RepositoryFailure) -> [TagCount]

    /// Gives the tag another name. If another tag has that name, both become one; without `merging` that is refused.
    func rename(_ tag: Tag, to name: Tag, merging: Bool) async throws(RepositoryFailure) -> TagRenaming

    /// Removes the tag from all artworks. Returns their number, also those in the trash; `nil` if there is no such tag.
    func delete(_ tag: Tag) async throws(RepositoryFailure) -> Int?
}

/// What a person changes about an artwork.
package enum ArtworkChange: Equatable, Sendable {
    /// Tags that the artwork should have, and tags that it should not have.
    case tags(added: [Tag], removed: [Tag])
    case favourite(Bool)
    /// Moves it to the trash, or out of it.
    case trash(UTCMillis?)
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

/// The result of giving a tag another name.
package enum TagRenaming: Equatable, Sendable {
    /// The number of artworks that have the tag now, also those in the trash.
    case renamed(artworks: Int)
    case noSuchTag
    /// Another tag has that name, and so many artworks, also those in the trash.
    case exists(artworks: Int)
}
