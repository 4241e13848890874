/// What is written into the ledger before a call is sent, and the caps that it must fit under.
package struct BudgetReservation: Equatable, Sendable {
    package let folder: String
    /// Who submitted the job through the control socket.
    package let submitter: UInt32?
    /// `nil` where no price is configured.
    package let estimate: Money?
    package let moment: BudgetMoment
    /// Empty when a person approved the job: it is paid for whatever the caps say.
    package let caps: [BudgetCap]

    package init(
        folder: String, submitter: UInt32?, estimate: Money?, moment: BudgetMoment, caps: [BudgetCap]
    ) {
        self.folder = folder
        self.submitter = submitter
        self.estimate = estimate
        self.moment = moment
        self.caps = caps
    }
}

/// A moment as budgets see it: its day, and when day and month end.
package struct BudgetMoment: Equatable, Sendable {
    package let day: LocalDay
    /// Milliseconds since 1970.
    package let dayEnds: Int64
    /// Milliseconds since 1970.
    package let monthEnds: Int64

    package init(day: LocalDay, dayEnds: Int64, monthEnds: Int64) {
        self.day = day
        self.dayEnds = dayEnds
        self.monthEnds = monthEnds
    }

    /// The first day that counts for a cap.
    package func start(of period: BudgetCap.Period) -> LocalDay {
        period == .day ? day : day.monthStart
    }

    package func end(of period: BudgetCap.Period) -> Int64 {
        period == .day ? dayEnds : monthEnds
    }
}

/// What came of writing a call down before it is sent.
package enum CallStart: Equatable, Sendable {
    /// It may be sent. Its caps that have just come near their end.
    case begun(warnings: [BudgetCap])
    /// The job has another owner, or has ended.
    case lost
    /// It may not be paid for now, and nothing was written.
    case overBudget(BudgetStop)
}

/// Why a job may not be paid for now.
package struct BudgetStop: Error, Hashable, Sendable, Codable {
    /// The cap that stands in the way.
    package let cap: BudgetCap
    /// When that cap begins anew, in milliseconds since 1970.
    package let resetsAt: Int64

    package init(cap: BudgetCap, resetsAt: Int64) {
        self.cap = cap
        self.resetsAt = resetsAt
    }
}

/// How far a cap is used up.
package struct CapStanding: Equatable, Sendable {
    package let cap: BudgetCap
    package let spent: Spending
    /// Milliseconds since 1970.
    package let resetsAt: Int64

    package init(cap: BudgetCap, spent: Spending, resetsAt: Int64) {
        self.cap = cap
        self.spent = spent
        self.resetsAt = resetsAt
    }
}

/// What was spent under a cap: reserved, paid, and what nobody knows about.
package struct Spending: Equatable, Sendable {
    /// Millionths of the cap's currency; 0 for a cap in pictures.
    package let micros: Int64
    package let pictures: Int64

    package init(micros: Int64, pictures: Int64) {
        self.micros = micros
        self.pictures = pictures
    }
}
