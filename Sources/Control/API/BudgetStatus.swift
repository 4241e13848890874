/// How far a cap on spending is used up.
public struct BudgetStatus: Codable, Equatable, Sendable {
    /// The cap in words: `5.00 USD a day`.
    public var cap: String
    /// `all`, `backend` or `folder`.
    public var scope: String
    /// The backend's or the folder's name.
    public var name: String?
    /// `day` or `month`.
    public var period: String
    /// What may be spent and what was, such as `5.00 USD`, or a number of pictures.
    public var limit: String
    public var spent: String
    /// When it begins anew.
    public var resetsAt: WireTime

    private enum CodingKeys: String, CodingKey {
        case cap, scope, name, period, limit, spent
        case resetsAt = "resets_at"
    }

    public init(
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
