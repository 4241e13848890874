/// The bounds that are configured for one scope.
package struct Caps: Equatable, Sendable {
    package var perDay: Money?
    package var perMonth: Money?
    package var picturesPerDay: Int64?
    package var picturesPerMonth: Int64?

    package init(
        perDay: Money? = nil, perMonth: Money? = nil, picturesPerDay: Int64? = nil, picturesPerMonth: Int64? = nil
    ) {
        self.perDay = perDay
        self.perMonth = perMonth
        self.picturesPerDay = picturesPerDay
        self.picturesPerMonth = picturesPerMonth
    }

    package var isEmpty: Bool { self == Caps() }

    /// The amounts, that all must be of one currency.
    package var amounts: [Money] { [perDay, perMonth].compactMap(\.self) }

    package func caps(_ scope: BudgetCap.Scope) -> [BudgetCap] {
        let limits: [(BudgetCap.Period, BudgetCap.Limit?)] = [
            (.day, perDay.map { .money($0) }), (.month, perMonth.map { .money($0) }),
            (.day, picturesPerDay.map { .pictures($0) }), (.month, picturesPerMonth.map { .pictures($0) }),
        ]
        return limits.compactMap { period, limit in
            limit.map { BudgetCap(scope: scope, period: period, limit: $0) }
        }
    }
}
