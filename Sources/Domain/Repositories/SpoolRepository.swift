/// The spooler's database. When a method returns, its changes are committed and synced.
package protocol SpoolRepository: Sendable {
    // MARK: Drops (written by Intake)

    /// Claims the files found by one listing, in one transaction. Returns the new drops; a file whose identity belongs
    /// to an unfinished drop of the same folder is skipped.
    func claim(_ drops: [Drop], at utc: Int64) async throws(RepositoryFailure) -> [Drop]

    /// Inserts the jobs, stores the drop's `content` and moves it from `claimed` to `read`, in one transaction.
    /// Idempotent: (drop, line) is unique. Returns the jobs as stored in the database.
    func accept(
        _ drop: DropID, content: Digest?, jobs: [Job], at utc: Int64
    ) async throws(RepositoryFailure) -> [Job]

    /// Stores the content digest of a claimed drop in an observed folder. If another drop of the folder has or had the
    /// same content, the drop becomes `gone` and the method returns `false`.
    func observe(_ drop: DropID, content: Digest, at utc: Int64) async throws(RepositoryFailure) -> Bool

    /// Returns the files of an observed folder that were processed, whether they succeeded or failed.
    func observed(in folder: String) async throws(RepositoryFailure) -> [FileIdentity]

    /// Gives an unfinished drop the current identity of its file, after a remount or a restore.
    func rename(_ drop: DropID, to identity: FileIdentity, sidecar: FileIdentity?) async throws(RepositoryFailure)

    /// Moves a drop to `ended` or `gone`, with its failure, if any.
    func advance(
        _ drop: DropID, to phase: Drop.Phase, failure: DropFailure?, at utc: Int64
    ) async throws(RepositoryFailure)

    /// Returns every drop that is not `gone`, oldest first.
    func unfinishedDrops() async throws(RepositoryFailure) -> [Drop]

    /// Returns the lines of a batch whose jobs failed, in order.
    func failedLines(of drop: DropID) async throws(RepositoryFailure) -> [FailedLine]

    // MARK: Jobs (written by Jobs)

    /// Resumes at most `limit` unfinished jobs, oldest first; `after` continues after that job. Each gets the start's
    /// `token`, or a higher one if it already had that or a later one: tokens are times, and the clock may have been
    /// set back.
    func takeUp(limit: Int, after: JobID?, token: Int64, at utc: Int64) async throws(RepositoryFailure) -> [Job]

    /// Moves a job to a state, with one row update. Returns `false` if the row has a newer token or has ended: the
    /// caller lost the job and stops.
    func move(
        _ job: JobID, to state: JobState, picture: StoredPicture?, token: Int64, at utc: Int64
    ) async throws(RepositoryFailure) -> Bool

    /// Cancels a job whose file was removed or overwritten, and records that reason with its drop. Returns `false` like
    /// `move`.
    func withdraw(_ job: JobID, token: Int64, at utc: Int64) async throws(RepositoryFailure) -> Bool

    /// Records that a person cancelled a job that is being worked on, so that the cancellation survives a restart. Does
    /// nothing if the job has ended.
    func recordCancellation(_ job: JobID) async throws(RepositoryFailure)

    /// Reserves the final names and moves the job to `staged`, in one transaction. Returns `nil` if the caller lost the
    /// job.
    ///
    /// A name is `stem` and the output's ending. A stem that another job of the same outbox holds, compared without
    /// case, becomes `stem (2)`, `stem (3)` …; names in `taken` (existing in the folder, lower case) are skipped too.
    /// The parts' digests are stored for `author`. `missingArt` is the reason why a generated picture is delivered
    /// without art.
    func stage(
        _ job: JobID, stem: String, parts: [StagedOutput], taken: Set<String>, missingArt: PictureFailure?,
        token: Int64, at utc: Int64
    ) async throws(RepositoryFailure) -> [OutputFile]?

    /// Returns the retry rule for a job in its current state; `nil` if there is no such job.
    func retryRule(of job: JobID) async throws(RepositoryFailure) -> RetryRule?

    /// Queues a failed, cancelled or unknown job again, in one transaction: attempts and outputs are cleared and
    /// `retries` is incremented. `RetryRule` decides when `mayPayTwice` is required; with it, a call that may have been
    /// sent is settled as unknown. Accepted work is kept, and so is a generated picture, unless it caused the failure.
    /// Returns the job after the change.
    func reopen(
        _ job: JobID, mayPayTwice: Bool, token: Int64, at utc: Int64
    ) async throws(RepositoryFailure) -> Result<Job, RetryRefusal>

    /// Queues a held job again as approved: budget caps no longer apply to it. `nil` if it isn't held.
    func approve(_ job: JobID, token: Int64, at utc: Int64) async throws(RepositoryFailure) -> Job?

    /// Returns the newest job that staged a file with this content, `nil` if none did.
    func author(of content: Digest) async throws(RepositoryFailure) -> JobID?

    /// Returns the progress of a drop: the number of unfinished jobs, and why jobs failed.
    func tally(_ drop: DropID) async throws(RepositoryFailure) -> DropProgress

    /// Returns one job, `nil` if it doesn't exist.
    func job(_ id: JobID) async throws(RepositoryFailure) -> Job?

    /// Returns the number of jobs in each state, by the state's word.
    func counts() async throws(RepositoryFailure) -> [String: Int]

    /// Returns the subset of `digests` that must be kept: source pictures of unfinished jobs, and generated pictures.
    func neededPictures(among digests: [Digest]) async throws(RepositoryFailure) -> Set<Digest>

    /// Returns the pictures of a drop's jobs, generated or dropped.
    func pictures(of drop: DropID) async throws(RepositoryFailure) -> [Digest]

    // MARK: The control socket

    /// Stores a submission's drop (directly as `read`), its job, and its key with the submission's digest, in one
    /// transaction. Returns the submission stored under the key: an earlier one if the same user already used the key.
    func submit(
        _ submission: SubmittedJob, drop: Drop, key: SubmissionKey?, at utc: Int64
    ) async throws(RepositoryFailure) -> SubmittedJob

    /// Returns the submission stored under a key, `nil` if there is none or its job was forgotten.
    func submission(_ key: SubmissionKey) async throws(RepositoryFailure) -> SubmittedJob?

    /// Returns a page of jobs, newest first.
    func page(_ query: JobQuery) async throws(RepositoryFailure) -> JobPage

    /// Returns at most `limit` jobs whose identifiers begin or end with `part`, newest first.
    func find(_ part: JobIDFragment, limit: Int) async throws(RepositoryFailure) -> [JobID]

    /// Returns a job with its state history and its newest call, `nil` if it doesn't exist.
    func story(_ job: JobID) async throws(RepositoryFailure) -> JobTimeline?

    /// Erases a job that has ended, in one transaction: prompt, names, history and the results of its calls. Their
    /// costs stay in the ledger. The job can't be found any more, and its pictures are not reused.
    func forget(_ job: JobID, at utc: Int64) async throws(RepositoryFailure) -> Result<ForgottenJob, ForgetRefusal>

    // MARK: Calls (written by Backends)

    /// Reserves the money, stores the call as `submitting` and moves its job to `submitting`, in one transaction. If a
    /// cap prevents the purchase, no call is stored. Either way, amounts dated later than the reservation's day are
    /// noticed, as `LedgerDate` defines.
    func begin(
        _ call: Call, reserving: BudgetReservation, token: Int64, at utc: Int64
    ) async throws(RepositoryFailure) -> CallStart

    /// Stores a call that reuses the picture of an earlier one and costs nothing. Returns `false` if the caller lost
    /// the job.
    func adopt(_ call: Call, token: Int64, at utc: Int64) async throws(RepositoryFailure) -> Bool

    /// Returns the newest call with this purchase key that got a picture, `nil` if there is none.
    func purchase(_ key: Digest) async throws(RepositoryFailure) -> Call?

    /// Stores a call's phase, handle, failure, seed and provider data, and the change to its ledger line, if any, in
    /// one transaction. A job that is `submitting` becomes `submitted` when its call does.
    func keep(_ call: Call, settling: Settlement?, at utc: Int64) async throws(RepositoryFailure)

    /// Returns the newest call of a job, `nil` if there is none.
    func lastCall(of job: JobID) async throws(RepositoryFailure) -> Call?

    // MARK: The ledger (written with calls)

    /// Returns the amount used of each cap.
    func standing(of caps: [BudgetCap], at moment: BudgetMoment) async throws(RepositoryFailure) -> [CapUsage]

    /// Returns the cost of a job's calls.
    func cost(of job: JobID) async throws(RepositoryFailure) -> JobCost

    /// Totals of the ledger, a line for each group and currency, sorted by the groups.
    func spend(_ query: SpendQuery) async throws(RepositoryFailure) -> [SpendLine]

    /// Amounts dated later than `today`, `nil` if there are none. They show that the clock was ahead or is behind.
    func amounts(laterThan today: LocalDay) async throws(RepositoryFailure) -> FutureAmounts?
}

