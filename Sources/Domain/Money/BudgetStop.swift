/// Why a job may not be paid for now.
package struct BudgetStop: Error, Hashable, Sendable, Codable {
    /// The cap that stands in the way.
    package let cap: BudgetCap
    /// When that cap begins anew, in milliseconds since 1970.
    package let resetsAt: Int64

    package init(cap: BudgetCap, resetsAt: Int64) {
        self.cap = cap
        self.resetsAt = resetsAt
    }
}
