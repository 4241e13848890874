/// What became of the money that was reserved for a call.
package enum Charge: String, Hashable, Sendable, Codable, CaseIterable {
    /// The call goes on.
    case reserved
    /// A picture was made for it, be it for nothing.
    case spent
    /// Nothing was bought.
    case unspent
    /// Nobody knows; it counts as spent.
    case unknown
}

/// How a call's line in the ledger changes.
package struct Settlement: Equatable, Sendable {
    package let charge: Charge
    /// What it cost after all; `nil` keeps what was reserved.
    package let amount: Money?

    package init(_ charge: Charge, amount: Money? = nil) {
        self.charge = charge
        self.amount = amount
    }
}

/// What the calls of one job cost.
package struct JobCost: Equatable, Sendable {
    /// A sum for each currency, sorted by its letters; empty where nothing has a price. Running calls count with what is
    /// reserved for them, lost ones as spent.
    package let sums: [Money]
    /// How many calls nobody knows the end of: each may have been paid for.
    package let lostCalls: Int

    package init(sums: [Money] = [], lostCalls: Int = 0) {
        self.sums = sums
        self.lostCalls = lostCalls
    }
}

/// What is asked of the ledger.
package struct SpendQuery: Equatable, Sendable {
    package enum Group: String, Hashable, Sendable, CaseIterable {
        case folder
        case backend
        case user
        case day
        case month
    }

    /// The first and the last day that count.
    package var days: ClosedRange<LocalDay>
    /// In this order.
    package var groups: [Group]
    /// The day that the clock shows: amounts that are dated later count as `LedgerDate` says.
    package var today: LocalDay

    package init(days: ClosedRange<LocalDay>, groups: [Group] = [.backend], today: LocalDay) {
        self.days = days
        self.groups = groups
        self.today = today
    }
}

/// What calls that are alike have cost.
package struct SpendLine: Equatable, Sendable {
    /// One word for each group that was asked for; a user is his number, empty where a folder's drop had no sender.
    package let keys: [String]
    /// Calls of which nobody knows whether they were paid for have lines of their own.
    package let isUnknown: Bool
    package let pictures: Int64
    /// `nil` where no price is known.
    package let amount: Money?

    package init(keys: [String], isUnknown: Bool, pictures: Int64, amount: Money?) {
        self.keys = keys
        self.isUnknown = isUnknown
        self.pictures = pictures
        self.amount = amount
    }
}

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
