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
