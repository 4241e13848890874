/// The outcome for the money reserved for a call.
package enum Charge: String, Hashable, Sendable, Codable, CaseIterable {
    /// The call is still running.
    case reserved
    /// A picture was made, possibly for free.
    case spent
    /// Nothing was bought.
    case unspent
    /// The outcome can't be determined; the amount counts as spent.
    case unknown
}

/// A change to a call's line in the ledger.
package struct Settlement: Equatable, Sendable {
    package let charge: Charge
    /// The actual cost; `nil` keeps the reserved amount.
    package let amount: Money?

    package init(_ charge: Charge, amount: Money? = nil) {
        self.charge = charge
        self.amount = amount
    }
}

/// The cost of one job's calls.
package struct JobCost: Equatable, Sendable {
    /// One sum per currency, sorted by currency code; empty where nothing has a price. Running calls count with their
    /// reserved amount, lost calls as spent.
    package let sums: [Money]
    /// The number of calls with an unknown outcome; each may have been paid for.
    package let lostCalls: Int

    package init(sums: [Money] = [], lostCalls: Int = 0) {
        self.sums = sums
        self.lostCalls = lostCalls
    }
}

/// A query for the ledger's totals.
package struct SpendQuery: Equatable, Sendable {
    package enum Group: String, Hashable, Sendable, CaseIterable {
        case folder
        case backend
        case user
        case day
        case month
    }

    /// The first and the last day to include.
    package var days: ClosedRange<LocalDay>
    /// The grouping, in this order.
    package var groups: [Group]
    /// The clock's current day. Amounts dated later count as `LedgerRepository` defines.
    package var today: LocalDay

    package init(days: ClosedRange<LocalDay>, groups: [Group] = [.backend], today: LocalDay) {
        self.days = days
        self.groups = groups
        self.today = today
    }
}

/// The total of the calls in one group.
package struct SpendLine: Equatable, Sendable {
    /// The group's value for each requested grouping. A user is a user ID; empty for drops, which have no sender.
    package let keys: [String]
    /// Whether this is the line of the calls with an unknown outcome, which are totalled separately.
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

/// Ledger amounts dated later than the clock's current day.
package struct FutureAmounts: Equatable, Sendable {
    /// The number of ledger lines.
    package let lines: Int64
    /// The latest of their dates.
    package let latest: LocalDay
    /// The last day on which one of them counts ahead of its own date.
    package let countedOn: LocalDay

    package init(lines: Int64, latest: LocalDay, countedOn: LocalDay) {
        self.lines = lines
        self.latest = latest
        self.countedOn = countedOn
    }
}
