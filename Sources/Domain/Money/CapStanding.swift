/// How far a cap is used up.
package struct CapStanding: Equatable, Sendable {
    package let cap: BudgetCap
    package let spent: Spending
    /// Milliseconds since 1970.
    package let resetsAt: Int64

    package init(cap: BudgetCap, spent: Spending, resetsAt: Int64) {
        self.cap = cap
        self.spent = spent
        self.resetsAt = resetsAt
    }
}
