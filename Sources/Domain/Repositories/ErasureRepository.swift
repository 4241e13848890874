/// Erases what describes a job.
package protocol ErasureRepository: Sendable {
    /// Erases a job that has ended, in one transaction: prompt, names, history and the results of its calls. Their
    /// costs stay in the ledger. The job can't be found any more, and its pictures are not reused.
    func forget(_ job: JobID, at utc: UTCMillis) async throws(RepositoryFailure) -> Result<ForgottenJob, ForgetRefusal>

    /// Returns the drop that produced only this job, once it is gone; `nil` if its file stays in its folder or other
    /// jobs came from it too.
    func soleDrop(of job: JobID) async throws(RepositoryFailure) -> Drop?
}
