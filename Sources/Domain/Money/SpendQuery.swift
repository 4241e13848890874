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
    /// The day that the clock shows: amounts that are dated later count as `LedgerDate` says.
    public var today: LocalDay

    public init(days: ClosedRange<LocalDay>, groups: [Group] = [.backend], today: LocalDay) {
        self.days = days
        self.groups = groups
        self.today = today
    }
}
