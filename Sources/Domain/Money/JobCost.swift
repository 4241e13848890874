/// What the calls of one job cost.
public struct JobCost: Equatable, Sendable {
    /// A sum for each currency, sorted by its letters; empty where nothing has a price. Running calls count with what is
    /// reserved for them, lost ones as spent.
    public let sums: [Money]
    /// How many calls nobody knows the end of: each may have been paid for.
    public let lostCalls: Int

    public init(sums: [Money] = [], lostCalls: Int = 0) {
        self.sums = sums
        self.lostCalls = lostCalls
    }
}
