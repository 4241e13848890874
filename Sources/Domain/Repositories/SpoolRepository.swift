/// The durable memory of the spooler. What it returns from has been committed and synced.
package protocol SpoolRepository: Sendable {
    // MARK: Drops (written by Intake)

    /// Claims what one listing found, in one transaction. Returns the drops that are new; an identity that an
    /// unfinished drop of the same folder holds is left out.
    func claim(_ drops: [Drop], at utc: Int64) async throws(RepositoryFailure) -> [Drop]

    /// Inserts the jobs, keeps the drop's `content` and moves it from `claimed` to `read`, in one transaction.
    /// UNIQUE(drop, line): doing it again changes nothing. Returns the jobs as they stand in the database.
    func accept(
        _ drop: DropID, content: Digest?, jobs: [Job], at utc: Int64
    ) async throws(RepositoryFailure) -> [Job]

    /// Keeps what a claimed drop of an observed folder holds. `false`, and the drop is `gone`, when another of the folder
    /// holds that, or has held it.
    func observe(_ drop: DropID, content: Digest, at utc: Int64) async throws(RepositoryFailure) -> Bool

    /// The files of an observed folder that have been worked off, be they done or failed.
    func observed(in folder: String) async throws(RepositoryFailure) -> [FileIdentity]

    /// Gives an unfinished drop the identity that its file has now, after a remount or a restore.
    func rename(_ drop: DropID, to identity: FileIdentity, sidecar: FileIdentity?) async throws(RepositoryFailure)

    /// Moves a drop to `ended` or `gone`, with the failure that it ended with.
    func advance(
        _ drop: DropID, to phase: Drop.Phase, failure: DropFailure?, at utc: Int64
    ) async throws(RepositoryFailure)

    /// Every drop that is not `gone`, oldest first.
    func unfinishedDrops() async throws(RepositoryFailure) -> [Drop]

    /// The lines of a batch whose jobs failed, in their order.
    func failedLines(of drop: DropID) async throws(RepositoryFailure) -> [FailedLine]

    // MARK: Jobs (written by Jobs)

    /// Takes up unfinished jobs, oldest first, at most `limit`; `after` pages on. Each gets this start's `token`, or a
    /// higher one where it has had that already: tokens are times, and a clock may have been set back.
    func takeUp(limit: Int, after: JobID?, token: Int64, at utc: Int64) async throws(RepositoryFailure) -> [Job]

    /// One row update. `false` when the row holds a newer token or has ended: the writer lost the job and stops.
    func move(
        _ job: JobID, to state: JobState, picture: StoredPicture?, token: Int64, at utc: Int64
    ) async throws(RepositoryFailure) -> Bool

    /// Cancels a job whose file was taken away or written over, and notes with its drop that this is why. As `move`.
    func withdraw(_ job: JobID, token: Int64, at utc: Int64) async throws(RepositoryFailure) -> Bool

    /// Notes that a person wants no more of a job that something is being done about, so that this outlasts the service.
    /// Nothing when the job has ended.
    func noteCancel(_ job: JobID) async throws(RepositoryFailure)

    /// Reserves the final names and moves the job to `staged`, in one transaction. The names are `stem` + each output's
    /// ending; a stem that another job of the outbox holds, compared without case, becomes `stem (2)`, `stem (3)` …;
    /// those in `taken` (seen in the folder, lower case) are passed over too. The parts' digests are kept for `author`.
    /// `missingArt` says why a generated picture is delivered without art.
    /// `nil` when the job was lost.
    func stage(
        _ job: JobID, stem: String, parts: [OutputPart], taken: Set<String>, missingArt: PictureFailure?,
        token: Int64, at utc: Int64
    ) async throws(RepositoryFailure) -> [OutputFile]?

    /// Whether a job may be tried again, as it stands now; `nil` when there is none.
    func retryRule(of job: JobID) async throws(RepositoryFailure) -> RetryRule?

    /// Queues a job again that failed, was cancelled or is unknown, in one transaction: no attempts, no outputs, one more
    /// retry. `RetryRule` says when that needs leave to pay twice; with it a call that may have been sent is settled as
    /// unknown. Work that was handed over is kept, and so is a picture that was generated, unless
    /// it is what the job failed by. Returns the job as it stands then.
    func reopen(
        _ job: JobID, mayPayTwice: Bool, token: Int64, at utc: Int64
    ) async throws(RepositoryFailure) -> Result<Job, RetryRefusal>

    /// Queues a held job again, approved: its caps no longer count for it. `nil` when it isn't held.
    func approve(_ job: JobID, token: Int64, at utc: Int64) async throws(RepositoryFailure) -> Job?

    /// The newest job that staged a file of this content, `nil` when none did.
    func author(of content: Digest) async throws(RepositoryFailure) -> JobID?

    /// What is left of a drop: how many jobs have not ended, and how those that failed did.
    func tally(_ drop: DropID) async throws(RepositoryFailure) -> DropTally

    /// One job, `nil` when there is none.
    func job(_ id: JobID) async throws(RepositoryFailure) -> Job?

    /// How many jobs stand in each state, by the state's word.
    func counts() async throws(RepositoryFailure) -> [String: Int]

    /// Those of the pictures that must be kept: what unfinished jobs are made from, and what was generated.
    func neededPictures(among digests: [Digest]) async throws(RepositoryFailure) -> Set<Digest>

    /// The pictures of a drop's jobs, generated or dropped.
    func pictures(of drop: DropID) async throws(RepositoryFailure) -> [Digest]

    // MARK: The control socket

    /// Stores a submission's drop, `read` at once, its job and its key with the digest of what was sent, in one
    /// transaction. Returns what is stored under the key now: the earlier submission if the same user sent the same key
    /// before.
    func submit(
        _ submission: SubmittedJob, drop: Drop, key: SubmissionKey?, at utc: Int64
    ) async throws(RepositoryFailure) -> SubmittedJob

    /// What was submitted under a key, if its job wasn't forgotten.
    func submission(_ key: SubmissionKey) async throws(RepositoryFailure) -> SubmittedJob?

    /// A page of jobs, newest first.
    func page(_ query: JobQuery) async throws(RepositoryFailure) -> JobPage

    /// Jobs whose identifiers begin or end so, newest first, at most `limit`.
    func find(_ part: JobPart, limit: Int) async throws(RepositoryFailure) -> [JobID]

    /// A job with every state that it came to and its newest call, `nil` when there is none.
    func story(_ job: JobID) async throws(RepositoryFailure) -> JobStory?

    /// Takes a job that has ended out of memory, in one transaction: its prompt, its names, its story and what its calls
    /// got; what they cost stays. From then on it is nowhere, and nothing it made is taken again.
    func forget(_ job: JobID, at utc: Int64) async throws(RepositoryFailure) -> Result<ForgottenJob, ForgetRefusal>

    // MARK: Calls (written by Backends)

    /// Reserves the money, writes the call as `submitting` and moves its job to `submitting`, in one transaction. When
    /// a cap stands in the way no call is written. Either way, amounts that are dated later than the reservation's day
    /// are noticed, as `LedgerDate` says.
    func begin(
        _ call: Call, reserving: BudgetReservation, token: Int64, at utc: Int64
    ) async throws(RepositoryFailure) -> CallStart

    /// Writes a call down that takes over a picture of an earlier one, and costs nothing. `false`: the job was lost.
    func adopt(_ call: Call, token: Int64, at utc: Int64) async throws(RepositoryFailure) -> Bool

    /// The newest call that got a picture for this request, `nil` when none did.
    func purchase(of request: Digest) async throws(RepositoryFailure) -> Call?

    /// Keeps a call's phase, handle, failure, seed and what the provider said, and with it the line of the ledger where that
    /// changes, in one transaction. A job that is `submitting` is `submitted` with the phase of that name.
    func keep(_ call: Call, settling: Settlement?, at utc: Int64) async throws(RepositoryFailure)

    /// The newest call of a job, `nil` when there is none.
    func lastCall(of job: JobID) async throws(RepositoryFailure) -> Call?

    // MARK: The ledger (written with calls)

    /// How far each cap is used up.
    func standing(of caps: [BudgetCap], at moment: BudgetMoment) async throws(RepositoryFailure) -> [CapStanding]

    /// What a job's calls cost.
    func cost(of job: JobID) async throws(RepositoryFailure) -> JobCost

    /// What was spent, a line for each group and currency, sorted by the groups.
    func spend(_ query: SpendQuery) async throws(RepositoryFailure) -> [SpendLine]

    /// Amounts that are dated later than `today`, `nil` when there are none: the clock was ahead, or is behind.
    func amounts(laterThan today: LocalDay) async throws(RepositoryFailure) -> LaterAmounts?
}