/// An output in the outbox under its temporary name.
package struct StagedOutput: Hashable, Sendable {
    package let kind: OutputKind
    /// The part of the name after the stem, such as `art.png` or `picture.jpg`.
    package let ending: String
    package let part: FileName
    /// The digest of the content, for kinds that could be mistaken for a prompt if dropped later; `nil` for others.
    package let digest: Digest?

    package init(kind: OutputKind, ending: String, part: FileName, digest: Digest? = nil) {
        self.kind = kind
        self.ending = ending
        self.part = part
        self.digest = digest
    }
}

/// The progress of one drop's jobs.
package struct DropProgress: Equatable, Sendable {
    /// The number of jobs that have not ended.
    package let open: Int
    /// The failure of the first failed job, if any failed.
    package let failure: JobFailure?
    /// Whether all jobs were cancelled, at least one of them because its file was withdrawn.
    package let isWithdrawn: Bool

    /// The drop's failure once no job is open; `nil` if everything succeeded.
    package var ending: DropFailure? { isWithdrawn ? .withdrawn : failure.map(DropFailure.job) }

    package init(open: Int, failure: JobFailure?, isWithdrawn: Bool = false) {
        self.open = open
        self.failure = failure
        self.isWithdrawn = isWithdrawn
    }
}

/// A line of a batch whose job failed.
package struct FailedLine: Equatable, Sendable {
    /// Counted from 1.
    package let number: Int
    package let failure: JobFailure

    package init(number: Int, failure: JobFailure) {
        self.number = number
        self.failure = failure
    }
}

/// The reason why the database could not complete an operation.
package enum RepositoryFailure: Error, Equatable, Sendable, Codable {
    case full
    case denied
    case busy
    /// The file is no database or is damaged; the text has the details.
    case corrupt(String)
    /// The file was moved, replaced or deleted while it was open.
    case moved
    /// The schema was written by a newer version; both are schema versions.
    case newer(found: Int, known: Int)
    /// It is a database of an earlier development build or of another program; the value is the application's number in
    /// its header.
    case foreign(application: Int64)
    /// The file is on a network file system, whose locks are unreliable; the value is the file system's name.
    case networkFileSystem(String)
    case failed(code: Int32, String)
}

/// The reason why a backup of the database failed.
package enum BackupFailure: Error, Equatable, Sendable {
    case database(RepositoryFailure)
    /// The backup folder can't be used.
    case folder(FileFailure)
}
