/// Stores the steps of jobs.
package protocol JobRepository: JobReader {
    /// Resumes at most `limit` unfinished jobs that wait for no gate, oldest first; `after` continues after that job. Each gets the start's
    /// `token`, or a higher one if it already had that or a later one: tokens are times, and the clock may have been
    /// set back.
    func claimUnfinished(limit: Int, after: JobID?, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure)
        -> [Job]

    /// Queues at most `limit` jobs that wait for gates other than the `closed` ones, the most urgent first, and makes them
    /// this service's. Services that share their work claim such jobs like any others.
    func admitGated(
        except closed: Set<String>, limit: Int, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> GateAdmission

    /// Moves a job to a state and stores its picture, if it has one. `done` also records its outputs and its artwork, as
    /// `job` says, in the same transaction. A job that waits for a gate is no service's. Returns `false` if the row has a newer token or has ended: the caller lost
    /// the job and stops.
    func move(_ job: Job, to state: JobState, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Bool

    /// Cancels a job whose file was removed or overwritten, and records that reason with its drop. Returns `false` like
    /// `move`.
    func withdraw(_ job: JobID, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Bool

    /// Records that a person cancelled a job that is being worked on, so that the cancellation survives a restart. Does
    /// nothing if the job has ended.
    func recordCancellation(_ job: JobID) async throws(RepositoryFailure)

    /// Reserves the final names and moves the job to `staged`, in one transaction.
    ///
    /// A name is the stem and the output's ending. A stem that another job of the same outbox holds, or of which a name
    /// is taken, gives way as `onConflict` says. The digests of texts are stored for `author`.
    func stage(
        _ staging: Staging, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> StageOutcome

    /// Queues a failed, cancelled or unknown job again, in one transaction: attempts and outputs are cleared and
    /// `retries` is incremented. `RetryRule` decides when `mayPayTwice` is required; with it, a call that may have been
    /// sent is settled as unknown. Accepted work is kept, and so is a generated picture, unless it caused the failure.
    /// Returns the job after the change.
    func reopen(
        _ job: JobID, mayPayTwice: Bool, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> Result<Job, RetryRefusal>

    /// Queues a held job again as approved: budget caps no longer apply to it. `nil` if it isn't held.
    func approve(_ job: JobID, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Job?

    /// Queues a done job again with the picture that it has; the names of its outputs are cleared and
    /// `retries` is incremented. `nil` if it isn't done or has no picture.
    func redeliver(_ job: JobID, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Job?
}

/// Jobs whose gates have opened.
package struct GateAdmission: Equatable, Sendable {
    /// Gated jobs are counted up to this number.
    package static let mostCounted = 1_000

    /// They are queued now.
    package let jobs: [Job]
    /// The number of jobs that wait for any gate.
    package let waiting: Int

    package init(jobs: [Job] = [], waiting: Int = 0) {
        self.jobs = jobs
        self.waiting = waiting
    }
}

/// Reads single jobs.
package protocol JobReader: Sendable {
    /// Returns one job, `nil` if it doesn't exist.
    func job(_ id: JobID) async throws(RepositoryFailure) -> Job?
}

/// An output in the outbox under its temporary name.
package struct StagedOutput: Hashable, Sendable {
    package let kind: OutputKind
    /// The part of the name after the stem, such as `art.png` or `picture.jpg`.
    package let ending: String
    package let part: FileName
    /// The digest of the content; `nil` if unknown.
    package let digest: Digest?

    /// Whether the output could be mistaken for a prompt if it is dropped later.
    package var isText: Bool { ending == "txt" || ending.hasSuffix(".txt") }

    package init(kind: OutputKind, ending: String, part: FileName, digest: Digest? = nil) {
        self.kind = kind
        self.ending = ending
        self.part = part
        self.digest = digest
    }
}

/// The outputs of a job that are ready for delivery, and what their outbox contains.
package struct Staging: Equatable, Sendable {
    package let job: JobID
    package let stem: String
    package let onConflict: NameConflict
    package let parts: [StagedOutput]
    /// The names, folded, that exist in the outbox among those that may be tried.
    package let taken: Set<String>
    /// The digests of these files, where they matter.
    package let contents: [String: Digest]
    /// The reason why a generated picture is delivered without art.
    package let missingArt: PictureFailure?
    /// What the library will say about the outputs.
    package let making: ArtworkMaking

    package init(
        job: JobID, stem: String, onConflict: NameConflict = .number, parts: [StagedOutput], taken: Set<String> = [],
        contents: [String: Digest] = [:], missingArt: PictureFailure? = nil, making: ArtworkMaking = ArtworkMaking()
    ) {
        self.job = job
        self.stem = stem
        self.onConflict = onConflict
        self.parts = parts
        self.taken = taken
        self.contents = contents
        self.missingArt = missingArt
        self.making = making
    }

    /// The `attempt`-th stem to try, counted from 1.
    package func stem(_ attempt: Int) -> OutputStem {
        OutputStem(stem, suffix: onConflict.suffix(attempt, for: job), endings: parts.map(\.ending))
    }

    /// The outputs under the names of `stem`. `replaced`: the digests of the earlier outputs in their places, by folded
    /// name.
    package func outputs(named stem: OutputStem, replacing replaced: [String: Digest] = [:]) -> [OutputFile] {
        zip(parts, stem.names).map { part, name in
            OutputFile(
                kind: part.kind, name: FileName(name), part: part.part, digest: part.digest,
                replaced: replaced[OutputName.fold(name)])
        }
    }
}

/// The result of staging a job.
package enum StageOutcome: Equatable, Sendable {
    case staged([OutputFile])
    /// The caller lost the job.
    case lost
    /// A file has this name, and the job must not have another.
    case taken(FileName)
    /// Another job is about to deliver under this name, which is to be replaced afterwards.
    case reserved(FileName)
}

/// Finds jobs, for clients.
package protocol JobListRepository: Sendable {
    /// Returns a page of jobs, newest first.
    func page(_ query: JobQuery) async throws(RepositoryFailure) -> JobPage

    /// Returns at most `limit` jobs whose identifiers begin or end with `part`, newest first.
    func find(_ part: JobIDFragment, limit: Int) async throws(RepositoryFailure) -> [JobID]

    /// Returns a job with its state history and its newest call, `nil` if it doesn't exist.
    func timeline(_ job: JobID) async throws(RepositoryFailure) -> JobTimeline?

    /// Returns the creation time of a job and all its states, oldest first: the times of its timeline without reading its
    /// request. `nil` if it doesn't exist.
    func steps(of job: JobID) async throws(RepositoryFailure) -> (created: UTCMillis, steps: [JobTimeline.Step])?

    /// Returns the number of jobs in each state, by the state's word.
    func counts() async throws(RepositoryFailure) -> [String: Int]

    /// Returns the retry rule for a job in its current state; `nil` if there is no such job.
    func retryRule(of job: JobID) async throws(RepositoryFailure) -> RetryRule?
}

/// Stores jobs submitted through the control socket.
package protocol SubmissionRepository: Sendable {
    /// Stores a submission's drop (directly as `read`), its jobs, and its key with the submission's digest, in one
    /// transaction. Returns the submission stored under the key: an earlier one if the same user already used the key.
    func submit(
        _ submission: SubmittedJobs, drop: Drop, key: SubmissionKey?, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> SubmittedJobs

    /// Returns the submission stored under a key, without jobs that were forgotten; `nil` if there is none or all its
    /// jobs were forgotten.
    func submission(_ key: SubmissionKey) async throws(RepositoryFailure) -> SubmittedJobs?
}

/// Erases what describes a job.
package protocol ErasureRepository: Sendable {
    /// Erases a job that has ended, in one transaction: prompt, names, history and the results of its calls. Their
    /// costs stay in the ledger. The job can't be found any more, and its pictures are not reused.
    func forget(_ job: JobID, at utc: UTCMillis) async throws(RepositoryFailure) -> Result<ForgottenJob, ForgetRefusal>

    /// Returns the drop that produced only this job, once it is gone; `nil` if its file stays in its folder or other
    /// jobs came from it too.
    func soleDrop(of job: JobID) async throws(RepositoryFailure) -> Drop?
}

/// Stores which failures are marked as read, and how many drops were refused.
package protocol FailureRepository: Sendable {
    /// Marks a failed job as read. Does nothing for other jobs, or if it is marked already. A retry removes the mark.
    func markRead(_ job: JobID, at utc: UTCMillis) async throws(RepositoryFailure)

    /// Marks every failed job as read. Returns the number of jobs that were not.
    func markAllRead(at utc: UTCMillis) async throws(RepositoryFailure) -> Int

    func refusals() async throws(RepositoryFailure) -> RefusalCounts
}

/// The numbers of refused drops and lines.
package struct RefusalCounts: Equatable, Sendable {
    /// The number of failed jobs without a request not marked as read.
    package let unread: Int
    /// The number of drops that were ever refused, by the reason's code. Never decreases.
    package let byCode: [String: Int]

    package init(unread: Int = 0, byCode: [String: Int] = [:]) {
        self.unread = unread
        self.byCode = byCode
    }
}
