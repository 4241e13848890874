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
