/// Stores plans and their runs.
package protocol PlanRepository: Sendable {
    /// Stores a new plan with its key and the digest of what was sent. If the same user already used the key, returns that
    /// plan instead.
    func add(
        _ plan: Plan, key: SubmissionKey?, content: Digest, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> PlanAddition

    /// Returns one plan, `nil` if it doesn't exist.
    func plan(_ id: PlanID) async throws(RepositoryFailure) -> Plan?

    /// Returns all plans, oldest first.
    func plans() async throws(RepositoryFailure) -> [Plan]

    /// Returns when the active plans are due, oldest first.
    func schedules() async throws(RepositoryFailure) -> [PlanSchedule]

    /// Stores the timing, the state and the next moment of a plan that has the revision before its own. `false`: it was
    /// changed meanwhile, or doesn't exist.
    func change(_ plan: Plan, at utc: UTCMillis) async throws(RepositoryFailure) -> Bool

    /// Erases a plan. Jobs that it has made stay. `false`: it doesn't exist.
    func cancel(_ id: PlanID) async throws(RepositoryFailure) -> Bool

    /// Settles a moment of a plan in one transaction: stores the drop and its jobs, the run, and the plan's next moment.
    /// Without a submission the moment counts as missed. Each moment of a plan is settled once, whatever the clocks show,
    /// and by one service only. An attempt that was stored although it failed is found again by its drop.
    func settle(
        _ run: PlanRun, _ submission: (jobs: SubmittedJobs, drop: Drop)?, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> PlanRunOutcome
}

/// The outcome of storing a new plan.
package enum PlanAddition: Equatable, Sendable {
    case added
    /// A plan with the same key, and the digest of what was sent then.
    case known(Plan, content: Digest)
    /// There are `Plan.most` plans.
    case full
}
