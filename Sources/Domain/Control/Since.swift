/// From when on something counts, as people say it.
package enum Since: Equatable, Sendable {
    /// So long ago.
    case ago(Duration)
    /// The beginning of the day that was so many days before today, in the zone that budgets turn in.
    case day(before: Int)
    /// The beginning of a day, in that zone.
    case date(LocalDay)
    /// Milliseconds since 1970.
    case moment(Int64)

    /// How it may be written, for messages.
    package static var examples: String { "2h, 3d, today, yesterday, 2026-07-01, 2026-07-01T02:10:00Z" }
}
