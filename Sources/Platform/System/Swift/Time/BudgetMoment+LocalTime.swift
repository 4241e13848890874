package import Domain

extension BudgetMoment {
    /// A moment in this machine's zone, given in milliseconds since 1970, UTC.
    package init(milliseconds: Int64) {
        let day = LocalTime(milliseconds: milliseconds).localDay
        let tomorrow = LocalDay(year: day.year, month: day.month, day: day.day + 1)
        self.init(
            day: day, dayEnds: LocalTime.start(of: tomorrow), monthEnds: LocalTime.start(of: day.nextMonthStart))
    }
}
