/// How far a cap on spending is used up.
package struct BudgetStatus: Codable, Equatable, Sendable {
    /// The cap in words: `5.00 USD a day`.
    package var cap: String
    /// `all`, `backend` or `folder`.
    package var scope: String
    /// The backend's or the folder's name.
    package var name: String?
    /// `day` or `month`.
    package var period: String
    /// What may be spent and what was, such as `5.00 USD`, or a number of pictures.
    package var limit: String
    package var spent: String
    /// When it begins anew.
    package var resetsAt: WireTime

    private enum CodingKeys: String, CodingKey {
        case cap, scope, name, period, limit, spent
        case resetsAt = "resets_at"
    }

    package init(
        cap: String, scope: String, name: String?, period: String, limit: String, spent: String, resetsAt: WireTime
    ) {
        self.cap = cap
        self.scope = scope
        self.name = name
        self.period = period
        self.limit = limit
        self.spent = spent
        self.resetsAt = resetsAt
    }
}
