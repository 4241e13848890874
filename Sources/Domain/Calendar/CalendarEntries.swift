/// What was made on a local day.
package struct CalendarDay: Equatable, Sendable {
    package let day: LocalDay
    package let count: ArtworkCount
    /// The names of the newest of them that may leave this machine, at most `mostNames`.
    package let names: [String]
    /// When the newest was made.
    package let newest: UTCMillis

    package static let mostNames = 10

    package init(day: LocalDay, count: ArtworkCount, names: [String], newest: UTCMillis) {
        self.day = day
        self.count = count
        self.names = names
        self.newest = newest
    }
}

/// A moment at which work is planned.
package struct PlannedMoment: Equatable, Sendable {
    /// Identifies the plan.
    package let id: String
    /// What is planned, in a line; `nil` if that must not leave this machine.
    package let title: String?
    package let moment: UTCMillis

    package init(id: String, title: String?, moment: UTCMillis) {
        self.id = id
        self.title = title
        self.moment = moment
    }
}
