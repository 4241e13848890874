/// What calls that are alike have cost.
package struct SpendLine: Equatable, Sendable {
    /// One word for each group that was asked for; a user is his number, empty where a folder's drop had no sender.
    package let keys: [String]
    /// Calls of which nobody knows whether they were paid for have lines of their own.
    package let isUnknown: Bool
    package let pictures: Int64
    /// `nil` where no price is known.
    package let amount: Money?

    package init(keys: [String], isUnknown: Bool, pictures: Int64, amount: Money?) {
        self.keys = keys
        self.isUnknown = isUnknown
        self.pictures = pictures
        self.amount = amount
    }
}
