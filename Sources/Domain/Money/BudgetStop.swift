/// Why a job may not be paid for now.
public struct BudgetStop: Error, Hashable, Sendable, Codable {
    /// The cap that stands in the way.
    public let cap: BudgetCap
    /// When that cap begins anew, in milliseconds since 1970.
    public let resetsAt: Int64

    public init(cap: BudgetCap, resetsAt: Int64) {
        self.cap = cap
        self.resetsAt = resetsAt
    }
}
