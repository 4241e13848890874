/// What is asked of the ledger.
package struct SpendQuery: Equatable, Sendable {
    package enum Group: String, Hashable, Sendable, CaseIterable {
        case folder
        case backend
        case user
        case day
        case month
    }

    /// The first and the last day that count.
    package var days: ClosedRange<LocalDay>
    /// In this order.
    package var groups: [Group]
    /// The day that the clock shows: amounts that are dated later count as `LedgerDate` says.
    package var today: LocalDay

    package init(days: ClosedRange<LocalDay>, groups: [Group] = [.backend], today: LocalDay) {
        self.days = days
        self.groups = groups
        self.today = today
    }
}
