/// Stores drops, from their claim until their source is gone.
package protocol DropRepository: DropProgressRepository {
    /// Claims the files found by one listing, in one transaction. Returns the new drops; a file whose identity belongs
    /// to an unfinished drop of the same folder is skipped.
    func claim(_ drops: [Drop], at utc: UTCMillis) async throws(RepositoryFailure) -> [Drop]

    /// Inserts the jobs, stores the drop's `content` and moves it from `claimed` to `read`, in one transaction.
    /// Idempotent: (drop, line, sample) is unique. Returns the jobs as stored in the database.
    func accept(
        _ drop: DropID, content: Digest?, jobs: [Job], at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Job]

    /// Moves a claimed drop to `ended` with its failure, inserts its failed job, and counts the refusal
    /// under `code`, in one transaction. Does nothing if the drop is not `claimed`.
    func refuse(
        _ drop: DropID, failure: DropFailure, as job: Job, code: String, at utc: UTCMillis
    ) async throws(RepositoryFailure)

    /// Stores the name of a failed source in the folder for failed files.
    func keep(_ drop: DropID, as name: FileName) async throws(RepositoryFailure)

    /// Gives a refused drop the requests that were read from its file in the folder for failed files, in one
    /// transaction: the drop, which has the file's identity now, becomes `read`, its failed job becomes the
    /// first of `jobs`, and the others are inserted. Returns the jobs as stored; `nil` if the drop is not refused and
    /// `gone`, or its job was forgotten.
    func readmit(_ drop: Drop, jobs: [Job], token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> [Job]?

    /// Returns one drop, `nil` if it doesn't exist.
    func drop(_ id: DropID) async throws(RepositoryFailure) -> Drop?

    /// Stores the content digest of a claimed drop in an observed folder. If another drop of the folder has or had the
    /// same content, the drop becomes `gone` and the method returns `false`.
    func observe(_ drop: DropID, content: Digest, at utc: UTCMillis) async throws(RepositoryFailure) -> Bool

    /// Returns the files of an observed folder that were processed, whether they succeeded or failed.
    func observed(in folder: String) async throws(RepositoryFailure) -> [FileIdentity]

    /// Gives an unfinished drop the current identity of its file, after a remount or a restore.
    func rename(_ drop: DropID, to identity: FileIdentity, sidecar: FileIdentity?) async throws(RepositoryFailure)

    /// Moves a drop to `ended` or `gone`, with its failure, if any.
    func advance(
        _ drop: DropID, to phase: Drop.Phase, failure: DropFailure?, at utc: UTCMillis
    ) async throws(RepositoryFailure)

    /// Returns every drop that is not `gone`, oldest first.
    func unfinishedDrops() async throws(RepositoryFailure) -> [Drop]
}

/// The progress of drops.
package protocol DropProgressRepository: Sendable {
    /// Returns whether a drop still has unfinished jobs, and how it ended otherwise.
    func tally(_ drop: DropID) async throws(RepositoryFailure) -> DropProgress

    /// Returns the parts of a drop whose jobs failed, by line and sample.
    func failedParts(of drop: DropID) async throws(RepositoryFailure) -> [FailedPart]
}

/// The progress of one drop's jobs.
package enum DropProgress: Equatable, Sendable {
    /// At least one job has not ended.
    case open
    /// All jobs have ended. The failure is that of the first failed job by line and sample, or `withdrawn` if all were cancelled,
    /// at least one of them because its file was withdrawn; `nil` if none failed.
    case ended(DropFailure?)
}

/// A line of a batch, or one of several samples, whose job failed.
package struct FailedPart: Equatable, Sendable {
    /// Counted from 1; 0 if the drop is not a batch.
    package let line: Int
    package let sample: Sample
    package let job: JobID
    package let failure: JobFailure
    /// Whether the job can be retried without its drop. The source picture of an edit is removed when its drop ends.
    package let isRetryable: Bool

    package init(line: Int, sample: Sample = .only, job: JobID, failure: JobFailure, isRetryable: Bool = true) {
        self.line = line
        self.sample = sample
        self.job = job
        self.failure = failure
        self.isRetryable = isRetryable
    }
}
