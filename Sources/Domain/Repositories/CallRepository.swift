/// Stores calls to backends, each with its line in the ledger.
package protocol CallRepository: CallReader {
    /// Reserves the money, stores the call as `submitting` and moves its job to `submitting`, in one transaction. If a
    /// cap prevents the purchase, no call is stored. Either way, amounts dated later than the reservation's day are
    /// noticed, as `LedgerDate` defines.
    func begin(
        _ call: Call, reserving: BudgetReservation, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> CallStart

    /// Stores a call that reuses the picture of an earlier one and costs nothing. Returns `false` if the caller lost
    /// the job.
    func adopt(_ call: Call, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Bool

    /// Returns the newest call with this purchase key that got a picture, `nil` if there is none.
    func purchase(_ key: Digest) async throws(RepositoryFailure) -> Call?

    /// Stores a call's phase, handle, failure, seed and provider data, and the change to its ledger line, if any, in
    /// one transaction. A job that is `submitting` becomes `submitted` when its call does.
    func keep(_ call: Call, settling: Settlement?, at utc: UTCMillis) async throws(RepositoryFailure)
}

/// Reads what was ordered for a job.
package protocol CallReader: Sendable {
    /// Returns the newest call of a job, `nil` if there is none.
    func lastCall(of job: JobID) async throws(RepositoryFailure) -> Call?

    /// Returns the cost of a job's calls.
    func cost(of job: JobID) async throws(RepositoryFailure) -> JobCost
}
