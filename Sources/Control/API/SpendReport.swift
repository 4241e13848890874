/// What was spent in some days.
public struct SpendReport: Codable, Equatable, Sendable {
    /// Calls that are alike.
    public struct Line: Codable, Equatable, Sendable {
        /// A word for each of `by`; a user is a number of the system, empty for what came through a folder.
        public var keys: [String]
        public var pictures: Int64
        /// Such as `0.42`, a decimal number; absent where no price is known.
        public var amount: String?
        /// Three letters (ISO 4217).
        public var currency: String?
        /// Whether nobody knows that these were paid for: they count as spent.
        public var unknown: Bool

        public init(keys: [String], pictures: Int64, amount: String?, currency: String?, unknown: Bool) {
            self.keys = keys
            self.pictures = pictures
            self.amount = amount
            self.currency = currency
            self.unknown = unknown
        }
    }

    /// The first and the last day, such as `2026-03-09`.
    public var from: String
    public var to: String
    /// What the lines are for: `folder`, `backend`, `user`, `day`, `month`.
    public var by: [String]
    public var lines: [Line]

    public init(from: String, to: String, by: [String], lines: [Line]) {
        self.from = from
        self.to = to
        self.by = by
        self.lines = lines
    }
}
