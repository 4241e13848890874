/// A moment as budgets see it: its day, and when day and month end.
public struct BudgetMoment: Equatable, Sendable {
    public let day: LocalDay
    /// Milliseconds since 1970.
    public let dayEnds: Int64
    /// Milliseconds since 1970.
    public let monthEnds: Int64

    public init(day: LocalDay, dayEnds: Int64, monthEnds: Int64) {
        self.day = day
        self.dayEnds = dayEnds
        self.monthEnds = monthEnds
    }

    /// The first day that counts for a cap.
    public func start(of period: BudgetCap.Period) -> LocalDay {
        period == .day ? day : day.monthStart
    }

    public func end(of period: BudgetCap.Period) -> Int64 {
        period == .day ? dayEnds : monthEnds
    }
}
