/// A day of the week. The raw value counts from Monday, as in ISO 8601.
package enum Weekday: Int, CaseIterable, Codable, Sendable, Comparable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// Reads an English name in its long or its three-letter form, in any case.
    package init?(name: some StringProtocol) {
        let name = name.lowercased()
        guard let day = Self.allCases.first(where: { name == $0.name || name == $0.name.prefix(3) }) else { return nil }
        self = day
    }

    /// The English name in lower case.
    package var name: String {
        switch self {
        case .monday: "monday"
        case .tuesday: "tuesday"
        case .wednesday: "wednesday"
        case .thursday: "thursday"
        case .friday: "friday"
        case .saturday: "saturday"
        case .sunday: "sunday"
        }
    }

    /// `Mon`, `Tue` and so on.
    package var shortName: String { name.prefix(1).uppercased() + name.dropFirst().prefix(2) }

    package static func < (one: Weekday, other: Weekday) -> Bool { one.rawValue < other.rawValue }
}

extension LocalDay {
    /// The days from 1970-01-01 to this one in the Gregorian calendar, which is also used before its introduction.
    /// A month or day outside its range counts into the neighbouring ones. Years beyond ±300 million are clamped.
    package var dayNumber: Int {
        let month = min(max(self.month, -Self.farthestYear), Self.farthestYear) - 1
        let year = min(max(self.year, -Self.farthestYear), Self.farthestYear) + month.quotient(12)
        let day = min(max(self.day, -Self.farthestDay), Self.farthestDay)
        // Years that begin in March end with the leap day. 400 of them have 146,097 days.
        let marchMonth = (month.modulo(12) + 10) % 12
        let marchYear = marchMonth >= 10 ? year - 1 : year
        let yearOfEra = marchYear.modulo(400)
        let dayOfYear = (153 * marchMonth + 2) / 5
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return marchYear.quotient(400) * 146_097 + dayOfEra - 719_468 + day - 1
    }

    /// The inverse of `dayNumber`. Days beyond about ±300 million years are clamped.
    package init(dayNumber: Int) {
        let shifted = min(max(dayNumber, -Self.farthestDay), Self.farthestDay) + 719_468
        let dayOfEra = shifted.modulo(146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        self.init(
            year: yearOfEra + shifted.quotient(146_097) * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    package var weekday: Weekday {
        // 1970-01-01 was a Thursday.
        Weekday(rawValue: (dayNumber + 3).modulo(7)) ?? .monday
    }

    private static var farthestYear: Int { 300_000_000 }
    private static var farthestDay: Int { 110_000_000_000 }
}

/// A date and a time of day as a local clock shows them, without a zone. Date-times compare chronologically for one
/// clock that is never put back.
package struct LocalDateTime: Hashable, Sendable, Comparable {
    package let day: LocalDay
    /// 0–23.
    package let hour: Int
    /// 0–59.
    package let minute: Int
    /// 0–59.
    package let second: Int

    package init(day: LocalDay, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    package init(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0
    ) {
        self.init(day: LocalDay(year: year, month: month, day: day), hour: hour, minute: minute, second: second)
    }

    package var weekday: Weekday { day.weekday }

    /// The second of the day: 0–86,399.
    package var secondOfDay: Int { (hour * 60 + minute) * 60 + second }

    package static func < (one: LocalDateTime, other: LocalDateTime) -> Bool {
        (one.day, one.secondOfDay) < (other.day, other.secondOfDay)
    }
}

extension LocalDateTime {
    /// The seconds from 1970-01-01 00:00 to this date and time on the same clock. A time of day outside its range
    /// counts into the neighbouring days; the absolute value stays below 10^16.
    var localSeconds: Int {
        let (hour, minute, second) = (Self.clamped(hour), Self.clamped(minute), Self.clamped(second))
        return day.dayNumber * 86_400 + (hour * 60 + minute) * 60 + second
    }

    /// The inverse of `localSeconds`.
    init(localSeconds: Int) {
        let second = localSeconds.modulo(86_400)
        self.init(
            day: LocalDay(dayNumber: localSeconds.quotient(86_400)), hour: second / 3600, minute: second / 60 % 60,
            second: second % 60)
    }

    private static func clamped(_ part: Int) -> Int { min(max(part, -100_000_000_000), 100_000_000_000) }
}

extension LocalDateTime: CustomStringConvertible {
    /// `2026-03-09 14:05:09`.
    package var description: String {
        let year = day.year < 0 ? "-" + (-day.year).digits(4) : day.year.digits(4)
        let date = [year, day.month.digits(2), day.day.digits(2)].joined(separator: "-")
        return date + " " + [hour, minute, second].map { $0.digits(2) }.joined(separator: ":")
    }
}

extension Int {
    /// Divides by a positive number and rounds down, where `/` rounds towards zero.
    func quotient(_ divisor: Int) -> Int { self / divisor - (self % divisor < 0 ? 1 : 0) }

    /// The remainder that belongs to `quotient`: never negative.
    func modulo(_ divisor: Int) -> Int {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}

extension UTCMillis {
    /// Seconds since 1970, rounded down.
    var seconds: Int { Int(milliseconds).quotient(1000) }

    /// Stops at the earliest and the latest moment.
    init(seconds: Int) {
        let (product, overflows) = Int64(seconds).multipliedReportingOverflow(by: 1000)
        self.init(overflows ? (seconds < 0 ? .min : .max) : product)
    }
}
