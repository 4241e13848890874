/// A calendar day in the time zone configured for budgets. Days compare chronologically.
package struct LocalDay: Hashable, Sendable, Codable, Comparable {
    package let year: Int
    /// 1–12.
    package let month: Int
    /// 1–31.
    package let day: Int

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `2026-03-09`. `nil` for any other form or a date that doesn't exist.
    package init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2] else { return nil }
        let numbers = parts.compactMap { Int(digits: $0) }
        guard numbers.count == 3, (1...12).contains(numbers[1]) else { return nil }
        guard (1...Self.days(in: numbers[1], of: numbers[0])).contains(numbers[2]) else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// `2026-03-09`.
    package var text: String {
        [year.digits(4), month.digits(2), day.digits(2)].joined(separator: "-")
    }

    /// The first day of its month.
    package var firstDayOfMonth: LocalDay { LocalDay(year: year, month: month, day: 1) }

    /// The last day of its month.
    package var lastDayOfMonth: LocalDay { LocalDay(year: year, month: month, day: Self.days(in: month, of: year)) }

    package var firstDayOfNextMonth: LocalDay {
        month == 12 ? LocalDay(year: year + 1, month: 1, day: 1) : LocalDay(year: year, month: month + 1, day: 1)
    }

    package var next: LocalDay {
        self == lastDayOfMonth ? firstDayOfNextMonth : LocalDay(year: year, month: month, day: day + 1)
    }

    package var previous: LocalDay {
        if day > 1 { return LocalDay(year: year, month: month, day: day - 1) }
        return
            (month > 1 ? LocalDay(year: year, month: month - 1, day: 1) : LocalDay(year: year - 1, month: 12, day: 1))
            .lastDayOfMonth
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        switch month {
        case 2: return isLeap ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }

    package static func < (one: LocalDay, other: LocalDay) -> Bool {
        (one.year, one.month, one.day) < (other.year, other.month, other.day)
    }
}
