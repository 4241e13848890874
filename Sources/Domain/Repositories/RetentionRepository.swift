/// Removes what the library need not keep, in small transactions.
///
/// A picture that is given up is no longer among those that `ContentRepository.neededPictures` returns, and leaves the
/// time of its removal behind. Removing its file is up to the caller.
package protocol RetentionRepository: Sendable {
    /// Erases at most `limit` artworks that were moved to the trash at `newest` or before, the oldest first, and gives
    /// up their pictures unless others need them.
    func emptyTrash(to newest: UTCMillis, limit: Int, at utc: UTCMillis) async throws(RepositoryFailure) -> GivenUp

    /// Gives up at most `limit` pictures of that origin beyond the bounds, the oldest first. The pictures of favourites
    /// and of unfinished jobs are kept, but count.
    func giveUpPictures(
        _ source: ArtworkSource, beyond bounds: RetentionBounds, limit: Int, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> GivenUp

    /// Erases at most `limit` old jobs without an artwork, in the order of their identifiers, and returns the pictures
    /// that nothing needs any more. `job`: where the step before ended.
    ///
    /// The ledger stays, and so do the texts that must not be processed as prompts, the names that may be replaced, and
    /// the files that were processed in observed folders. A purchase whose picture is kept can still be used again.
    func eraseJobs(
        _ old: OldJobs, after job: JobID?, limit: Int, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> ErasedJobs

    /// What erasing all old jobs would remove.
    func erasable(_ old: OldJobs) async throws(RepositoryFailure) -> CleanUpAmount

    /// The drops that were refused at `newest` or before, whose failure a person has read, and whose files are kept in
    /// the folder for failed files; at most `limit`, oldest first.
    func refused(to newest: UTCMillis, limit: Int) async throws(RepositoryFailure) -> [Drop]

    /// The same drops. Their files are from now on no longer known: they can't be read again.
    func releaseRefused(to newest: UTCMillis, limit: Int, at utc: UTCMillis) async throws(RepositoryFailure) -> [Drop]

    /// What emptying the trash would erase.
    func trashed(to newest: UTCMillis) async throws(RepositoryFailure) -> CleanUpAmount

    /// What giving up pictures beyond the bounds would remove.
    func pictures(
        _ source: ArtworkSource, beyond bounds: RetentionBounds, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> CleanUpAmount

    /// Merges a small part of the search index. Returns `false` if there was nothing to merge.
    func mergeIndex() async throws(RepositoryFailure) -> Bool
}

/// What one transaction gave up.
package struct GivenUp: Equatable, Sendable {
    /// The number of erased artworks.
    package let artworks: Int
    package let pictures: [KeptPicture]
    /// Pictures of erased artworks that others still need.
    package let shared: [Digest]
    /// Whether there may be more.
    package let isPartial: Bool

    package init(
        artworks: Int = 0, pictures: [KeptPicture] = [], shared: [Digest] = [], isPartial: Bool = false
    ) {
        self.artworks = artworks
        self.pictures = pictures
        self.shared = shared
        self.isPartial = isPartial
    }

    package var amount: CleanUpAmount {
        CleanUpAmount(artworks: artworks, pictures: pictures.count, bytes: pictures.reduce(0) { $0 + $1.size })
    }
}

/// What one transaction erased of old jobs.
package struct ErasedJobs: Equatable, Sendable {
    package let jobs: Int
    /// Bought pictures that were never delivered.
    package let pictures: [Digest]
    /// Where the next step continues; `nil` if there is nothing more to erase.
    package let next: JobID?

    package init(jobs: Int = 0, pictures: [Digest] = [], next: JobID? = nil) {
        self.jobs = jobs
        self.pictures = pictures
        self.next = next
    }

    package var amount: CleanUpAmount { CleanUpAmount(jobs: jobs, pictures: pictures.count) }
}

/// A picture that is kept after its delivery.
package struct KeptPicture: Equatable, Sendable {
    package let digest: Digest
    /// In bytes.
    package let size: Int64

    package init(digest: Digest, size: Int64) {
        self.digest = digest
        self.size = size
    }
}
