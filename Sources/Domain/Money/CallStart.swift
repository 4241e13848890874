/// What came of writing a call down before it is sent.
package enum CallStart: Equatable, Sendable {
    /// It may be sent. Its caps that have just come near their end.
    case begun(warnings: [BudgetCap])
    /// The job has another owner, or has ended.
    case lost
    /// It may not be paid for now, and nothing was written.
    case overBudget(BudgetStop)
}
