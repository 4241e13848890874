package import Domain
package import JobsFeature
package import MVIEffects

/// The side effects of `Jobs`.
package protocol JobsSideEffect: Sendable {
    /// Claims up to `limit` unfinished jobs of earlier runs after the job `after` by giving them `token`.
    func takeUp(
        limit: Int, after: JobID?, token: Int64, utc: UTCMillis
    ) async -> Result<[Job], RepositoryFailure>

    /// Writes a job's new state and its picture. `false`: the job belongs to another owner.
    func move(_ job: Job, to state: JobState) async -> Result<Bool, RepositoryFailure>

    /// Renders, writes every output under a temporary name and reserves the final names. `nil`: the job belongs to
    /// another owner.
    func stage(_ job: Job) async -> Result<[OutputFile]?, JobFailure>

    /// Renames every output to its final name and writes `done`. `false`: the job belongs to another owner.
    func deliver(_ job: Job) async -> Result<Bool, JobFailure>

    /// Counts the open jobs of a drop.
    func tally(_ drop: DropID) async -> Result<DropProgress, RepositoryFailure>

    /// Stores a submission with its picture, its drop and its key. Returns what is stored under the key.
    func submit(_ submission: Jobs.Submission) async -> Result<SubmittedJob, SubmitRefusal>

    /// Queues an ended or unknown job again.
    func reopen(
        _ job: JobID, mayPayTwice: Bool, token: Int64
    ) async -> Result<Job, RetryRefusal>

    /// Marks a held job as approved and queues it again. `nil`: the job is no longer held.
    func approve(_ job: JobID, token: Int64) async -> Result<Job?, RepositoryFailure>

    /// Cancels a job in the database only. `nil`: the job has already ended or does not exist.
    func cancelRow(_ job: JobID, token: Int64) async -> Result<Job?, RepositoryFailure>

    /// Stores the request to cancel a job, so that it survives a restart. Returns the failure, or `nil` on success.
    func recordCancellation(_ job: JobID) async -> RepositoryFailure?

    /// Deletes the files and the record of an ended job.
    func forget(_ job: JobID) async -> Result<Jobs.ForgottenFiles, ForgetRefusal>

    /// Cancels a job. `false`: a call for it may have been sent, or the job belongs to another owner.
    func withdraw(_ job: Job) async -> Result<Bool, RepositoryFailure>

    /// Returns when the time is over or the task is cancelled.
    func sleep(_ duration: Duration) async
}

extension Jobs {
    /// Maps every effect to a method of the side-effect protocol. The only code that knows both.
    package static func performer(_ world: any JobsSideEffect) -> Perform<Jobs> {
        { effect, _ in
            switch effect {
            case .takeUp(let limit, let after, let token, let utc):
                .takenUp(await world.takeUp(limit: limit, after: after, token: token, utc: utc))
            case .move(let job, let target):
                .moved(job.id, target, await world.move(job, to: target))
            case .stage(let job): .staged(job.id, await world.stage(job))
            case .deliver(let job): .delivered(job.id, await world.deliver(job))
            case .tally(let drop): .tallied(drop, await world.tally(drop))
            case .submit(let submission, let ticket): .submitted(ticket, await world.submit(submission))
            case .reopen(let job, let mayPayTwice, let token):
                .reopened(job, await world.reopen(job, mayPayTwice: mayPayTwice, token: token))
            case .approve(let job, let token):
                .approved(job, await world.approve(job, token: token))
            case .cancelRow(let job, let token):
                .rowCancelled(job, await world.cancelRow(job, token: token))
            case .recordCancellation(let job): .cancelRecorded(job, await world.recordCancellation(job))
            case .forget(let job): .forgotten(job, await world.forget(job))
            case .withdraw(let job): .withdrawn(job.id, await world.withdraw(job))
            case .sleep(let duration): await woken(after: duration, world)
            }
        }
    }

    private static func woken(after duration: Duration, _ world: any JobsSideEffect) async -> InternalAction {
        await world.sleep(duration)
        return .woke
    }
}
