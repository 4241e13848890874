/// The days on which an amount of the ledger counts: the one definition for caps and for what `spend` tells. The SQL of
/// the database says the same, and one contract suite holds both to it.
///
/// An amount belongs to the day on which it was reserved. When the clock later shows an earlier day, either it had jumped
/// forward before or it is behind now, and nothing can tell which. So an amount that is dated later than today counts on
/// the day that notices this, whatever its own date: caps that were used up stay so. From the next day on it doesn't count
/// any more, unless its own day comes: a clock that went back over midnight for a while gives no day's budget twice.
package struct LedgerDate: Equatable, Sendable {
    /// The day that the clock showed when the amount was reserved.
    package let day: LocalDay
    /// The earliest day that noticed that `day` lies after it.
    package private(set) var countedOn: LocalDay?

    package init(_ day: LocalDay, countedOn: LocalDay? = nil) {
        self.day = day
        self.countedOn = countedOn
    }

    /// Notes that `today` comes before this date. A clock that is set back again is noticed again.
    package mutating func notice(_ today: LocalDay) {
        if isLater(than: today) { countedOn = noticed(today) }
    }

    package func isLater(than today: LocalDay) -> Bool { day > today }

    /// Whether the amount counts under a cap whose day or month began on `start`.
    package func counts(since start: LocalDay, today: LocalDay) -> Bool {
        day >= start && (day <= today || (countedOn ?? today) >= start)
    }

    /// The day on which the amount counts among `days`, `nil` where it doesn't. Each amount counts once in a sum.
    package func day(among days: ClosedRange<LocalDay>, today: LocalDay) -> LocalDay? {
        if day <= today, days.contains(day) { return day }
        return noticed(today).flatMap { days.contains($0) ? $0 : nil }
    }

    private func noticed(_ today: LocalDay) -> LocalDay? {
        isLater(than: today) ? min(countedOn ?? today, today) : countedOn
    }
}

/// Amounts that are dated later than the clock's day.
package struct LaterAmounts: Equatable, Sendable {
    package let lines: Int64
    /// The latest of their dates.
    package let latest: LocalDay
    /// The last day on which one of them counts before its own date.
    package let countedOn: LocalDay

    package init(lines: Int64, latest: LocalDay, countedOn: LocalDay) {
        self.lines = lines
        self.latest = latest
        self.countedOn = countedOn
    }
}
