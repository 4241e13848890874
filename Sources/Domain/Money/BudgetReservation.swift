/// The ledger entry to write before a call is sent, and the caps that it must fit under.
package struct BudgetReservation: Equatable, Sendable {
    package let folder: String
    /// The user ID of the job's sender; `nil` unless it was submitted through the control socket.
    package let submitter: UInt32?
    /// `nil` where no price is configured.
    package let estimate: Money?
    package let moment: BudgetMoment
    /// Empty where a person approved the job: it is paid for regardless of caps.
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

/// A moment in terms of budgets: its local day, and when that day and month end.
package struct BudgetMoment: Equatable, Sendable {
    package let day: LocalDay
    package let dayEnds: UTCMillis
    package let monthEnds: UTCMillis

    package init(day: LocalDay, dayEnds: UTCMillis, monthEnds: UTCMillis) {
        self.day = day
        self.dayEnds = dayEnds
        self.monthEnds = monthEnds
    }

    /// Returns the first day of the current period.
    package func start(of period: BudgetCap.Period) -> LocalDay {
        period == .day ? day : day.firstDayOfMonth
    }

    /// Returns the time when the current period ends.
    package func end(of period: BudgetCap.Period) -> UTCMillis {
        period == .day ? dayEnds : monthEnds
    }
}

/// The outcome of recording a call before it is sent.
package enum CallStart: Equatable, Sendable {
    /// The call may be sent. `warnings`: the caps that this call brought close to their limit.
    case begun(warnings: [BudgetCap])
    /// The job was resumed by another start, or has ended.
    case lost
    /// The other services leave no room for it now; nothing was written.
    case turnedAway(SharedObstacle)
    /// A cap doesn't allow the purchase; nothing was written.
    case overBudget(BudgetExceeded)
}

/// The budget cap that prevents a purchase.
package struct BudgetExceeded: Error, Hashable, Sendable, Codable {
    /// The cap that is used up.
    package let cap: BudgetCap
    /// The time when the cap resets.
    package let resetsAt: UTCMillis
    /// How many samples of the request fitted; `nil` for a purchase that was judged alone.
    package let samples: FittingSamples?

    package init(cap: BudgetCap, resetsAt: UTCMillis, samples: FittingSamples? = nil) {
        self.cap = cap
        self.resetsAt = resetsAt
        self.samples = samples
    }

    package func leaving(_ samples: FittingSamples) -> BudgetExceeded {
        BudgetExceeded(cap: cap, resetsAt: resetsAt, samples: samples)
    }

    /// Returns the time when a held job continues: `perHour` of them per hour, the first when the cap resets. `place`
    /// counts the held jobs before it.
    package func release(_ place: Int, perHour: Int) -> UTCMillis {
        resetsAt + Int64(place) * (3_600_000 / Int64(perHour))
    }
}

/// The used amount of a cap.
package struct CapUsage: Equatable, Sendable {
    package let cap: BudgetCap
    package let spent: Spending
    /// The time when the cap resets.
    package let resetsAt: UTCMillis

    package init(cap: BudgetCap, spent: Spending, resetsAt: UTCMillis) {
        self.cap = cap
        self.spent = spent
        self.resetsAt = resetsAt
    }
}

/// The amount that counts against a cap: reserved, paid, and calls with an unknown outcome.
package struct Spending: Equatable, Sendable {
    /// Millionths of the cap's currency; 0 for a cap that counts pictures.
    package let micros: Int64
    package let pictures: Int64

    package init(micros: Int64, pictures: Int64) {
        self.micros = micros
        self.pictures = pictures
    }
}
