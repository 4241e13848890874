/// A part of a clean-up of the library, in the order in which they are done.
package enum CleanUpTask: Hashable, Sendable {
    /// Moves artworks to the trash that a rule of expiry no longer keeps. The rule's place in the configuration, from 0.
    case expiry(Int)
    /// Erases artworks that have been in the trash long enough.
    case trash
    /// Removes refused files that a person has acknowledged from the folders for failed files.
    case refusedFiles
    /// Erases jobs that ended long ago and have no artwork. What they cost stays recorded.
    case jobs
    /// Removes the pictures of that origin that are too old or too much. Their artworks stay.
    case pictures(ArtworkSource)
    /// Merges parts of the search index, so that searches stay fast.
    case index
}

/// Something that a clean-up removes.
package struct CleanUpAmount: Equatable, Sendable {
    /// Artworks that are moved to the trash or erased.
    package var artworks: Int
    /// Jobs without an artwork that are erased.
    package var jobs: Int
    package var pictures: Int
    /// Refused files.
    package var files: Int
    /// The size of the pictures or files. 0 for pictures of erased jobs, whose size is not recorded.
    package var bytes: Int64

    package init(artworks: Int = 0, jobs: Int = 0, pictures: Int = 0, files: Int = 0, bytes: Int64 = 0) {
        self.files = files
        self.artworks = artworks
        self.jobs = jobs
        self.pictures = pictures
        self.bytes = bytes
    }

    package var isZero: Bool { self == CleanUpAmount() }

    package static func += (sum: inout Self, more: Self) {
        sum.artworks += more.artworks
        sum.jobs += more.jobs
        sum.pictures += more.pictures
        sum.files += more.files
        sum.bytes += more.bytes
    }
}

/// How far a task is.
package struct CleanUpProgress: Equatable, Sendable {
    /// The place in the search of a rule of expiry from which the next step continues; `nil` at the beginning.
    package var position: ArtworkPosition?
    /// What the rule keeps so far.
    package var kept: CleanUpAmount
    /// The job after which the next step looks for old jobs; `nil` at the beginning.
    package var job: JobID?

    package init(position: ArtworkPosition? = nil, kept: CleanUpAmount = CleanUpAmount(), job: JobID? = nil) {
        self.position = position
        self.kept = kept
        self.job = job
    }
}

/// A small part of a task.
package struct CleanUpStep: Equatable, Sendable {
    package let removed: CleanUpAmount
    /// `nil` if the task is done.
    package let next: CleanUpProgress?

    package init(removed: CleanUpAmount, next: CleanUpProgress?) {
        self.removed = removed
        self.next = next
    }
}

/// The result of a clean-up.
package struct CleanUpReport: Equatable, Sendable {
    package var removed: [CleanUpTask: CleanUpAmount] = [:]
    /// Tasks that were broken off.
    package var failures: [CleanUpTask: RepositoryFailure] = [:]

    package init(removed: [CleanUpTask: CleanUpAmount] = [:], failures: [CleanUpTask: RepositoryFailure] = [:]) {
        self.removed = removed
        self.failures = failures
    }

    package var total: CleanUpAmount { removed.values.reduce(into: CleanUpAmount()) { $0 += $1 } }

    /// Whether nothing was removed and nothing failed.
    package var isEmpty: Bool { failures.isEmpty && removed.values.allSatisfy(\.isZero) }
}
