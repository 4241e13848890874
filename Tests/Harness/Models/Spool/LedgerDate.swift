package import Domain

/// The day of a ledger amount, with the rules of `LedgerRepository` for the days on which it counts.
package struct LedgerDate: Equatable, Sendable {
    /// The clock's day when the amount was reserved.
    package let day: LocalDay
    /// The earliest day on which `day` was noticed to be in the future.
    package private(set) var countedOn: LocalDay?

    package init(_ day: LocalDay, countedOn: LocalDay? = nil) {
        self.day = day
        self.countedOn = countedOn
    }

    /// Records `today` if this date is later. A clock that is set back again is recorded again.
    package mutating func notice(_ today: LocalDay) {
        if isLater(than: today) { countedOn = noticed(today) }
    }

    package func isLater(than today: LocalDay) -> Bool { day > today }

    /// Returns whether the amount counts under a cap whose day or month began on `start`.
    package func counts(since start: LocalDay, today: LocalDay) -> Bool {
        day >= start && (day <= today || (countedOn ?? today) >= start)
    }

    /// Returns the day in `days` on which the amount counts, `nil` if there is none. Each amount counts at most once in
    /// a sum.
    package func day(among days: ClosedRange<LocalDay>, today: LocalDay) -> LocalDay? {
        if day <= today, days.contains(day) { return day }
        return noticed(today).flatMap { days.contains($0) ? $0 : nil }
    }

    private func noticed(_ today: LocalDay) -> LocalDay? {
        isLater(than: today) ? min(countedOn ?? today, today) : countedOn
    }
}
