/// What was spent in some days.
package struct SpendReport: Codable, Equatable, Sendable {
    /// Calls that are alike.
    package struct Line: Codable, Equatable, Sendable {
        /// A word for each of `by`; a user is a number of the system, empty for what came through a folder.
        package var keys: [String]
        package var pictures: Int64
        /// Such as `0.42`, a decimal number; absent where no price is known.
        package var amount: String?
        /// Three letters (ISO 4217).
        package var currency: String?
        /// Whether nobody knows that these were paid for: they count as spent.
        package var unknown: Bool

        package init(keys: [String], pictures: Int64, amount: String?, currency: String?, unknown: Bool) {
            self.keys = keys
            self.pictures = pictures
            self.amount = amount
            self.currency = currency
            self.unknown = unknown
        }
    }

    /// The first and the last day, such as `2026-03-09`.
    package var from: String
    package var to: String
    /// What the lines are for: `folder`, `backend`, `user`, `day`, `month`.
    package var by: [String]
    package var lines: [Line]

    package init(from: String, to: String, by: [String], lines: [Line]) {
        self.from = from
        self.to = to
        self.by = by
        self.lines = lines
    }
}
