/// How far a cap is used up.
public struct CapStanding: Equatable, Sendable {
    public let cap: BudgetCap
    public let spent: Spending
    /// Milliseconds since 1970.
    public let resetsAt: Int64

    public init(cap: BudgetCap, spent: Spending, resetsAt: Int64) {
        self.cap = cap
        self.spent = spent
        self.resetsAt = resetsAt
    }
}
