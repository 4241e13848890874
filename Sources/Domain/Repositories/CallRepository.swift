/// Stores calls to backends, each with its line in the ledger.
package protocol CallRepository: CallReader {
    /// Reserves the money, stores the call as `submitting` and moves its job to `submitting`, in one transaction. If a
    /// cap prevents the purchase, no call is stored. Either way, amounts dated later than the reservation's day are
    /// recorded as future amounts, as `LedgerRepository` defines. `within`: what services that share the database may
    /// together ask of the backend; `nil`: each for itself.
    func begin(
        _ call: Call, reserving: BudgetReservation, within limits: SharedLimits?, token: Int64, at utc: UTCMillis
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

/// Totals of the ledger, which has a line for each call that may cost something.
///
/// An amount belongs to the day on which it was reserved. If the clock later shows an earlier day, either it was ahead
/// before or it is behind now, and there is no way to tell which. So an amount dated later than today counts on the day
/// on which this is noticed, whatever its own date: caps that were used up stay used up. From the next day on it no
/// longer counts, until its own day comes: a clock that goes back over midnight for a while grants no day's budget
/// twice.
package protocol LedgerRepository: Sendable {
    /// Returns the amount used of each cap.
    func standing(of caps: [BudgetCap], at moment: BudgetMoment) async throws(RepositoryFailure) -> [CapUsage]

    /// Returns the totals of the ledger, a line for each group and currency, sorted by the groups.
    func spend(_ query: SpendQuery) async throws(RepositoryFailure) -> [SpendLine]

    /// Returns the amounts dated later than `today`, `nil` if there are none. They show that the clock was ahead or is
    /// behind.
    func amounts(laterThan today: LocalDay) async throws(RepositoryFailure) -> FutureAmounts?
}
