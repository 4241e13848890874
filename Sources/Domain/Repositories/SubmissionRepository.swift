/// Stores jobs submitted through the control socket.
package protocol SubmissionRepository: Sendable {
    /// Stores a submission's drop (directly as `read`), its job, and its key with the submission's digest, in one
    /// transaction. Returns the submission stored under the key: an earlier one if the same user already used the key.
    func submit(
        _ submission: SubmittedJob, drop: Drop, key: SubmissionKey?, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> SubmittedJob

    /// Returns the submission stored under a key, `nil` if there is none or its job was forgotten.
    func submission(_ key: SubmissionKey) async throws(RepositoryFailure) -> SubmittedJob?
}
