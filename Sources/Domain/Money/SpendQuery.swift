/// What is asked of the ledger.
public struct SpendQuery: Equatable, Sendable {
    public enum Group: String, Hashable, Sendable, CaseIterable {
        case folder
        case backend
        case user
        case day
        case month
    }

    /// The first and the last day that count.
    public var days: ClosedRange<LocalDay>
    /// In this order.
    public var groups: [Group]

    public init(days: ClosedRange<LocalDay>, groups: [Group] = [.backend]) {
        self.days = days
        self.groups = groups
    }
}
