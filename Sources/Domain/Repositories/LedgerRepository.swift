/// Totals of the ledger, which has a line for each call that may cost something.
package protocol LedgerRepository: Sendable {
    /// Returns the amount used of each cap.
    func standing(of caps: [BudgetCap], at moment: BudgetMoment) async throws(RepositoryFailure) -> [CapUsage]

    /// Totals of the ledger, a line for each group and currency, sorted by the groups.
    func spend(_ query: SpendQuery) async throws(RepositoryFailure) -> [SpendLine]

    /// Amounts dated later than `today`, `nil` if there are none. They show that the clock was ahead or is behind.
    func amounts(laterThan today: LocalDay) async throws(RepositoryFailure) -> FutureAmounts?
}
