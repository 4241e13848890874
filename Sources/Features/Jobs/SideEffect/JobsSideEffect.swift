package import Domain
package import JobsFeature
package import MVIEffects

/// The side effects of `Jobs`.
package protocol JobsSideEffect: Sendable {
    /// Claims up to `limit` unfinished jobs of earlier runs after the job `after` by giving them `token`.
    func claimUnfinished(
        limit: Int, after: JobID?, token: Int64, utc: UTCMillis
    ) async -> Result<[Job], RepositoryFailure>

    /// Writes a job's new state and its picture. `false`: the job belongs to another owner.
    func move(_ job: Job, to state: JobState) async -> Result<Bool, RepositoryFailure>

    /// Lets a job wait for a gate. `false`: a call for it may have been sent, or the job belongs to another owner.
    func park(_ job: Job, behind closure: GateClosure) async -> Result<Bool, RepositoryFailure>

    /// Queues up to `limit` jobs that wait for gates other than the `closed` ones.
    func admitGated(
        except closed: Set<String>, limit: Int, token: Int64
    ) async -> Result<GateAdmission, RepositoryFailure>

    /// Gives a job with its picture to the services that have its folder. Returns `false` if this one has it.
    func handOver(_ job: Job) async -> Result<Bool, JobFailure>

    /// Renders, writes every output under a temporary name and reserves the final names. `nil`: the job belongs to
    /// another owner.
    func stage(_ job: Job) async -> Result<[OutputFile]?, JobFailure>

    /// Renames every output to its final name and writes `done`. `false`: the job belongs to another owner.
    func deliver(_ job: Job) async -> Result<Bool, JobFailure>

    /// Finds out whether a drop has open jobs, and how it ended otherwise.
    func tally(_ drop: DropID) async -> Result<DropProgress, RepositoryFailure>

    /// Stores a submission with its picture, its drop and its key. Returns what is stored under the key.
    func submit(_ submission: Jobs.Submission) async -> Result<SubmittedJobs, SubmitRefusal>

    /// Queues an ended or unknown job again.
    func reopen(_ job: JobID, mayPayTwice: Bool, token: Int64) async -> Result<Jobs.ReopenedJob, RetryRefusal>

    /// Queues a done job again, whose picture still exists.
    func redeliver(_ job: JobID, token: Int64) async -> Result<Job, RedeliverRefusal>

    /// Marks a held job as approved and queues it again. `nil`: the job is no longer held.
    func approve(_ job: JobID, token: Int64) async -> Result<Job?, RepositoryFailure>

    /// Cancels a job that has no entry in the state, in the database only. `nil`: the job has already ended or does not exist.
    func cancelRow(_ job: JobID, token: Int64) async -> Result<Job?, RepositoryFailure>

    /// Stores the request to cancel a job that has a step in progress, so that the request survives a restart. Returns
    /// the failure, or `nil` on success.
    func recordCancellation(_ job: JobID) async -> RepositoryFailure?

    /// Deletes the files and the record of an ended job.
    func forget(_ job: JobID) async -> Result<Jobs.ForgottenFiles, ForgetRefusal>

    /// Cancels a job whose drop was withdrawn. `false`: a call for it may have been sent, or the job belongs to another owner.
    func withdraw(_ job: Job) async -> Result<Bool, RepositoryFailure>

    /// Waits for `duration`. `false`: the task was cancelled.
    func wait(_ duration: Duration) async -> Bool
}

extension Jobs {
    /// Maps every effect to a method of the side-effect protocol. The only code that knows both.
    package static func performer(_ sideEffect: any JobsSideEffect) -> Perform<Jobs> {
        { effect, _ in
            switch effect {
            case .claimUnfinished(let limit, let after, let token, let utc):
                .claimedUnfinished(await sideEffect.claimUnfinished(limit: limit, after: after, token: token, utc: utc))
            case .move(let job, let target): .moved(job.id, target, await sideEffect.move(job, to: target))
            case .park(let job, let closure):
                .parked(job.id, closure, await sideEffect.park(job, behind: closure))
            case .admitGated(let closed, let limit, let token):
                .admittedGated(await sideEffect.admitGated(except: closed, limit: limit, token: token))
            case .stage(let job): await sideEffect.stageOrHandOver(job)
            case .deliver(let job): .delivered(job.id, await sideEffect.deliver(job))
            case .tally(let drop): .tallied(drop, await sideEffect.tally(drop))
            case .submit(let submission, let ticket): .submitted(ticket, await sideEffect.submit(submission))
            case .reopen(let job, let mayPayTwice, let token):
                .reopened(job, await sideEffect.reopen(job, mayPayTwice: mayPayTwice, token: token))
            case .approve(let job, let token): .approved(job, await sideEffect.approve(job, token: token))
            case .redeliver(let job, let token): .redelivering(job, await sideEffect.redeliver(job, token: token))
            case .cancelRow(let job, let token): .rowCancelled(job, await sideEffect.cancelRow(job, token: token))
            case .recordCancellation(let job): .cancelRecorded(job, await sideEffect.recordCancellation(job))
            case .forget(let job): .forgotten(job, await sideEffect.forget(job))
            case .withdraw(let job): .withdrawn(job.id, await sideEffect.withdraw(job))
            case .sleep(let duration): await sideEffect.wait(duration) ? .woke : nil
            }
        }
    }
}

extension JobsSideEffect {
    fileprivate func stageOrHandOver(_ job: Job) async -> Jobs.InternalAction {
        switch await handOver(job) {
        case .success(true): .handedOver(job.id)
        case .success(false): .staged(job.id, await stage(job))
        case .failure(let failure): .staged(job.id, .failure(failure))
        }
    }
}
