/// Why a job waits for a person, or for money.
package enum HoldReason: Hashable, Sendable, Codable {
    /// A cap is used up. It goes on by itself at `until`, milliseconds since 1970, or when a person approves it.
    case budget(BudgetStop, until: Int64)
    case approval

    /// The stable word for database and API.
    package var word: String {
        switch self {
        case .budget: "budget"
        case .approval: "approval"
        }
    }
}
