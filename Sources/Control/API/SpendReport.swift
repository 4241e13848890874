package import Domain

/// The spending of a range of days.
package struct SpendReport: Codable, Equatable, Sendable {
    /// The total of one group of calls.
    package struct Line: Codable, Equatable, Sendable {
        /// The group's key for each entry of `by`. A user is a numeric user ID, empty for drops in a folder.
        package var keys: [String]
        package var pictures: Int64
        /// A decimal number such as `0.42`; absent when no price is known.
        package var amount: String?
        /// Three letters (ISO 4217).
        package var currency: String?
        /// Whether these calls have an unknown outcome; they count as spent.
        package var unknown: Bool
    }

    /// The first and the last day, such as `2026-03-09`.
    package var from: String
    package var to: String
    /// The grouping: `folder`, `backend`, `user`, `day`, `month`.
    package var by: [String]
    package var lines: [Line]
}

extension SpendReport {
    package init(_ query: SpendQuery, _ lines: [SpendLine]) {
        self.init(
            from: query.days.lowerBound.text, to: query.days.upperBound.text, by: query.groups.map(\.rawValue),
            lines: lines.map { line in
                Line(
                    keys: line.keys, pictures: line.pictures, amount: line.amount?.decimal,
                    currency: line.amount?.currency, unknown: line.isUnknown)
            })
    }
}
