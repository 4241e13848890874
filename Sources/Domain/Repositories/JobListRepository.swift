/// Finds jobs, for clients.
package protocol JobListRepository: Sendable {
    /// Returns a page of jobs, newest first.
    func page(_ query: JobQuery) async throws(RepositoryFailure) -> JobPage

    /// Returns at most `limit` jobs whose identifiers begin or end with `part`, newest first.
    func find(_ part: JobIDFragment, limit: Int) async throws(RepositoryFailure) -> [JobID]

    /// Returns a job with its state history and its newest call, `nil` if it doesn't exist.
    func story(_ job: JobID) async throws(RepositoryFailure) -> JobTimeline?

    /// Returns the creation time of a job and all its states, oldest first: the times of its story without reading its
    /// request. `nil` if it doesn't exist.
    func steps(of job: JobID) async throws(RepositoryFailure) -> (created: UTCMillis, steps: [JobTimeline.Step])?

    /// Returns the number of jobs in each state, by the state's word.
    func counts() async throws(RepositoryFailure) -> [String: Int]

    /// Returns the retry rule for a job in its current state; `nil` if there is no such job.
    func retryRule(of job: JobID) async throws(RepositoryFailure) -> RetryRule?
}
