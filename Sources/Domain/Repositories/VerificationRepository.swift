/// Checks what the database says about itself and about blobs. Checks read a snapshot on connections of their own, so that
/// neither reads nor writes wait for them.
package protocol VerificationRepository: Sendable {
    /// Checks the structure of the whole file, and that rows refer to rows that exist.
    func fileDefects() async throws(RepositoryFailure) -> [StoredDefect]

    /// Compares the index of words with the artworks, all of both.
    func indexDefects() async throws(RepositoryFailure) -> [StoredDefect]

    /// Writes the index of words again, in one transaction; other writes wait for it.
    func rebuildIndex() async throws(RepositoryFailure)

    /// Compares stored counts and sums with what they count.
    func countDefects() async throws(RepositoryFailure) -> [StoredDefect]

    /// Corrects stored counts and sums, in one transaction.
    func recount() async throws(RepositoryFailure)

    /// Returns at most `limit` digests of pictures that must be kept, in ascending order, that follow `digest`.
    func neededPictures(after digest: Digest?, limit: Int) async throws(RepositoryFailure) -> [Digest]

    /// Returns at most `limit` jobs that need the picture or made an artwork from it.
    func jobs(with picture: Digest, limit: Int) async throws(RepositoryFailure) -> [JobID]

    /// Records that a picture is gone: it can't be rendered or reused any more, and need not be kept. Unfinished jobs
    /// that need it fail when they read it.
    func giveUp(_ picture: Digest, at utc: UTCMillis) async throws(RepositoryFailure)
}

/// What can be wrong with stored state.
package enum StoredDefect: Equatable, Sendable {
    /// The database file is damaged; the text is SQLite's.
    case fileDamaged(String)
    /// Rows of a table refer to rows that don't exist.
    case referencesBroken(table: String, rows: Int)
    /// The index of words is damaged; the text is SQLite's.
    case indexDamaged(String)
    /// The index of words doesn't have exactly the words and tags of the artworks.
    case indexDiffers
    /// Counts or sums of a table are wrong.
    case countsWrong(table: String, rows: Int)
    /// A picture that must be kept is not there.
    case blobMissing(Digest, jobs: [JobID])
    /// The content of a blob doesn't match its digest.
    case blobDamaged(Digest, jobs: [JobID])
    /// Nothing needs the blob.
    case blobOrphaned(Digest, bytes: Int64)
}

/// A defect that a check found, and what became of it.
package struct VerificationFinding: Equatable, Sendable {
    package enum Outcome: String, Equatable, Sendable, CaseIterable {
        /// It is as it was found.
        case found
        case repaired
        /// The blob was removed.
        case removed
        /// The blob was moved to the folder for damaged ones. Nothing needs it.
        case setAside = "set_aside"
        /// The picture can't be restored. What is left of it was set aside, and nothing counts on it any more.
        case lost
    }

    package let defect: StoredDefect
    package let outcome: Outcome

    package init(_ defect: StoredDefect, _ outcome: Outcome = .found) {
        self.defect = defect
        self.outcome = outcome
    }

    /// Whether something is left to do.
    package var isOpen: Bool { outcome == .found || outcome == .lost }
}

/// What is checked, in this order. The file comes first, because the others rely on it, and blobs last, because they
/// take by far the longest.
package enum VerificationPart: String, Equatable, Sendable, CaseIterable {
    /// The database's structure and references.
    case database
    /// The index of words against the artworks.
    case index
    /// Stored counts and sums.
    case counts
    /// Rows whose blob is missing.
    case rows
    /// The content of blobs, and blobs that nothing needs.
    case blobs
}

/// Where a check continues.
package struct VerificationPosition: Equatable, Sendable {
    package let part: VerificationPart
    /// The last digest that was checked; `nil` at the beginning of a part.
    package let after: Digest?

    package init(_ part: VerificationPart = .database, after: Digest? = nil) {
        self.part = part
        self.after = after
    }

    /// The beginning of the next part; `nil` after the last.
    package var following: VerificationPosition? {
        let parts = VerificationPart.allCases
        let next = parts.drop { $0 != part }.dropFirst().first
        return next.map { VerificationPosition($0) }
    }
}

/// The result of one step of a check.
package struct VerificationStep: Equatable, Sendable {
    package let part: VerificationPart
    /// The number of blobs, or of rows that name one, that were checked.
    package let checked: Int
    /// Bytes of blobs that were read.
    package let bytes: Int64
    package let findings: [VerificationFinding]
    /// Where the next step begins; `nil` when everything was checked.
    package let next: VerificationPosition?

    package init(
        part: VerificationPart, checked: Int = 0, bytes: Int64 = 0, findings: [VerificationFinding] = [],
        next: VerificationPosition?
    ) {
        self.part = part
        self.checked = checked
        self.bytes = bytes
        self.findings = findings
        self.next = next
    }
}
