/// The bounds that are configured for one scope.
public struct Caps: Equatable, Sendable {
    public var perDay: Money?
    public var perMonth: Money?
    public var picturesPerDay: Int64?
    public var picturesPerMonth: Int64?

    public init(
        perDay: Money? = nil, perMonth: Money? = nil, picturesPerDay: Int64? = nil, picturesPerMonth: Int64? = nil
    ) {
        self.perDay = perDay
        self.perMonth = perMonth
        self.picturesPerDay = picturesPerDay
        self.picturesPerMonth = picturesPerMonth
    }

    public var isEmpty: Bool { self == Caps() }

    /// The amounts, that all must be of one currency.
    public var amounts: [Money] { [perDay, perMonth].compactMap(\.self) }

    public func caps(_ scope: BudgetCap.Scope) -> [BudgetCap] {
        let limits: [(BudgetCap.Period, BudgetCap.Limit?)] = [
            (.day, perDay.map { .money($0) }), (.month, perMonth.map { .money($0) }),
            (.day, picturesPerDay.map { .pictures($0) }), (.month, picturesPerMonth.map { .pictures($0) }),
        ]
        return limits.compactMap { period, limit in
            limit.map { BudgetCap(scope: scope, period: period, limit: $0) }
        }
    }
}
