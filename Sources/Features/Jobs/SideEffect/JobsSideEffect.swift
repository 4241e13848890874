package import Domain

/// The world as Jobs sees it.
package protocol JobsSideEffect: Sendable {
    /// Takes up unfinished jobs of earlier runs, giving them this start's token.
    func takeUp(
        limit: Int, after: JobID?, token: Int64, utc: Int64
    ) async -> Result<[Job], RepositoryFailure>

    /// Writes a job's new state and its picture. `false`: the job has another owner.
    func move(_ job: Job, to state: JobState, utc: Int64) async -> Result<Bool, RepositoryFailure>

    /// Renders, writes every output under its temporary name, reserves the final names. `nil`: another owner.
    func stage(_ job: Job, utc: Int64) async -> Result<[OutputFile]?, JobFailure>

    /// Gives every output its final name and writes `done`. `false`: another owner.
    func deliver(_ job: Job, utc: Int64) async -> Result<Bool, JobFailure>

    /// How the jobs of a drop stand.
    func tally(_ drop: DropID) async -> Result<DropTally, RepositoryFailure>

    /// Queues a job again that has ended or is unknown.
    func reopen(
        _ job: JobID, mayPayTwice: Bool, token: Int64, utc: Int64
    ) async -> Result<Job, RetryRefusal>

    /// Queues a held job again, approved. `nil`: it isn't held any more.
    func approve(_ job: JobID, token: Int64, utc: Int64) async -> Result<Job?, RepositoryFailure>

    /// Cancels a job in its row alone. `nil`: it has ended, or there is none.
    func cancelRow(_ job: JobID, token: Int64, utc: Int64) async -> Result<Job?, RepositoryFailure>

    /// Notes that a job is to be cancelled, so that this outlasts the service. What hinders that; `nil` when it is noted.
    func noteCancel(_ job: JobID) async -> RepositoryFailure?

    /// Cancels a job unless a call of it may have been sent: then, or when it has another owner, `false`.
    func withdraw(_ job: Job, utc: Int64) async -> Result<Bool, RepositoryFailure>

    /// Returns when the time is over, or when it is cancelled.
    func sleep(_ duration: Duration) async
}
