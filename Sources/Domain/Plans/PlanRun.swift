/// An attempt to settle one moment of a plan: to make its jobs, or to leave it out.
package struct PlanRun: Equatable, Sendable {
    package let plan: PlanID
    /// The revision of the plan for which this was decided.
    package let revision: Int64
    package let due: UTCMillis
    /// The plan's next moment; `nil` ends the plan.
    package let next: UTCMillis?
    package let isMissed: Bool
    /// What the clock showed when it was decided, and the seed of its jobs. A repeated attempt has the same, so that it finds what an earlier one stored.
    package let utc: UTCMillis
    package let seed: UInt64

    package init(
        plan: PlanID, revision: Int64, due: UTCMillis, next: UTCMillis?, isMissed: Bool, utc: UTCMillis, seed: UInt64
    ) {
        self.plan = plan
        self.revision = revision
        self.due = due
        self.next = next
        self.isMissed = isMissed
        self.utc = utc
        self.seed = seed
    }
}

/// The outcome of a `PlanRun`.
package enum PlanRunOutcome: Equatable, Sendable {
    case fired(SubmittedJobs, Drop)
    case missed
    /// The moment had been settled before, by another service or before the clock was set back.
    case settled
    /// The plan was changed, paused or cancelled meanwhile. Nothing was stored.
    case changed
}
