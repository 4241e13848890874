/// What the library keeps, how long, and how much of it. Favourites and the pictures of unfinished jobs are always kept.
package struct Retention: Equatable, Sendable {
    /// Dropped pictures, which are kept to be rendered again.
    package var dropped = RetentionBounds(days: 30, bytes: 2 << 30)
    /// Generated pictures after their delivery.
    package var generated = RetentionBounds(days: RetentionBounds.mostDays, bytes: 16 << 30)
    /// The days that artworks stay in the trash.
    package var trashDays = 30
    /// The days that jobs without an artwork are kept after their end. Twice as long while their failure is unread.
    package var jobDays = 730
    /// The days that acknowledged refused files stay in the folders for failed files; 0 keeps them for ever.
    package var failedDays = 0
    /// The space to keep free on the state folder's disk, in bytes: no new work is accepted while less is. `nil` for
    /// the default.
    package var freeBytes: Int64?
    /// Rules that move artworks to the trash.
    package var expiry: [ExpiryRule] = []

    package init() {}

    /// What a clean-up does, in this order: what expires stays in the trash until a later one.
    package var tasks: [CleanUpTask] {
        // A refused file is found by its job, so that it goes first.
        let refused: [CleanUpTask] = failedDays > 0 ? [.refusedFiles] : []
        return expiry.indices.map { .expiry($0) } + [.trash] + refused + [.jobs]
            + ArtworkSource.allCases.map { .pictures($0) } + [.index]
    }

    /// Artworks that were moved to the trash at this moment or before are erased.
    package func newestErased(at utc: UTCMillis) -> UTCMillis { utc.minus(days: trashDays) }

    /// Files that were refused at this moment or before are removed.
    package func newestRefused(at utc: UTCMillis) -> UTCMillis { utc.minus(days: failedDays) }

    /// The jobs that are erased.
    package func oldJobs(at utc: UTCMillis) -> OldJobs {
        OldJobs(ended: utc.minus(days: jobDays), unread: utc.minus(days: 2 * jobDays))
    }

    package func bounds(_ source: ArtworkSource) -> RetentionBounds {
        switch source {
        case .dropped: dropped
        case .generated: generated
        }
    }
}

/// How long, and how many, pictures are kept.
package struct RetentionBounds: Equatable, Sendable {
    /// A hundred years.
    package static let mostDays = 36_500

    /// 0 keeps none.
    package var days: Int
    /// All pictures together. The oldest are given up first.
    package var bytes: Int64

    package init(days: Int = mostDays, bytes: Int64 = 1 << 50) {
        self.days = days
        self.bytes = bytes
    }

    /// Pictures delivered at this moment or before are given up.
    package func newestGivenUp(at utc: UTCMillis) -> UTCMillis { utc.minus(days: days) }
}

/// The jobs without an artwork that ended long enough ago to be erased. Unfinished jobs, and those whose drop is not
/// gone yet, never are.
package struct OldJobs: Equatable, Sendable {
    /// Jobs are old that ended at this moment or before.
    package let ended: UTCMillis
    /// Failed jobs that nobody has acknowledged are old that ended at this moment or before.
    package let unread: UTCMillis

    package init(ended: UTCMillis, unread: UTCMillis) {
        self.ended = ended
        self.unread = unread
    }

    package func contains(endedAt utc: UTCMillis, isUnread: Bool) -> Bool { utc <= (isUnread ? unread : ended) }
}

/// A rule that moves artworks to the trash: those of a search that exceed any of its bounds.
package struct ExpiryRule: Equatable, Sendable {
    package var query: LibraryQuery
    /// Older artworks expire.
    package var days: Int?
    /// The newest artworks that stay.
    package var count: Int?
    /// The newest artworks stay whose pictures have this size together, in bytes.
    package var bytes: Int64?

    package init(query: LibraryQuery, days: Int? = nil, count: Int? = nil, bytes: Int64? = nil) {
        self.query = query
        self.days = days
        self.count = count
        self.bytes = bytes
    }

    /// Whether an artwork expires, given what newer artworks of the search are kept. Favourites never do.
    package func expires(_ artwork: Artwork, after kept: CleanUpAmount, at utc: UTCMillis) -> Bool {
        if artwork.isFavourite || artwork.trashed != nil { return false }
        if let days, artwork.made <= utc.minus(days: days) { return true }
        if let count, kept.artworks >= count { return true }
        if let bytes, kept.bytes + (artwork.making.pictureSize ?? 0) > bytes { return true }
        return false
    }
}

extension UTCMillis {
    fileprivate func minus(days: Int) -> UTCMillis { self - Int64(days) * 24 * 60 * 60 * 1_000 }
}