/// An output that lies in the outbox under its temporary name.
package struct OutputPart: Hashable, Sendable {
    package let kind: OutputKind
    /// What follows the stem, such as `art.png` or `picture.jpg`.
    package let ending: String
    package let part: FileName
    /// Of its content, where that could be taken for a prompt one day.
    package let digest: Digest?

    package init(kind: OutputKind, ending: String, part: FileName, digest: Digest? = nil) {
        self.kind = kind
        self.ending = ending
        self.part = part
        self.digest = digest
    }
}

/// How the jobs of one drop stand.
package struct DropTally: Equatable, Sendable {
    /// How many have not ended.
    package let open: Int
    /// Why the first that failed did, if any did.
    package let failure: JobFailure?
    /// Whether all of them were cancelled, and one at least was withdrawn.
    package let isWithdrawn: Bool

    /// Why nothing, or not all, came of it once none is open; `nil`: all is well.
    package var ending: DropFailure? { isWithdrawn ? .withdrawn : failure.map(DropFailure.job) }

    package init(open: Int, failure: JobFailure?, isWithdrawn: Bool = false) {
        self.open = open
        self.failure = failure
        self.isWithdrawn = isWithdrawn
    }
}

/// A line of a batch whose job failed.
package struct FailedLine: Equatable, Sendable {
    /// From 1.
    package let number: Int
    package let failure: JobFailure

    package init(number: Int, failure: JobFailure) {
        self.number = number
        self.failure = failure
    }
}

/// Why the database could not do what was asked.
package enum RepositoryFailure: Error, Equatable, Sendable, Codable {
    case full
    case denied
    case busy
    /// Not a database, or a damaged one.
    case corrupt(String)
    /// Its file was moved, replaced or deleted while it was open.
    case moved
    /// Written by a newer version than this one.
    case newer(found: Int, known: Int)
    /// On a network file system, where its locks can't be trusted.
    case networkFileSystem(String)
    case failed(code: Int32, String)
}

/// Why the database could not be copied.
package enum BackupFailure: Error, Equatable, Sendable {
    case database(RepositoryFailure)
    /// The folder of the copies can't be used.
    case folder(FileFailure)
}
